"""A still picture wider than the frame, over which the frame slides in half pixels: a pan that costs one copy."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from touchline.demo.footage.canvas import HEIGHT, WIDTH, Bytes, Canvas, Floats, chroma, halve, luma

EDGE = 4


class Panorama:
    """Planes for each half pixel. `pictures` are RGB (0 to 255), the second seen half a pixel farther right.

    Both are `EDGE` pixels wider than the panorama; their height may be less than a frame's (a strip at the top).
    """

    def __init__(self, pictures: Sequence[Floats]) -> None:
        self.height = pictures[0].shape[0]
        self.width = pictures[0].shape[1] - EDGE
        self._y = [_bytes(luma(rgb) + 16) for rgb in pictures]
        self._uv: list[Bytes] = []
        for rgb in [pictures[0], pictures[1], pictures[0][:, 1:], pictures[1][:, 1:]]:
            even = rgb[: self.height // 2 * 2, : rgb.shape[1] // 2 * 2]
            u, v = chroma(even)
            self._uv.append(_bytes(np.stack([halve(u), halve(v)]) + 128))

    def show(self, canvas: Canvas, offset: float) -> None:
        """Fill a frame (or its top) with what is seen `offset` pixels from the left."""
        halves = min(2 * (self.width - WIDTH), max(0, round(offset * 2)))
        pixels, quarter = halves >> 1, halves & 3
        canvas.y[: self.height] = self._y[halves & 1][:, pixels : pixels + WIDTH]
        start = halves >> 2
        canvas.uv[:, : self.height // 2] = self._uv[quarter][:, :, start : start + WIDTH // 2]


def _bytes(plane: Floats) -> Bytes:
    return np.clip(plane + np.float32(0.5), 0, 255).astype(np.uint8)


def light_falloff(height: int = HEIGHT, strength: float = 0.28) -> Floats:
    """What a lens takes away toward the top and bottom edges (height, 1, 1)."""
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None, None]
    return np.asarray(1 - np.float32(strength) * np.abs(y) ** np.float32(2.6), np.float32)
