"""Balls and pucks as sprites in several rotations."""

from __future__ import annotations

from functools import cache

from touchline.demo.footage.canvas import Sprite
from touchline.demo.footage.svg import raster

TURNS = 6
_DIAMETERS = {"soccer": 0.27, "basketball": 0.29, "volleyball": 0.26}
_LIGHT = (
    '<radialGradient id="l" cx=".36" cy=".28" r=".85"><stop offset="0" stop-color="#fff" stop-opacity=".55"/>'
    '<stop offset=".45" stop-color="#fff" stop-opacity="0"/>'
    '<stop offset="1" stop-color="#000" stop-opacity=".55"/>'
    '</radialGradient><circle r="49" fill="url(#l)"/>'
)
_FACES = {
    "soccer": '<circle r="49" fill="#f6f7f5"/><path d="M0-20L19-6 12 16H-12L-19-6Z M-46-14L-30-34-36-4Z'
    ' M46-14L30-34 36-4Z M-20 44L0 34 20 44 0 49Z" fill="#151a21"/>',
    "basketball": '<circle r="49" fill="#dd6a20"/>'
    '<path d="M-49 0H49M0-49V49M-34-36Q-6 0-34 36M34-36Q6 0 34 36"'
    ' fill="none" stroke="#241006" stroke-width="6"/>',
    "volleyball": '<circle r="49" fill="#f6f3ea"/>'
    '<path d="M-45-20Q0-44 45-20L49 0Q0-22-49 0Z" fill="#1f58b5"/>'
    '<path d="M-45 22Q-10 0 0 49-30 48-45 22Z" fill="#f2b632"/>'
    '<path d="M12 6Q30 8 47 16 40 40 14 47Z" fill="#f2b632"/>',
}


@cache
def ball(sport: str, pixels_per_meter: int, turn: int) -> Sprite:
    """Return the ball at a size. `turn` is its rotation in steps of 1 / `TURNS`."""
    if sport == "hockey":
        return _puck(pixels_per_meter)
    radius = max(3.2, _DIAMETERS[sport] * pixels_per_meter / 2)
    side = 2 * int(radius + 2)
    face = f'<g transform="translate({side / 2} {side / 2}) scale({radius / 49:.4f})">'
    turned = f'<g transform="rotate({turn * 360 / TURNS:.0f})">{_FACES[sport]}</g>'
    return Sprite.from_rgba(raster(f"{face}{turned}{_LIGHT}</g>", side, side), (side // 2, side // 2))


def _puck(pixels_per_meter: int) -> Sprite:
    rx = max(4.0, 0.13 * pixels_per_meter)
    ry, thick, side = rx * 0.5, rx * 0.34, 2 * int(rx + 3)
    middle = side / 2
    body = (
        f'<ellipse cx="{middle}" cy="{middle}" rx="{rx}" ry="{ry}" fill="#05070a"/>'
        f'<ellipse cx="{middle}" cy="{middle - thick}" rx="{rx}" ry="{ry}" fill="#1c222b"/>'
    )
    return Sprite.from_rgba(raster(body, side, side), (side // 2, side // 2))
