"""Sprites of athletes, rendered on first use and cached: drawn once per size, then colored for each team."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from touchline.demo.footage.canvas import Floats, Sprite, chroma, luma
from touchline.demo.footage.figure import View, draw
from touchline.demo.footage.kits import Build, Kit
from touchline.demo.footage.motions import MOTIONS

PHASES = 8
HEADINGS = 16
_SCALE_STEP = 1.09
_SHADOW_HEIGHT = 0.34
_FULL_LIGHT = np.float32(1 / 200)

Drawing = tuple[NDArray[np.uint8], tuple[int, int]]


class SpriteBook:
    """Sprites by kit, motion, phase, heading and size. `pitch` is the pitch of the camera in radians."""

    def __init__(self, pitch: float) -> None:
        self._pitch = round(pitch, 2)
        self._sprites: dict[tuple[int, str, int, int, int], Sprite] = {}
        self._shadows: dict[int, Sprite] = {}
        self._kits: list[tuple[Build, Floats]] = []

    def add(self, kit: Kit) -> int:
        """Add a kit and return its number."""
        palette = kit.palette()
        u, v = chroma(palette)
        planes = np.stack([luma(palette), u, v, np.zeros_like(u)])
        weights = np.concatenate([planes, np.array([[16], [128], [128], [1]], np.float32)], 1)
        self._kits.append((kit.build, weights * _FULL_LIGHT))
        return len(self._kits) - 1

    def athlete(self, kit: int, motion: str, phase: float, heading: float, scale: float) -> Sprite:
        """Return the nearest sprite. `heading` is in radians, `scale` in pixels per meter."""
        step = round(heading / (2 * math.pi) * HEADINGS) % HEADINGS
        size = round(math.log(scale) / math.log(_SCALE_STEP))
        key = (kit, motion, int(phase * PHASES) % PHASES, step, size)
        sprite = self._sprites.get(key)
        if sprite is None:
            sprite = self._sprites[key] = self._render(*key)
        return sprite

    def shadow(self, scale: float) -> Sprite:
        """Return a soft shadow on the ground."""
        key = round(scale / 2)
        if key not in self._shadows:
            self._shadows[key] = _patch(key * 2 * 0.56, 0.42)
        return self._shadows[key]

    def _render(self, kit: int, motion: str, phase: int, step: int, size: int) -> Sprite:
        build, weights = self._kits[kit]
        planes, anchor = _drawing(build, motion, phase, step, size, self._pitch)
        _, height, width = planes.shape
        y, u, v, alpha = (weights @ planes.reshape(len(planes), -1).astype(np.float32)).reshape(
            4, height, width
        )
        # In direct light, light colors would be brighter than white.
        return Sprite.from_planes(np.minimum(y, 235 * alpha), u, v, alpha, anchor)


@lru_cache(maxsize=3500)
def _drawing(build: Build, motion: str, phase: int, step: int, size: int, pitch: float) -> Drawing:
    """Return light and alpha (0 to 200) without empty borders.

    They are the same for every team, so the cache is kept for the next video.
    """
    view = View(step * 2 * math.pi / HEADINGS, pitch, _SCALE_STEP**size)
    planes, anchor = draw(MOTIONS[motion]((phase + 0.5) / PHASES), build, view)
    filled = planes[-1] > 0.004
    rows, columns = np.flatnonzero(filled.any(1)), np.flatnonzero(filled.any(0))
    top, left = int(rows[0]), int(columns[0])
    bottom, right = int(rows[-1]) + 1, int(columns[-1]) + 1
    bottom, right = bottom + (bottom - top) % 2, right + (right - left) % 2
    cut = planes[:, top:bottom, left:right]
    even = np.pad(cut, ((0, 0), (0, cut.shape[1] % 2), (0, cut.shape[2] % 2)))
    return np.clip(even * 200 + 0.5, 0, 255).astype(np.uint8), (anchor[0] - left, anchor[1] - top)


def _patch(radius: float, strength: float) -> Sprite:
    rx, ry = max(3, math.ceil(radius)), max(2, math.ceil(radius * _SHADOW_HEIGHT))
    xs = np.linspace(-1, 1, 2 * rx, dtype=np.float32)[None, :]
    ys = np.linspace(-1, 1, 2 * ry, dtype=np.float32)[:, None]
    alpha = np.clip(1 - xs * xs - ys * ys, 0, 1) ** np.float32(0.6) * np.float32(strength)
    rgb = np.array([18, 34, 56], np.float32) * alpha[..., None]
    return Sprite.from_rgba(np.concatenate([rgb, alpha[..., None]], -1).astype(np.float32), (rx, ry))
