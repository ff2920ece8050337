"""Spectators in the stands: soft heads and shoulders in dark colors, some in the teams' colors."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from PIL import Image

from touchline.demo.footage.camera import Camera, Place
from touchline.demo.footage.canvas import Floats
from touchline.demo.footage.svg import raster

DUSK = (
    *("#1c2638", "#243147", "#2e3d57", "#3f5273", "#5d6f8e", "#7a6a5c", "#4a4038", "#1a2233", "#5b2f2e"),
    *("#7d6a3e", "#2b3d5e", "#33435f", "#6b7890", "#84765e"),
)
_FACES = ("#b98f74", "#8a6247", "#c7a488", "#5e4231", "#a37c62")
_BYTES = np.array([1, 1, 1, 255], np.float32)


@dataclass(frozen=True)
class Stand:
    """Rows of seats. The first row is `out` meters from the middle at height `up`, the next `step` further.

    A stand is behind the far side along x, or (`end` -1 or 1) behind that end of the surface along y.
    """

    out: float
    up: float
    rows: int
    reach: tuple[float, float]
    end: int = 0
    gap: float = 0.62
    step: tuple[float, float] = (0.85, 0.42)
    size: float = 0.5

    def seat(self, row: int, along: float, jitter: float) -> Place:
        """Return the position of a seat."""
        out, up = self.out + row * self.step[0], self.up + row * self.step[1] + jitter
        return (self.end * out, along, up) if self.end else (along, out, up)


@dataclass(frozen=True)
class _Spectator:
    depth: float
    place: Place
    size: float
    coat: str
    face: str
    half: int


class Spectators:
    """The spectators of stands, in two halves that jump alternately.

    Some wear the first two of `colors`, the colors of the home and the away side. With `DUSK`, all wear dark
    colors.
    """

    def __init__(self, camera: Camera, stands: Sequence[Stand], colors: Sequence[str], seed: int = 1) -> None:
        self._camera = camera
        rng = np.random.default_rng(seed)
        home, away = colors[:2]
        palette = [*DUSK, *DUSK, home, home, home, away, away]
        people = [
            _Spectator(
                round(camera.depth(place), 0),
                place,
                stand.size,
                str(rng.choice(palette)),
                str(rng.choice(_FACES)),
                int(rng.integers(2)),
            )
            for stand in stands
            for place in _fill_seats(stand, rng)
        ]
        self._people = sorted(people, key=lambda person: -person.depth)

    def picture(self, width: int, height: int, lifts: tuple[float, float] = (0, 0)) -> Floats:
        """Render premultiplied RGBA. `lifts` raise each half, in pixels.

        The crowd is out of focus, so it is rendered at half the size.
        """
        half = (width // 2, height // 2)
        pixels = raster(f'<g transform="scale(.5)">{self.body(lifts)}</g>', *half)
        small = np.clip(pixels * _BYTES + 0.5, 0, 255).astype(np.uint8)
        picture = Image.frombytes("RGBa", half, small.tobytes())
        return np.asarray(picture.resize((width, height), Image.Resampling.BILINEAR), np.float32) / _BYTES

    def body(self, lifts: tuple[float, float]) -> str:
        """Return the spectators as SVG elements."""
        rows: dict[float, list[_Spectator]] = {}
        for person in self._people:
            rows.setdefault(person.depth, []).append(person)
        return "".join(self._row(people, lifts) for people in rows.values())

    def _row(self, people: list[_Spectator], lifts: tuple[float, float]) -> str:
        coats: dict[tuple[str, float], list[str]] = {}
        faces: dict[tuple[str, float], list[str]] = {}
        for person in people:
            x, ground = self._camera.project(person.place)
            y = ground - lifts[person.half]
            size = round(self._camera.scale(person.place) * person.size * 2) / 2
            coats.setdefault((person.coat, size * 0.95), []).append(f"M{x:.1f} {y:.1f}v{size * 0.8:.1f}")
            faces.setdefault((person.face, size * 0.52), []).append(f"M{x:.1f} {y - size * 0.62:.1f}h0")
        return _dots(coats) + _dots(faces)


def _fill_seats(stand: Stand, rng: np.random.Generator) -> list[Place]:
    places = []
    for row in range(stand.rows):
        count = int((stand.reach[1] - stand.reach[0]) / stand.gap)
        start = stand.reach[0] + float(rng.random()) * stand.gap
        for i in np.flatnonzero(rng.random(count) < 0.93):
            along = start + float(i) * stand.gap + float(rng.uniform(-0.12, 0.12))
            places.append(stand.seat(row, along, float(rng.uniform(-0.06, 0.1))))
    return places


def _dots(groups: dict[tuple[str, float], list[str]]) -> str:
    return "".join(
        f'<path d="{"".join(dots)}" stroke="{color}" stroke-width="{width:.1f}" stroke-linecap="round"/>'
        for (color, width), dots in groups.items()
    )
