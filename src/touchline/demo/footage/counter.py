"""The machine-readable frame counter: a row of 20 black and white cells in the bottom right corner.

Layout, in fractions of the frame, at every resolution: a cell is 1/80 of the width and 1/45 of the height
(16 x 16 pixels at 1280 x 720: one H.264 macroblock, which stays crisp when compressed). The row is the last
1/45 of the height; cell i covers x from (60 + i) / 80 to (61 + i) / 80 of the width. From left to right:

    cell 0       white   the level of a 1
    cell 1       black   the level of a 0
    cells 2-17   the frame number, most significant bit first (0 to 65535, then again from 0)
    cell 18      parity of bits 15, 13, 11 ... 1: 1 when an odd number of them is set
    cell 19      parity of bits 14, 12, 10 ... 0, inverted: 0 when an odd number of them is set

A reader samples the middle of each cell and compares it with the mean of cells 0 and 1.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from touchline.demo.footage.canvas import Canvas

CELLS = 20
BITS = 16
COLUMNS, ROWS = 80, 45
FIRST_COLUMN = COLUMNS - CELLS
_BLACK, _WHITE = 22, 214
_MIN_CONTRAST = 60


class UnreadableCounterError(ValueError):
    """The image has no frame counter, or compression has damaged it."""


def cells(frame: int) -> list[int]:
    """Return the 20 cells (1 white, 0 black) that encode a frame number."""
    bits = [(frame >> (BITS - 1 - i)) & 1 for i in range(BITS)]
    return [1, 0, *bits, *_parity(bits)]


def draw(canvas: Canvas, frame: int) -> None:
    """Draw the counter into a frame."""
    height, width = canvas.y.shape
    row, column = height // ROWS, width // COLUMNS
    levels = np.array([_WHITE if cell else _BLACK for cell in cells(frame)], np.uint8)
    canvas.y[height - row :, FIRST_COLUMN * column :] = np.repeat(levels, column)
    canvas.uv[:, (height - row) // 2 :, FIRST_COLUMN * column // 2 :] = 128


def read(rgb: NDArray[np.uint8]) -> int:
    """Return the frame number in a decoded image (height, width, 3) of at least 320 x 180.

    Raises `UnreadableCounterError` if the cells have no contrast or their parity is wrong.
    """
    height, width = rgb.shape[:2]
    levels = [_sample_cell(rgb, width, height, FIRST_COLUMN + i) for i in range(CELLS)]
    white, black = levels[:2]
    if white - black < _MIN_CONTRAST:
        raise UnreadableCounterError("no frame counter in the bottom right corner")
    bits = [int(level > (white + black) / 2) for level in levels[2:]]
    if bits[BITS:] != _parity(bits[:BITS]):
        raise UnreadableCounterError("the frame counter's parity is wrong")
    return int("".join(map(str, bits[:BITS])), 2)


def _parity(bits: list[int]) -> list[int]:
    return [sum(bits[0::2]) % 2, 1 - sum(bits[1::2]) % 2]


def _sample_cell(rgb: NDArray[np.uint8], width: int, height: int, column: int) -> float:
    x, y = (column + 0.5) / COLUMNS * width, (ROWS - 0.5) / ROWS * height
    dx, dy = width / COLUMNS / 4, height / ROWS / 4
    return float(rgb[int(y - dy) : int(y + dy) + 1, int(x - dx) : int(x + dx) + 1].mean())
