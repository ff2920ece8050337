"""The moving test card of the synthetic encoder, with a clock that people and programs can read.

A flash in the corner and a tone begin with each second of the wall clock. The clock is also a row of black
and white cells at the bottom, so that a program can tell when a frame was made.
"""

from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

WIDTH, HEIGHT, FRAME_RATE = 640, 360, 25
SAMPLE_RATE, TONE_HERTZ = 48_000, 1000
SAMPLES_PER_FRAME = SAMPLE_RATE // FRAME_RATE
FLASH_FRAMES = 3
"""Frames of a flash. The tone is as long."""
_CELL, _CLOCK_BITS, _CHECK_BITS = 16, 32, 6
_WHITE, _BLACK, _DARK = 235, 16, 40
_BARS = ((180, 128, 128), (162, 44, 142), (131, 156, 44), (112, 72, 58), (84, 184, 198), (65, 100, 212))
"""Luma and chroma of the color bars."""
_FLASH_ROWS, _FLASH_COLUMNS = slice(16, 112), slice(16, 144)
_MIN_CONTRAST = 60
_ROWS = {
    "0": (7, 5, 5, 5, 7), "1": (2, 6, 2, 2, 7), "2": (7, 1, 7, 4, 7), "3": (7, 1, 7, 1, 7),
    "4": (5, 5, 7, 1, 1), "5": (7, 4, 7, 1, 7), "6": (7, 4, 7, 5, 7), "7": (7, 1, 1, 1, 1),
    "8": (7, 5, 7, 5, 7), "9": (7, 5, 7, 1, 7), ":": (0, 2, 0, 2, 0), ".": (0, 0, 0, 0, 2),
}  # fmt: skip
"""A font of 3 × 5 pixels, a row as three bits."""
_GLYPH_SCALE = 10

Plane = NDArray[np.uint8]


class TestCard:
    """Draws frames. Frame numbers count 25ths of a second since 1970."""

    __test__ = False

    def __init__(self) -> None:
        self._luma, self._blue, self._red = _draw_background()

    def draw(self, number: int) -> Plane:
        """Return a frame as planes of YUV 4:2:0, one below the other."""
        luma = self._luma.copy()
        left = number * 8 % (WIDTH - 48)
        luma[250:298, left : left + 48] = _WHITE
        luma[_FLASH_ROWS, _FLASH_COLUMNS] = _WHITE if is_flash(number) else _BLACK
        milliseconds = number * 1000 // FRAME_RATE
        _draw_text(luma, format_clock(milliseconds))
        _draw_cells(luma, milliseconds)
        planes = (luma, self._blue, self._red)
        return np.concatenate([plane.reshape(-1, WIDTH) for plane in planes])


def make_tone(number: int) -> NDArray[np.float32]:
    """Return the audio of a frame: a tone during the flash, otherwise silence. Two channels."""
    if not is_flash(number):
        return np.zeros((2, SAMPLES_PER_FRAME), np.float32)
    first = number * SAMPLES_PER_FRAME % SAMPLE_RATE
    angles = 2 * np.pi * TONE_HERTZ * (first + np.arange(SAMPLES_PER_FRAME)) / SAMPLE_RATE
    wave = (0.5 * np.sin(angles)).astype(np.float32)
    return np.stack([wave, wave])


def is_flash(number: int) -> bool:
    """Return whether the flash is on in a frame."""
    return number % FRAME_RATE < FLASH_FRAMES


def has_flash(luma: Plane) -> bool:
    """Return whether the flash is on in a decoded frame of any size."""
    height, width = luma.shape
    rows, columns = _FLASH_ROWS, _FLASH_COLUMNS
    top, bottom = rows.start * height // HEIGHT, rows.stop * height // HEIGHT
    left, right = columns.start * width // WIDTH, columns.stop * width // WIDTH
    return bool(luma[top:bottom, left:right].mean() > (_WHITE + _BLACK) / 2)


def read_clock(luma: Plane, now_ms: int) -> int | None:
    """Return when a decoded frame of any size was made, in milliseconds since 1970.

    The cells hold the last 32 bits; `now_ms` gives the others. None if the frame has no readable clock.
    """
    height, width = luma.shape
    row = (HEIGHT - _CELL // 2) * height // HEIGHT
    centers = [(index * _CELL + _CELL // 2) * width // WIDTH for index in range(WIDTH // _CELL)]
    levels = [int(luma[row - 1 : row + 2, center - 1 : center + 2].mean()) for center in centers]
    white, black, *cells = levels
    if white - black < _MIN_CONTRAST:
        return None
    bits = [int(level > (white + black) / 2) for level in cells]
    value = int("".join(map(str, bits[:_CLOCK_BITS])), 2)
    if _get_check(value) != int("".join(map(str, bits[_CLOCK_BITS:])), 2):
        return None
    found = (now_ms >> _CLOCK_BITS << _CLOCK_BITS) | value
    return found if found <= now_ms + (1 << (_CLOCK_BITS - 1)) else found - (1 << _CLOCK_BITS)


def format_clock(milliseconds: int) -> str:
    """Return the time as people read it in the picture, in UTC."""
    instant = datetime.fromtimestamp(milliseconds / 1000, UTC)
    return f"{instant:%H:%M:%S}.{instant.microsecond // 10_000:02}"


def _draw_background() -> tuple[Plane, Plane, Plane]:
    luma = np.full((HEIGHT, WIDTH), _DARK, np.uint8)
    blue, red = (np.full((HEIGHT // 2, WIDTH // 2), 128, np.uint8) for _ in range(2))
    width = (WIDTH - 160) // len(_BARS)
    for index, (level, u, v) in enumerate(_BARS):
        left = 160 + index * width
        luma[16:112, left : left + width] = level
        blue[8:56, left // 2 : (left + width) // 2] = u
        red[8:56, left // 2 : (left + width) // 2] = v
    luma[304:328] = np.linspace(_BLACK, _WHITE, WIDTH).astype(np.uint8)
    return luma, blue, red


def _draw_text(luma: Plane, text: str) -> None:
    left = (WIDTH - len(text) * 4 * _GLYPH_SCALE) // 2
    for character in text:
        pixels = np.array([[row >> bit & 1 for bit in (2, 1, 0)] for row in _ROWS[character]], np.uint8)
        glyph = np.kron(pixels, np.ones((_GLYPH_SCALE, _GLYPH_SCALE), np.uint8))
        area = luma[150 : 150 + glyph.shape[0], left : left + glyph.shape[1]]
        area[glyph == 1] = _WHITE
        left += 4 * _GLYPH_SCALE


def _draw_cells(luma: Plane, milliseconds: int) -> None:
    value = milliseconds & ((1 << _CLOCK_BITS) - 1)
    bits = f"10{value:0{_CLOCK_BITS}b}{_get_check(value):0{_CHECK_BITS}b}"
    levels = np.array([_WHITE if bit == "1" else _BLACK for bit in bits], np.uint8)
    luma[HEIGHT - _CELL :] = np.repeat(levels, _CELL)


def _get_check(value: int) -> int:
    """Return a check sum, so that damaged cells are not taken for a time."""
    return value % 61
