"""The picture of an event that has none, 1200 × 630: what networks show beside a link (ogp.me).

A game is drawn as on the site (`web/src/shared/ui/Matchup.tsx`): both teams' colours on a diagonal, crests,
short names. What is no game, and the channel itself, get their name on the channel's colours.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from touchline.catalog.facade import CardSide
from touchline.front.pictures.brand import Brand
from touchline.front.pictures.colours import TOO_CLOSE, difference
from touchline.front.pictures.drawing import as_png, inlined, rendered
from touchline.front.pictures.lettering import Line, write
from touchline.platform.files import OpenFiles

WIDTH, HEIGHT = 1200, 630
BAND = 108
FLOOR = HEIGHT - BAND
CREST = 286
UNKNOWN = "#4a525c"
WHITE = "#ffffff"
_LEAN = 88
_TOP, _FOOT = WIDTH // 2 + _LEAN, WIDTH // 2 - _LEAN
_MIDDLE = {"away": 282, "home": WIDTH - 282}


@dataclass(frozen=True)
class Poster:
    """Everything that is in the picture; two that are equal look the same. `when` and `title` are words. It
    tells no score: who sees it beside a link has not asked for one."""

    brand: Brand
    title: str = ""
    when: str = ""
    sides: tuple[CardSide, CardSide] | None = None

    def png(self, files: OpenFiles) -> bytes:
        """Draw it."""
        inner = self._game(files) if self.sides else self._name()
        picture = rendered(_sheet(inner + self._band(files)))
        write(picture, self._lines(bool(inlined(files, self.brand.logo))), self.brand.face(files))
        return as_png(picture, opaque=True)

    def _game(self, files: OpenFiles) -> str:
        assert self.sides is not None
        away, home = self.sides
        colours = shirts(away, home)
        crests = [inlined(files, side.crest) for side in self.sides]
        drawn = zip(("away", "home"), colours, crests, strict=True)
        return "".join(_half(side, colour, crest) for side, colour, crest in drawn) + _SEAM

    def _name(self) -> str:
        brand = self.brand
        return (
            f'<rect width="{WIDTH}" height="{FLOOR}" fill="{brand.accent}"/>'
            f'<path d="M{WIDTH // 2 + _LEAN} 0H{WIDTH}V{FLOOR}H{WIDTH // 2 - _LEAN}Z" fill="{brand.ground}"'
            f' fill-opacity=".1"/><rect width="{WIDTH}" height="{FLOOR}" fill="url(#light)"/>'
        )

    def _band(self, files: OpenFiles) -> str:
        """The channel below its game: its mark, its name and the day."""
        ground = f'<rect y="{FLOOR}" width="{WIDTH}" height="{BAND}" fill="{self.brand.ground}"/>'
        line = f'<rect y="{FLOOR}" width="{WIDTH}" height="5" fill="{self.brand.accent}"/>'
        return ground + line + _image(inlined(files, self.brand.logo), 44, FLOOR + 29, 56)

    def _lines(self, has_mark: bool) -> list[Line]:
        brand, base = self.brand, FLOOR + 70
        left = 120 if has_mark else 44
        lines = [
            Line(brand.name, (left, base), 36, 560, brand.ink, "ls"),
            Line(self.when, (WIDTH - 44, base), 30, 500, brand.ink, "rs"),
        ]
        if not self.sides:
            words = brand.cased(self.title)
            return [*lines, Line(words, (WIDTH / 2, FLOOR / 2), 104, WIDTH - 160, brand.accent_ink, "mm")]
        for side, place in zip(self.sides, ("away", "home"), strict=True):
            base = 462 if side.crest else 318
            lines.append(Line(side.short_name, (_MIDDLE[place], base), 100, 440, WHITE, cast=True))
        return lines


def shirts(away: CardSide, home: CardSide) -> tuple[str, str]:
    """The away side keeps its colour; the home side changes shirts where the two look alike."""
    one, other = _hex(away.color) or UNKNOWN, _hex(home.color) or UNKNOWN
    second = _hex(home.color_2)
    return one, second if second and difference(one, other) < TOO_CLOSE else other


def _hex(colour: str | None) -> str | None:
    """`#abc` as `#aabbcc`."""
    if colour and len(colour) == 4:
        return "#" + "".join(digit * 2 for digit in colour[1:])
    return colour or None


def _half(side: str, colour: str, crest: str | None) -> str:
    ghost_at = -190 if side == "away" else WIDTH - 430
    return (
        f'<g clip-path="url(#{side})"><rect width="{WIDTH}" height="{FLOOR}" fill="{escape(colour)}"/>'
        f'<g opacity=".12">{_image(crest, ghost_at, -60, 620)}</g>'
        f'<rect width="{WIDTH}" height="{FLOOR}" fill="url(#lamp-{side})"/>'
        f'<rect width="{WIDTH}" height="{FLOOR}" fill="url(#fall)"/></g>'
        f'<g filter="url(#cast)">{_image(crest, _MIDDLE[side] - CREST / 2, 52, CREST)}</g>'
    )


def _image(data: str | None, x: float, y: float, edge: float) -> str:
    if data is None:
        return ""
    return f'<image x="{x}" y="{y}" width="{edge}" height="{edge}" href="{data}"/>'


def _sheet(inner: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<defs><clipPath id="away"><path d="M0 0H{_TOP}L{_FOOT} {FLOOR}H0Z"/></clipPath>'
        f'<clipPath id="home"><path d="M{_TOP} 0H{WIDTH}V{FLOOR}H{_FOOT}Z"/></clipPath>'
        f'<filter id="cast" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="0" dy="14"'
        f' stdDeviation="12" flood-color="#000" flood-opacity=".42"/></filter>{_LIGHTS}</defs>{inner}</svg>'
    )


_LIGHTS = """
<linearGradient id="fall" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".12"/>
<stop offset=".4" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".62"/>
</linearGradient>
<linearGradient id="light" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".1"/>
<stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity=".08"/>
</linearGradient>
<linearGradient id="seam" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff" stop-opacity=".95"/>
<stop offset="1" stop-color="#fff" stop-opacity=".16"/></linearGradient>
<radialGradient id="lamp-away" gradientUnits="userSpaceOnUse" cx="264" cy="-70" r="640">
<stop offset="0" stop-color="#fff" stop-opacity=".36"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
</radialGradient>
<radialGradient id="lamp-home" gradientUnits="userSpaceOnUse" cx="956" cy="-70" r="640">
<stop offset="0" stop-color="#fff" stop-opacity=".36"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
</radialGradient>
"""
_SEAM = f'<path d="M{_TOP - 4} 0H{_TOP + 4}L{_FOOT + 4} {FLOOR}H{_FOOT - 4}Z" fill="url(#seam)"/>'
