"""Slow pans over still images, with cross-fades, a title, the frame counter, room tone and captions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from PIL import Image

from touchline.demo.footage import counter
from touchline.demo.footage.canvas import (
    HEIGHT,
    Bytes,
    Canvas,
    Floats,
    Sprite,
    Words,
    chroma,
    halve,
    luma,
)
from touchline.demo.footage.captions import write_captions
from touchline.demo.footage.encoder import FRAME_RATE, video
from touchline.demo.footage.lettering import FrameStamp, title
from touchline.demo.footage.sound import room_tone
from touchline.demo.footage.specs import StillsSpec
from touchline.demo.footage.svg import raster_file

_FADE_SECONDS = 1.4
_TITLE_SECONDS = (0.8, 5.2)
_TITLE_FADE = 0.6
_WIDE = 1440
_MOVES = (
    ((0.0, 0.5, 1.0), (0.65, 0.45, 0.84)),
    ((0.7, 0.35, 0.84), (0.3, 0.6, 0.95)),
    ((0.9, 0.8, 0.9), (0.1, 0.3, 0.86)),
    ((0.4, 0.6, 0.82), (0.5, 0.5, 1.0)),
)
"""Start and end of each move: position of the window (0 to 1 of the remaining space), share of the image."""


@dataclass(frozen=True)
class Still:
    """The planes of an image larger than a frame: Y, and U and V at half the size."""

    y: Image.Image
    u: Image.Image
    v: Image.Image

    @classmethod
    def load(cls, path: Path) -> Still:
        """Load an SVG or bitmap image, cropped to 16:9."""
        rgb = _pixels(path)
        u, v = chroma(rgb)
        planes = (luma(rgb) + 16, halve(u) + 128, halve(v) + 128)
        return cls(*(Image.fromarray(np.clip(plane + 0.5, 0, 255).astype(np.uint8)) for plane in planes))

    def view(self, canvas: Canvas, x: float, y: float, share: float) -> None:
        """Fill a frame with a window of the image."""
        for target, plane in ((canvas.y, self.y), (canvas.uv[0], self.u), (canvas.uv[1], self.v)):
            width, height = plane.width * share, plane.height * share
            left, top = (plane.width - width) * x, (plane.height - height) * y
            size = (target.shape[1], target.shape[0])
            box = (left, top, left + width, top + height)
            target[...] = np.asarray(plane.resize(size, Image.Resampling.BILINEAR, box=box))


class StillsPainter:
    """Paints the frames of a video of stills in order."""

    def __init__(self, spec: StillsSpec) -> None:
        self._stills = [Still.load(path) for path in spec.pictures]
        self._slot = spec.seconds / len(self._stills)
        self._title, self._stamp = title(spec.title), FrameStamp()
        self._has_counter = not spec.open_file
        self._canvas, self._next, self._current = Canvas(), Canvas(), Canvas()

    def paint(self, frame: int) -> Canvas:
        """Paint the next frame. The view moves with every other frame, because the move is slow."""
        if frame % 2 == 0:
            self._draw_still(frame / FRAME_RATE)
        self._canvas.buffer[:] = self._current.buffer
        self._draw_title(frame / FRAME_RATE)
        if self._has_counter:
            self._stamp.draw(self._canvas, frame)
            counter.draw(self._canvas, frame)
        return self._canvas

    def _draw_still(self, now: float) -> None:
        i = min(int(now / self._slot), len(self._stills) - 1)
        self._view(self._current, i, now)
        rest = (i + 1) * self._slot - now
        if rest < _FADE_SECONDS and i + 1 < len(self._stills):
            self._view(self._next, i + 1, now)
            _blend(self._current.buffer, self._next.buffer, 1 - rest / _FADE_SECONDS)

    def _view(self, canvas: Canvas, i: int, now: float) -> None:
        start, end = _MOVES[i % len(_MOVES)]
        since = now - (i * self._slot - _FADE_SECONDS)
        t = min(1.0, max(0.0, since / (self._slot + _FADE_SECONDS)))
        eased = t + (t * t * (3 - 2 * t) - t) * 0.6
        self._stills[i].view(canvas, *(a + (b - a) * eased for a, b in zip(start, end, strict=True)))

    def _draw_title(self, now: float) -> None:
        start, end = _TITLE_SECONDS
        strength = min(1.0, (now - start) / _TITLE_FADE, (end - now) / _TITLE_FADE)
        if strength > 0:
            self._canvas.blit(_faded(self._title, strength), 64, HEIGHT - 168)


def render_stills(spec: StillsSpec, out: Path, on_progress: Callable[[float], None]) -> None:
    """Render stills to an MP4 file, with captions beside it. Progress goes from 0 to 1."""
    frames = round(spec.seconds * FRAME_RATE)
    painter = StillsPainter(spec)
    with video(out, room_tone(spec.seconds, len(spec.key)), frames, on_progress) as write:
        for frame in range(frames):
            write(painter.paint(frame).buffer)
    write_captions(out, spec.captions, spec.seconds)


def _pixels(path: Path) -> Floats:
    if path.suffix == ".svg":
        rgb = raster_file(str(path), _WIDE)[..., :3]
        picture = Image.fromarray(np.clip(rgb + 0.5, 0, 255).astype(np.uint8))
    else:
        picture = Image.open(path).convert("RGB")
    scale = max(_WIDE / picture.width, _WIDE * 9 / 16 / picture.height)
    size = (round(picture.width * scale), round(picture.height * scale))
    left, top = (size[0] - _WIDE) // 2, (size[1] - _WIDE * 9 // 16) // 2
    large = picture.resize(size, Image.Resampling.LANCZOS) if size != picture.size else picture
    return np.asarray(large.crop((left, top, left + _WIDE, top + _WIDE * 9 // 16)), np.float32)


def _blend(below: Bytes, above: Bytes, share: float) -> None:
    weight = round(share * 256)
    mixed = below.astype(np.uint16) * np.uint16(256 - weight) + above.astype(np.uint16) * np.uint16(weight)
    below[:] = mixed >> 8


def _faded(sprite: Sprite, strength: float) -> Sprite:
    if strength >= 1:
        return sprite
    share = round(strength * 256)

    def fade_transparency(plane: Words) -> Words:
        return (256 - (((256 - plane.astype(np.uint32)) * share) >> 8)).astype(np.uint16)

    def fade_color(plane: Words) -> Words:
        return ((plane.astype(np.uint32) * share) >> 8).astype(np.uint16)

    return Sprite(
        fade_color(sprite.y),
        fade_transparency(sprite.y_transparency),
        fade_color(sprite.uv),
        fade_transparency(sprite.uv_transparency),
        sprite.anchor,
    )
