"""The generated poster of an event without an image, 1200 × 630: the preview image for social networks
(ogp.me).

A game looks as on the site (`web/src/shared/ui/Matchup.tsx`): both teams' colors on a diagonal, crests and
short names. Other events and the channel itself show their name on the channel's colors.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from html import escape

from touchline.catalog.facade import CardSide
from touchline.front.images.brand import Brand
from touchline.front.images.color_difference import MIN_DIFFERENCE, color_difference
from touchline.front.images.rendering import encode_png, render_svg, to_data_url
from touchline.front.images.text_rendering import TextLine, draw_text
from touchline.platform.files.public_files import PublicFiles

WIDTH, HEIGHT = 1200, 630
BAND_HEIGHT = 108
BAND_TOP = HEIGHT - BAND_HEIGHT
CREST_SIZE = 286
DEFAULT_COLOR = "#4a525c"
WHITE = "#ffffff"
_PLATE_WIDTH, _PLATE_HEIGHT, _PLATE_TOP = 264, 176, 148
_SLANT = 88
_SPLIT_TOP, _SPLIT_BOTTOM = WIDTH // 2 + _SLANT, WIDTH // 2 - _SLANT
_CENTER_X = {"away": 282, "home": WIDTH - 282}


@dataclass(frozen=True)
class PosterResult:
    """The final score of a game, such as `2–3`, and how the game ended, such as `OT`; empty if as usual."""

    score: str
    note: str


@dataclass(frozen=True)
class Poster:
    """The complete input of a poster. Equal posters look the same.

    `date_text` and `title` are display text. `result` is shown between the teams of a game.
    """

    brand: Brand
    title: str = ""
    date_text: str = ""
    sides: tuple[CardSide, CardSide] | None = None
    result: PosterResult | None = None

    def render_png(self, files: PublicFiles) -> bytes:
        """Return the poster as a PNG file."""
        inner = self._render_matchup(files) if self.sides else self._render_title()
        canvas = render_svg(_svg_document(inner + self._render_band(files)))
        draw_text(
            canvas,
            self._build_text_lines(bool(to_data_url(files, self.brand.logo))),
            self.brand.load_face(files),
        )
        return encode_png(canvas, opaque=True)

    def _render_matchup(self, files: PublicFiles) -> str:
        assert self.sides is not None
        away, home = self.sides
        colors = get_team_colors(away, home)
        crests = [to_data_url(files, side.logo_url) for side in self.sides]
        halves = zip(("away", "home"), colors, crests, strict=True)
        return "".join(_render_side(side, color, crest) for side, color, crest in halves) + _SEAM

    def _render_title(self) -> str:
        brand = self.brand
        return (
            f'<rect width="{WIDTH}" height="{BAND_TOP}" fill="{brand.accent_color}"/>'
            f'<path d="M{WIDTH // 2 + _SLANT} 0H{WIDTH}V{BAND_TOP}H{WIDTH // 2 - _SLANT}Z" '
            f'fill="{brand.background_color}"'
            f' fill-opacity=".1"/><rect width="{WIDTH}" height="{BAND_TOP}" fill="url(#light)"/>'
        )

    def _render_band(self, files: PublicFiles) -> str:
        """Return the band below the teams, with the channel's logo, its name and the date."""
        background = (
            f'<rect y="{BAND_TOP}" width="{WIDTH}" height="{BAND_HEIGHT}" '
            f'fill="{self.brand.background_color}"/>'
        )
        plate = _RESULT_PLATE.format(color=self.brand.background_color) if self.result else ""
        line = f'<rect y="{BAND_TOP}" width="{WIDTH}" height="5" fill="{self.brand.accent_color}"/>'
        return (
            plate + background + line + _image_svg(to_data_url(files, self.brand.logo), 44, BAND_TOP + 29, 56)
        )

    def _build_text_lines(self, has_mark: bool) -> list[TextLine]:
        brand, base = self.brand, BAND_TOP + 70
        left = 120 if has_mark else 44
        lines = [
            TextLine(brand.name, (left, base), 36, 560, brand.text_color, "ls"),
            TextLine(self.date_text, (WIDTH - 44, base), 30, 500, brand.text_color, "rs"),
            *self._build_result_lines(),
        ]
        if not self.sides:
            title_text = brand.apply_case(self.title)
            return [
                *lines,
                TextLine(
                    title_text, (WIDTH / 2, BAND_TOP / 2), 104, WIDTH - 160, brand.accent_text_color, "mm"
                ),
            ]
        for side, side_name in zip(self.sides, ("away", "home"), strict=True):
            base = 462 if side.logo_url else 318
            lines.append(
                TextLine(side.short_name, (_CENTER_X[side_name], base), 100, 440, WHITE, has_shadow=True)
            )
        return lines

    def _build_result_lines(self) -> Iterator[TextLine]:
        if self.result is None:
            return
        color, middle = self.brand.text_color, _PLATE_TOP + _PLATE_HEIGHT / 2
        offset = 24 if self.result.note else 0
        yield TextLine(self.result.score, (WIDTH / 2, middle - offset), 104, _PLATE_WIDTH - 32, color, "mm")
        if self.result.note:
            yield TextLine(self.result.note, (WIDTH / 2, middle + 56), 38, _PLATE_WIDTH - 32, color, "mm")


def get_team_colors(away: CardSide, home: CardSide) -> tuple[str, str]:
    """Return the colors of both teams. The home team gets its second color if the main colors look alike."""
    away_color = _normalize_hex(away.color) or DEFAULT_COLOR
    home_color = _normalize_hex(home.color) or DEFAULT_COLOR
    second = _normalize_hex(home.color_2)
    if second and color_difference(away_color, home_color) < MIN_DIFFERENCE:
        return away_color, second
    return away_color, home_color


def _normalize_hex(color: str | None) -> str | None:
    """Expand `#abc` to `#aabbcc`."""
    if color and len(color) == 4:
        return "#" + "".join(digit * 2 for digit in color[1:])
    return color or None


def _render_side(side: str, color: str, crest: str | None) -> str:
    ghost_x = -190 if side == "away" else WIDTH - 430
    return (
        f'<g clip-path="url(#{side})"><rect width="{WIDTH}" height="{BAND_TOP}" fill="{escape(color)}"/>'
        f'<g opacity=".12">{_image_svg(crest, ghost_x, -60, 620)}</g>'
        f'<rect width="{WIDTH}" height="{BAND_TOP}" fill="url(#lamp-{side})"/>'
        f'<rect width="{WIDTH}" height="{BAND_TOP}" fill="url(#fall)"/></g>'
        f'<g filter="url(#cast)">{_image_svg(crest, _CENTER_X[side] - CREST_SIZE / 2, 52, CREST_SIZE)}</g>'
    )


def _image_svg(data: str | None, x: float, y: float, edge: float) -> str:
    if data is None:
        return ""
    return f'<image x="{x}" y="{y}" width="{edge}" height="{edge}" href="{data}"/>'


def _svg_document(inner: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}">'
        f'<defs><clipPath id="away"><path d="M0 0H{_SPLIT_TOP}L{_SPLIT_BOTTOM} {BAND_TOP}H0Z"/></clipPath>'
        f'<clipPath id="home"><path d="M{_SPLIT_TOP} 0H{WIDTH}V{BAND_TOP}H{_SPLIT_BOTTOM}Z"/></clipPath>'
        f'<filter id="cast" x="-20%" y="-20%" width="140%" height="150%"><feDropShadow dx="0" dy="14"'
        ' stdDeviation="12" flood-color="#000" '
        f'flood-opacity=".42"/></filter>{_GRADIENTS}</defs>{inner}</svg>'
    )


_GRADIENTS = """
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
_RESULT_PLATE = (
    f'<rect x="{(WIDTH - _PLATE_WIDTH) // 2}" y="{_PLATE_TOP}" width="{_PLATE_WIDTH}" '
    f'height="{_PLATE_HEIGHT}" rx="20" fill="{{color}}" filter="url(#cast)"/>'
)
_SEAM = (
    f'<path d="M{_SPLIT_TOP - 4} 0H{_SPLIT_TOP + 4}L{_SPLIT_BOTTOM + 4} {BAND_TOP}H{_SPLIT_BOTTOM - 4}Z" '
    'fill="url(#seam)"/>'
)
