"""Sample specs, and functions that decode rendered videos."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import av
import numpy as np
from imageio_ffmpeg import get_ffmpeg_exe
from numpy.typing import NDArray

from touchline.demo.footage.specs import GameSpec, Team

AWAY = Team("Harlan Falls", "HRF", "#1a5fe0", "#a9dcff")
HOME = Team("Cedar Ridge", "CDR", "#0f7350", "#f1e6c8")
FFMPEG = get_ffmpeg_exe()


def build_game_spec(
    sport: str, seconds: float, seed: int = 7, final: tuple[int, int] | None = None
) -> GameSpec:
    """Return the spec of a game between two schools."""
    return GameSpec(f"{sport}-test", sport, AWAY, HOME, seconds, seed, final)


def decode_frames(path: Path) -> Iterator[tuple[float, bool, NDArray[np.uint8]]]:
    """Yield each frame of a video: its time in seconds, whether it is a keyframe, and its RGB pixels."""
    with av.open(str(path)) as container:
        for frame in container.decode(video=0):
            yield (
                float(frame.time),
                bool(frame.key_frame),
                np.asarray(frame.to_ndarray(format="rgb24"), np.uint8),
            )


def decode_audio(path: Path) -> tuple[int, NDArray[np.float32]]:
    """Return the sample rate and the samples (channels, samples) of a video, from second 0."""
    with av.open(str(path)) as container:
        stream = container.streams.audio[0]
        chunks = [frame.to_ndarray() for frame in container.decode(stream) if (frame.pts or 0) >= 0]
        return int(stream.rate), np.concatenate(chunks, axis=1)
