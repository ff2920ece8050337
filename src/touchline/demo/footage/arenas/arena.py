"""Parts that the four arenas share: the panorama, the jumping crowd, and fixtures among the players."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from touchline.demo.footage.arenas.crowd import Spectators
from touchline.demo.footage.arenas.emblem import emblem
from touchline.demo.footage.camera import Camera, Place
from touchline.demo.footage.canvas import HEIGHT, Canvas, Floats, Sprite
from touchline.demo.footage.kits import color
from touchline.demo.footage.panorama import EDGE, Panorama, light_falloff
from touchline.demo.footage.specs import Team
from touchline.demo.footage.svg import raster

_BOUNCES = ((0.0, 0.0), (3.0, 0.0), (0.0, 3.0))


@dataclass(frozen=True)
class Fixture:
    """A goal, hoop or net. It is drawn among the players, in order from far to near."""

    place: Place
    sprite: Sprite
    at: tuple[float, float]


@dataclass(frozen=True)
class Arena:
    """A camera, its panorama, the jumping crowd and the fixtures."""

    camera: Camera
    panorama: Panorama
    crowd: tuple[Panorama, ...]
    fixtures: tuple[Fixture, ...]

    def show(self, canvas: Canvas, offset: float, bounce: int = 0) -> None:
        """Draw the empty arena at the offset of a pan. With `bounce` 1 or 2, half of the crowd jumps."""
        self.panorama.show(canvas, offset)
        if bounce:
            self.crowd[bounce - 1].show(canvas, offset)


@dataclass(frozen=True)
class Scenery:
    """The drawings of an arena, from back to front.

    `backdrop` is a color, `surface` SVG elements. `crowd` fills the top `crowd_height` rows and jumps. The
    spectators in `ends` do not jump. `dusk` is the darkness of the crowd at its top and bottom. `crest` is
    the radius (in meters) and the opacity of the home side's crest in the middle.
    """

    backdrop: str
    crowd: Spectators
    crowd_height: int
    surface: str
    ends: Spectators | None = None
    dusk: tuple[float, float] = (0.72, 0.12)
    crest: tuple[float, float] | None = None


def build(camera: Camera, scenery: Scenery, fixtures: tuple[Fixture, ...], home: Team) -> Arena:
    """Render the scenery, and its top again for each bounce of the crowd."""
    width, top = camera.width + EDGE, scenery.crowd_height
    surface, back, falloff = _surface(scenery.surface, width), _back(scenery, width), light_falloff()
    night = np.linspace(1 - scenery.dusk[0], 1 - scenery.dusk[1], top, dtype=np.float32)[:, None, None]

    def compose(lifts: tuple[float, float], rows: int) -> Floats:
        people = scenery.crowd.picture(width, top, lifts)
        ground = back[:rows].copy()
        ground[:top] = (people[..., :3] + ground[:top] * (1 - people[..., 3:])) * night
        ground *= 1 - surface[:rows, :, 3:]
        ground += surface[:rows, :, :3]
        return ground

    whole = compose(_BOUNCES[0], HEIGHT)
    if scenery.crest:
        _draw_over(whole, *_crest(camera, home, *scenery.crest))
    jumping = tuple(Panorama(compose(lifts, top) * falloff[:top]) for lifts in _BOUNCES[1:])
    return Arena(camera, Panorama(whole * falloff), jumping, fixtures)


def fixture(camera: Camera, place: Place, body: str, corners: list[Place], margin: float = 6) -> Fixture:
    """Render SVG elements as a sprite. They use the panorama's pixels and are within the corners."""
    points = [camera.project(corner) for corner in corners]
    left, top = (int(min(point[i] for point in points) - margin) for i in (0, 1))
    right, bottom = (int(max(point[i] for point in points) + margin) for i in (0, 1))
    markup = f'<g transform="translate({-left} {-top})">{body}</g>'
    return Fixture(place, Sprite.from_rgba(raster(markup, right - left, bottom - top)), (left, top))


@lru_cache(maxsize=4)
def _surface(body: str, width: int) -> Floats:
    """Render a surface. It is slow and the same for every home side, so the process caches it."""
    return raster(body, width, HEIGHT)


def _back(scenery: Scenery, width: int) -> Floats:
    back = np.empty((HEIGHT, width, 3), np.float32)
    back[:] = color(scenery.backdrop)
    if scenery.ends:
        people = _surface(f'<g opacity=".8">{scenery.ends.body((0, 0))}</g>', width)
        back *= 1 - people[..., 3:]
        back += people[..., :3]
    return back


def _crest(camera: Camera, home: Team, radius: float, opacity: float) -> tuple[int, int, Floats]:
    x, y = camera.project((0, radius, 0))
    half = camera.scale((0, 0, 0)) * radius
    height = camera.project((0, -radius, 0))[1] - y
    return int(x - half), int(y), emblem(home, round(2 * half), round(height)) * np.float32(opacity)


def _draw_over(picture: Floats, left: int, top: int, mark: Floats) -> None:
    area = picture[top : top + mark.shape[0], left : left + mark.shape[1]]
    area *= 1 - mark[..., 3:]
    area += mark[..., :3]
