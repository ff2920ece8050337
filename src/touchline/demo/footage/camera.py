"""A camera. Positions are in meters: x along the long side of the surface, y away from the camera, z up."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from touchline.demo.footage.canvas import HEIGHT

Point = tuple[float, float]
Place = tuple[float, float, float]

_NEAR = 0.5


class Camera:
    """Projects positions onto a panorama, which is wider than a frame. A pan moves the frame over it.

    `width` is the width of the panorama in pixels, `fov` the vertical field of view in degrees.
    """

    def __init__(self, position: Place, target: Place, fov: float, width: int) -> None:
        self.position, self.width = position, width
        self._ahead = _unit(_minus(target, position))
        self._right = _unit(_cross(self._ahead, (0.0, 0.0, 1.0)))
        self._up = _cross(self._right, self._ahead)
        self._focal = HEIGHT / 2 / math.tan(math.radians(fov) / 2)
        self.pitch = math.asin(-self._ahead[2])
        self.yaw = math.atan2(self._right[1], self._right[0])

    def scale(self, place: Place) -> float:
        """Return the pixels per meter at a position."""
        return self._focal / max(_NEAR, _dot(_minus(place, self.position), self._ahead))

    def depth(self, place: Place) -> float:
        """Return the distance from the camera along its axis, in meters. Farther objects are drawn first."""
        return _dot(_minus(place, self.position), self._ahead)

    def azimuth(self, place: Place) -> float:
        """Return the angle of a position to the right of the axis, in radians."""
        offset = _minus(place, self.position)
        return math.atan2(_dot(offset, self._right), _dot(offset, self._ahead))

    def project(self, place: Place) -> Point:
        """Return the pixel in the panorama at which a position appears."""
        return self._screen(self._eye(place))

    def outline(self, places: Sequence[Place]) -> list[Point]:
        """Return the corners of a polygon in the panorama, clipped at the near plane.

        The list is empty if the polygon is behind the camera.
        """
        eyes = [self._eye(place) for place in places]
        kept: list[Place] = []
        for a, b in zip(eyes, eyes[1:] + eyes[:1], strict=True):
            if a[2] >= _NEAR:
                kept.append(a)
            if (a[2] >= _NEAR) != (b[2] >= _NEAR):
                t = (_NEAR - a[2]) / (b[2] - a[2])
                kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t, _NEAR))
        return [self._screen(eye) for eye in kept] if len(kept) > 2 else []

    def line(self, places: Iterable[Place]) -> list[Point]:
        """Return the points of an open line in the panorama, without those behind the camera."""
        eyes = (self._eye(place) for place in places)
        return [self._screen(eye) for eye in eyes if eye[2] > _NEAR]

    def _eye(self, place: Place) -> Place:
        d = _minus(place, self.position)
        return (_dot(d, self._right), _dot(d, self._up), _dot(d, self._ahead))

    def _screen(self, eye: Place) -> Point:
        k = self._focal / eye[2]
        return (self.width / 2 + eye[0] * k, HEIGHT / 2 - eye[1] * k)


def _minus(a: Place, b: Place) -> Place:
    return (a[0] - b[0], a[1] - b[1], a[2] - b[2])


def _dot(a: Place, b: Place) -> float:
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def _cross(a: Place, b: Place) -> Place:
    return (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])


def _unit(a: Place) -> Place:
    length = math.sqrt(_dot(a, a))
    return (a[0] / length, a[1] / length, a[2] / length)
