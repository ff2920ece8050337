from __future__ import annotations

import subprocess
from pathlib import Path

import numpy as np
import pytest

from touchline.demo.footage import counter
from touchline.demo.footage.canvas import Canvas
from touchline.demo.footage.tests.samples import FFMPEG, decode_frames


def draw_stamped_frame(frame: int) -> Canvas:
    canvas = Canvas()
    canvas.y[:], canvas.uv[:] = 120, 128
    counter.draw(canvas, frame)
    return canvas


@pytest.mark.parametrize("frame", [0, 1, 2, 1199, 21845, 43690, 65535])
def test_a_drawn_number_can_be_read(frame: int) -> None:
    assert counter.read(draw_stamped_frame(frame).rgb()) == frame


def test_every_frame_of_a_video_shows_its_own_number(plain_video: Path) -> None:
    numbers = [(counter.read(rgb), round(at * 25)) for at, _, rgb in decode_frames(plain_video)]
    assert numbers == [(n, n) for n in range(225)]


@pytest.mark.parametrize(("height", "rate"), [(360, "300k"), (180, "120k")])
def test_the_counter_survives_small_renditions(
    plain_video: Path, tmp_path: Path, height: int, rate: str
) -> None:
    small = tmp_path / "small.mp4"
    scale = ["-vf", f"scale=-2:{height}", "-c:v", "libx264", "-preset", "superfast", "-b:v", rate]
    subprocess.run([FFMPEG, "-v", "error", "-i", plain_video, "-t", "4", *scale, "-an", small], check=True)
    numbers = [counter.read(rgb) for _, _, rgb in decode_frames(small)]
    assert numbers == list(range(100))


def test_a_picture_without_cells_is_refused() -> None:
    with pytest.raises(counter.UnreadableCounterError, match="no frame counter"):
        counter.read(np.full((720, 1280, 3), 128, np.uint8))


@pytest.mark.parametrize("cell", range(2, counter.CELLS))
def test_one_broken_cell_is_found(cell: int) -> None:
    canvas = draw_stamped_frame(1234)
    x = (counter.FIRST_COLUMN + cell) * 16
    canvas.y[-16:, x : x + 16] = 236 - canvas.y[-16:, x : x + 16]
    with pytest.raises(counter.UnreadableCounterError, match="parity"):
        counter.read(canvas.rgb())
