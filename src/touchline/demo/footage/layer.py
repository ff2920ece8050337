"""Soft, lit shapes for small figures: limbs as capsules, and bodies as rounded polygons (distance fields).

A layer stores the light on each material separately, so that one drawing serves every team (`Kit.palette`).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from touchline.demo.footage.camera import Point
from touchline.demo.footage.canvas import Floats

Box = tuple[int, int, int, int]


class Layer:
    """A transparent image. `planes` is (materials + 1, height, width): light on each material, then alpha.

    Points are in pixels, y down. Light comes from above and slightly from the left.
    """

    def __init__(self, width: int, height: int, materials: int) -> None:
        self.planes: Floats = np.zeros((materials + 1, height, width), np.float32)

    def capsule(
        self, a: Point, b: Point, radii: tuple[float, float], material: int, tone: float = 1.0
    ) -> None:
        """Draw a limb from a to b, with a radius for each end. A `tone` below 1 is darker."""
        box = self._box([a, b], max(radii) + 1)
        if box is None:
            return
        xs, ys = self._grid(box)
        dx, dy = np.float32(b[0] - a[0]), np.float32(b[1] - a[1])
        ox, oy = xs - np.float32(a[0]), ys - np.float32(a[1])
        length2 = dx * dx + dy * dy
        if length2 > 1:
            along = _clip(ox * (dx / length2) + oy * (dy / length2), 0, 1)
            ox, oy = ox - along * dx, oy - along * dy
            radius = np.float32(radii[0]) + np.float32(radii[1] - radii[0]) * along
        else:
            radius = np.full((1, 1), radii[0], np.float32)
        depth = radius - np.sqrt(ox * ox + oy * oy)
        down = _clip((oy * np.float32(0.24) + ox * np.float32(0.135)) / radius, -0.18, 0.3)
        self._paint(box, depth, material, np.float32(tone) - down)

    def polygon(self, points: Sequence[Point], radius: float, material: int) -> None:
        """Draw a convex shape with rounded edges, darker to the right and to the bottom."""
        box = self._box(points, radius + 1)
        if box is None:
            return
        xs, ys = self._grid(box)
        inside: Floats = np.full(np.broadcast_shapes(xs.shape, ys.shape), 1e9, np.float32)
        turn = 1 if _area(points) > 0 else -1
        for (x0, y0), (x1, y1) in zip(points, [*points[1:], points[0]], strict=True):
            ex, ey = x1 - x0, y1 - y0
            length = max((ex * ex + ey * ey) ** 0.5, 1e-6) * turn
            inside = np.minimum(
                inside, (ys - y0) * np.float32(ex / length) - (xs - x0) * np.float32(ey / length)
            )
        left, top, right, bottom = box
        slope = (xs - left) * np.float32(0.15 / max(1, right - left)) + (ys - top) * np.float32(
            0.11 / max(1, bottom - top)
        )
        self._paint(box, inside + np.float32(radius), material, np.float32(1.08) - slope)

    def _box(self, points: Sequence[Point], reach: float) -> Box | None:
        height, width = self.planes.shape[1:]
        left = max(0, int(min(p[0] for p in points) - reach))
        top = max(0, int(min(p[1] for p in points) - reach))
        right = min(width, int(max(p[0] for p in points) + reach) + 2)
        bottom = min(height, int(max(p[1] for p in points) + reach) + 2)
        return (left, top, right, bottom) if left < right and top < bottom else None

    @staticmethod
    def _grid(box: Box) -> tuple[Floats, Floats]:
        left, top, right, bottom = box
        xs = np.arange(left, right, dtype=np.float32)[None, :] + np.float32(0.5)
        ys = np.arange(top, bottom, dtype=np.float32)[:, None] + np.float32(0.5)
        return xs, ys

    def _paint(self, box: Box, depth: Floats, material: int, shade: Floats) -> None:
        left, top, right, bottom = box
        alpha = _clip(depth + np.float32(0.5), 0, 1)
        rim = np.minimum(depth * np.float32(0.13) + np.float32(0.78), 1)
        part = self.planes[:, top:bottom, left:right]
        part *= 1 - alpha
        part[material] += alpha * rim * shade
        part[-1] += alpha


def _clip(values: Floats, low: float, high: float) -> Floats:
    """Clip in place. For small arrays, this takes half the time of `np.clip`."""
    return np.minimum(np.maximum(values, np.float32(low), out=values), np.float32(high), out=values)


def _area(points: Sequence[Point]) -> float:
    pairs = zip(points, [*points[1:], points[0]], strict=True)
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)
