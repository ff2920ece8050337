"""Kits of athletes: team colors on the clothes of each sport."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import IntEnum

import numpy as np

from touchline.demo.footage.canvas import Floats
from touchline.demo.footage.specs import Team

Color = tuple[float, float, float]

WHITE: Color = (243.0, 245.0, 248.0)
BLACK: Color = (18.0, 22.0, 30.0)
_GOALKEEPER_COLORS: tuple[Color, ...] = (
    *((246.0, 152.0, 40.0), (64.0, 214.0, 150.0)),
    *((232.0, 74.0, 160.0), (214.0, 232.0, 60.0)),
)
_STICK: Color = (30.0, 32.0, 38.0)
_MIN_COLOR_DISTANCE = 90.0


class Material(IntEnum):
    """The parts of a figure with their own color."""

    JERSEY = 0
    TRIM = 1
    SHORTS = 2
    THIGH = 3
    SOCKS = 4
    SHOES = 5
    SLEEVE = 6
    GLOVE = 7
    HEADWEAR = 8
    SKIN = 9
    PADS = 10
    STICK = 11


@dataclass(frozen=True)
class Build:
    """The shape of the clothes. `bulk` is 1 for bare limbs and 1.4 for a hockey goalie."""

    bulk: float = 1.0
    armored: bool = False
    padded: bool = False
    gloved: bool = False


@dataclass(frozen=True)
class Kit:
    """Colors of one athlete; `None` shows skin or hair."""

    build: Build
    jersey: Color
    trim: Color
    shorts: Color
    socks: Color
    shoes: Color
    skin: Color
    hair: Color
    sleeves: Color | None = None
    gloves: Color | None = None
    helmet: Color | None = None
    pads: Color = WHITE

    def palette(self) -> Floats:
        """Return one color (0 to 255) per material, in the order of `Material`."""
        thigh = self.shorts if self.build.armored else self.skin
        bare = [self.sleeves or self.skin, self.gloves or self.skin, self.helmet or self.hair, self.skin]
        clothes = [self.jersey, self.trim, self.shorts, thigh, self.socks, self.shoes]
        return np.array([*clothes, *bare, self.pads, _STICK], np.float32)


_PEOPLE: tuple[tuple[Color, Color], ...] = (
    ((228.0, 182.0, 152.0), (74.0, 48.0, 30.0)),
    ((142.0, 94.0, 66.0), (22.0, 18.0, 18.0)),
    ((236.0, 194.0, 164.0), (186.0, 138.0, 76.0)),
)


def color(value: str) -> Color:
    """Return `#rrggbb` or `#rgb` as three numbers from 0 to 255."""
    digits = value.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return (float(int(digits[0:2], 16)), float(int(digits[2:4], 16)), float(int(digits[4:6], 16)))


def mix(a: Color, b: Color, t: float) -> Color:
    """Return a mixture of two colors: a at t = 0, b at t = 1."""
    return (a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, a[2] + (b[2] - a[2]) * t)


def team_kits(sport: str, away: Team, home: Team) -> list[list[Kit]]:
    """Return the kits of each side: its field players' (with different skin and hair, except under helmets),
    then its goalkeeper's.
    """
    away_colors, home_colors = _choose_team_colors(sport, away, home)
    main_colors = [away_colors[0], home_colors[0]]
    return [_build_kits(sport, *away_colors, main_colors), _build_kits(sport, *home_colors, main_colors)]


def referee_kit(sport: str) -> Kit:
    """Return the kit of a referee: gray or yellow, and black."""
    skin, hair = _PEOPLE[0]
    shirt: Color = (226.0, 208.0, 40.0) if sport == "soccer" else (176.0, 180.0, 188.0)
    kit = Kit(Build(1.05), shirt, BLACK, BLACK, BLACK, BLACK, skin, hair)
    if sport == "hockey":
        return replace(kit, build=Build(1.1, armored=True), sleeves=shirt, helmet=BLACK)
    return kit


def _choose_team_colors(
    sport: str, away: Team, home: Team
) -> tuple[tuple[Color, Color], tuple[Color, Color]]:
    """Return the main and second color of each side.

    In hockey, the home side plays in white. In other sports, the away side may.
    """
    a, a2, h, h2 = (color(value) for value in (away.color, away.color_2, home.color, home.color_2))
    if sport == "hockey":
        return (a, a2), (WHITE, h)
    if sport == "basketball" or _distance(a, h) < _MIN_COLOR_DISTANCE:
        return (WHITE, a), (h, h2)
    return (a, a2), (h, h2)


def _build_kits(sport: str, main: Color, second: Color, main_colors: list[Color]) -> list[Kit]:
    people = _PEOPLE[:1] if sport == "hockey" else _PEOPLE
    players = [_player(sport, main, second, *person) for person in people]
    return [*players, _goalkeeper(sport, players[0], second, main_colors)]


def _player(sport: str, main: Color, second: Color, skin: Color, hair: Color) -> Kit:
    white = main == WHITE
    dark = second if white else mix(main, BLACK, 0.55)
    kit = Kit(Build(), main, second, main, second, BLACK, skin, hair)
    if sport == "hockey":
        pants = second if white else BLACK
        build = Build(1.2, armored=True, gloved=True)
        return replace(kit, build=build, shorts=pants, socks=main, sleeves=main, gloves=dark, helmet=second)
    if sport == "soccer":
        return replace(kit, shorts=WHITE if white else dark)
    if sport == "volleyball":
        return replace(kit, shorts=BLACK, socks=WHITE, shoes=WHITE, sleeves=main)
    return replace(kit, socks=WHITE, shoes=second if white else WHITE)


def _goalkeeper(sport: str, player: Kit, second: Color, main_colors: list[Color]) -> Kit:
    if sport == "hockey":
        build = Build(1.4, armored=True, padded=True, gloved=True)
        gloves = player.helmet if player.jersey == WHITE else second
        return replace(player, build=build, pads=mix(WHITE, second, 0.06), gloves=gloves)
    if sport == "soccer":
        others = [*main_colors, *(_GOALKEEPER_COLORS[:1] if player.jersey == main_colors[1] else ())]
        shirt = max(_GOALKEEPER_COLORS, key=lambda shirt: min(_distance(shirt, other) for other in others))
        kit = replace(player, build=Build(gloved=True), jersey=shirt, trim=BLACK, shorts=BLACK)
        return replace(kit, socks=shirt, sleeves=shirt, gloves=WHITE)
    return player


def _distance(a: Color, b: Color) -> float:
    return float(sum((x - y) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5)
