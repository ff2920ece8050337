"""An image wider than the frame. A pan moves the frame over it, at the cost of one copy per frame."""

from __future__ import annotations

import numpy as np

from touchline.demo.footage.canvas import HEIGHT, WIDTH, Bytes, Canvas, Floats, chroma, halve, luma

EDGE = 2


class Panorama:
    """The planes of an RGB image (0 to 255) that is `EDGE` pixels wider than the panorama.

    The image may be lower than a frame and then covers its top. The frame moves in whole pixels, because the
    encoder's fast preset searches motion in whole pixels. The color planes have half the resolution, so there
    are two copies, for even and odd offsets.
    """

    def __init__(self, picture: Floats) -> None:
        self.height, self.width = picture.shape[0], picture.shape[1] - EDGE
        self._y = _bytes(luma(picture) + 16)
        u, v = (plane + 128 for plane in chroma(picture))
        self._uv = [_bytes(np.stack([halve(p[:, i : i + self.width]) for p in (u, v)])) for i in (0, 1)]

    def show(self, canvas: Canvas, offset: float) -> None:
        """Fill a frame, or its top, with the part that starts `offset` pixels from the left."""
        pixels = min(self.width - WIDTH, max(0, round(offset)))
        canvas.y[: self.height] = self._y[:, pixels : pixels + WIDTH]
        start = pixels >> 1
        canvas.uv[:, : self.height // 2] = self._uv[pixels & 1][:, :, start : start + WIDTH // 2]


def _bytes(plane: Floats) -> Bytes:
    return np.asarray(np.clip(plane + np.float32(0.5), 0, 255), np.uint8)


def light_falloff(height: int = HEIGHT, strength: float = 0.28) -> Floats:
    """Return the light falloff of a lens toward the top and bottom edges (height, 1, 1)."""
    y = np.linspace(-1, 1, height, dtype=np.float32)[:, None, None]
    return np.asarray(1 - np.float32(strength) * np.abs(y) ** np.float32(2.6), np.float32)
