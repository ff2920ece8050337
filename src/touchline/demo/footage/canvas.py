"""A frame in the encoder's format (planar 4:2:0, BT.709, limited range), and sprites to draw on it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint16]
Floats = NDArray[np.float32]

WIDTH, HEIGHT = 1280, 720
FRAME_BYTES = WIDTH * HEIGHT * 3 // 2

_Y = np.array([0.18259, 0.61423, 0.06201], np.float32)
_U = np.array([-0.10064, -0.33857, 0.43922], np.float32)
_V = np.array([0.43922, -0.39894, -0.04027], np.float32)


def halve(plane: Floats) -> Floats:
    """Return the mean of each 2x2 block of a plane with even sides."""
    return (plane[0::2, 0::2] + plane[1::2, 0::2] + plane[0::2, 1::2] + plane[1::2, 1::2]) * np.float32(0.25)


def luma(rgb: Floats) -> Floats:
    """Return the luma of RGB (0 to 255), without the offset of 16."""
    return np.asarray(rgb @ _Y, np.float32)


def chroma(rgb: Floats) -> tuple[Floats, Floats]:
    """Return both color differences of RGB (0 to 255), without the offset of 128."""
    return np.asarray(rgb @ _U, np.float32), np.asarray(rgb @ _V, np.float32)


def to_rgb(y: Bytes, uv: Bytes) -> Bytes:
    """Convert the planes of a frame to RGB, to inspect a frame without a video decoder."""
    level = (y.astype(np.float32) - 16) * np.float32(1.16438)
    u, v = (np.repeat(np.repeat(plane.astype(np.float32) - 128, 2, 0), 2, 1) for plane in uv)
    rgb = np.stack([level + 1.79274 * v, level - 0.21325 * u - 0.53291 * v, level + 2.1124 * u], -1)
    return np.clip(rgb + 0.5, 0, 255).astype(np.uint8)


@dataclass(frozen=True)
class Sprite:
    """A small image to draw over a frame: premultiplied planes, and their transparency (0 to 256).

    `anchor` is the pixel (x, y) of the image that lands on the point given to `Canvas.blit`.
    """

    y: Words
    y_transparency: Words
    uv: Words
    uv_transparency: Words
    anchor: tuple[int, int] = (0, 0)

    @classmethod
    def from_rgba(cls, rgba: Floats, anchor: tuple[int, int] = (0, 0)) -> Sprite:
        """Create a sprite from premultiplied RGBA (colors 0 to 255, alpha 0 to 1). Odd sides are padded."""
        height, width = rgba.shape[:2]
        rgba = np.pad(rgba, ((0, height % 2), (0, width % 2), (0, 0)))
        rgb, alpha = rgba[..., :3], rgba[..., 3]
        u, v = chroma(rgb)
        return cls.from_planes(luma(rgb) + 16 * alpha, u + 128 * alpha, v + 128 * alpha, alpha, anchor)

    @classmethod
    def from_planes(cls, y: Floats, u: Floats, v: Floats, alpha: Floats, anchor: tuple[int, int]) -> Sprite:
        """Create a sprite from premultiplied planes with their offsets. Sides must be even."""
        return cls(
            y=_words(y),
            y_transparency=_words(256 - 256 * alpha),
            uv=_words(np.stack([halve(u), halve(v)])),
            uv_transparency=_words(256 - 256 * halve(alpha)),
            anchor=anchor,
        )


def _words(plane: Floats) -> Words:
    return np.asarray(np.clip(plane + np.float32(0.5), 0, 256), np.uint16)


class Canvas:
    """A frame buffer that is reused for each frame. `y` is (720, 1280), `uv` is (2, 360, 640)."""

    def __init__(self) -> None:
        self.buffer: Bytes = np.zeros(FRAME_BYTES, np.uint8)
        self.y: Bytes = self.buffer[: WIDTH * HEIGHT].reshape(HEIGHT, WIDTH)
        self.uv: Bytes = self.buffer[WIDTH * HEIGHT :].reshape(2, HEIGHT // 2, WIDTH // 2)

    def blit(self, sprite: Sprite, x: float, y: float) -> None:
        """Draw a sprite over the frame with its anchor at (x, y). Parts outside the frame are clipped."""
        left, top = round(x) - sprite.anchor[0], round(y) - sprite.anchor[1]
        _blend_over(self.y, sprite.y, sprite.y_transparency, left, top)
        _blend_over(self.uv, sprite.uv, sprite.uv_transparency, left >> 1, top >> 1)

    def rgb(self) -> Bytes:
        """Return the frame as RGB, for inspection and tests."""
        return to_rgb(self.y, self.uv)


def _blend_over(target: Bytes, source: Words, transparency: Words, left: int, top: int) -> None:
    height, width = transparency.shape
    rows, columns = target.shape[-2:]
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(columns, left + width), min(rows, top + height)
    if x0 >= x1 or y0 >= y1:
        return
    cut = (..., slice(y0 - top, y1 - top), slice(x0 - left, x1 - left))
    view = target[..., y0:y1, x0:x1]
    mixed = np.multiply(view, transparency[cut], dtype=np.uint16)
    mixed >>= 8
    mixed += source[cut]
    view[...] = mixed
