from __future__ import annotations

from pathlib import Path

import pytest

from touchline.demo.footage import counter
from touchline.demo.footage.canvas import Canvas
from touchline.demo.footage.encoder import FRAME_RATE, video
from touchline.demo.footage.sound import crowd_sound

SECONDS = 9


@pytest.fixture(scope="session")
def plain_video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return nine seconds of gray with the frame counter and crowd sound, encoded like every demo video."""
    out = tmp_path_factory.mktemp("videos") / "plain.mp4"
    canvas, frames = Canvas(), SECONDS * FRAME_RATE
    canvas.y[:], canvas.uv[:] = 90, 128
    with video(out, crowd_sound(SECONDS, 1, []), frames, lambda share: None) as write:
        for frame in range(frames):
            canvas.y[100:600, 100 + frame : 400 + frame] = 40 + frame % 150
            counter.draw(canvas, frame)
            write(canvas.buffer)
    return out
