"""Test videos with a number in each frame and a tick at each whole second, which tests draw, cut and read
again.

The number is encoded in 12 cells of 16 × 32 pixels, the most significant bit first, over a moving background.
"""

import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import av
import imageio_ffmpeg
import numpy as np
from numpy.typing import NDArray

NUMBER_BITS, CELL_WIDTH, CELL_HEIGHT = 12, 16, 32
WIDTH, HEIGHT = NUMBER_BITS * CELL_WIDTH, 96
SAMPLE_RATE, TICK_SECONDS = 48_000, 0.02
AAC = ("-c:a", "aac", "-b:a", "96k")

Samples = NDArray[np.float32]


@dataclass(frozen=True)
class DecodedVideo:
    """A decoded file, as a player would get it. `frame_times` and `tick_times` (the audible ticks) are in
    seconds.
    """

    frame_numbers: list[int]
    frame_times: list[float]
    tick_times: list[float]
    size: tuple[int, int]
    duration: float
    audio_duration: float | None


def draw_video(
    target: Path, seconds: float, rate: Fraction, *options: str, first: int = 0, has_audio: bool = True
) -> Path:
    """Make a video whose first frame has the number `first`. The ticks are at whole seconds, counted from
    frame 0.
    """
    frame_count = round(seconds * rate)
    source = [
        "-f",
        "rawvideo",
        "-pix_fmt",
        "gray",
        "-s",
        f"{WIDTH}x{HEIGHT}",
        "-r",
        str(rate),
        "-i",
        "pipe:0",
    ]
    if has_audio:
        audio_file = target.with_suffix(".pcm")
        _generate_ticks(seconds, float(first / rate)).astype("<f4").tofile(audio_file)
        source += ["-f", "f32le", "-ar", str(SAMPLE_RATE), "-ac", "1", "-i", str(audio_file)]
    ffmpeg_path = imageio_ffmpeg.get_ffmpeg_exe()
    raw_frames = b"".join(_draw_frame(number) for number in range(first, first + frame_count))
    command = [ffmpeg_path, "-nostdin", "-v", "error", "-y", *source, *options, str(target)]
    subprocess.run(command, input=raw_frames, check=True)
    return target


def list_segments(folder: Path) -> list[Path]:
    """Return the segments in a folder, in order."""
    return sorted(folder.glob("*.ts"))


def hls_options(folder: Path, seconds: float, *more: str) -> tuple[str, ...]:
    """Return the options that make MPEG-TS segments in a folder. The target is its playlist."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("-hls_segment_filename", str(folder / "%05d.ts"))
    return ("-f", "hls", "-hls_time", str(seconds), "-hls_list_size", "0", *names, *more)


def decode_video(file: Path) -> DecodedVideo:
    """Decode a whole file."""
    with av.open(str(file)) as container:
        video = container.streams.video[0]
        frames = [
            (read_frame_number(frame.to_ndarray(format="gray")), frame.time)
            for frame in container.decode(video)
        ]
        codec = video.codec_context
        size, seconds = (codec.width, codec.height), (container.duration or 0) / av.time_base
    numbers, frame_times = [number for number, _ in frames], [time or 0.0 for _, time in frames]
    ticks, audio_seconds = _detect_ticks(file)
    return DecodedVideo(numbers, frame_times, ticks, size, seconds, audio_seconds)


def read_frame_number(gray: NDArray[Any]) -> int:
    """Return the number in a frame of any size."""
    height, width = gray.shape
    row = gray[height * CELL_HEIGHT // HEIGHT // 4 : height * CELL_HEIGHT // HEIGHT * 3 // 4]
    cells = [
        row[:, width * (4 * cell + 1) // (4 * NUMBER_BITS) : width * (4 * cell + 3) // (4 * NUMBER_BITS)]
        for cell in range(NUMBER_BITS)
    ]
    return int("".join("1" if cell.mean() > 127 else "0" for cell in cells), 2)


def max_tick_error(ticks: Sequence[float], start_time: float, end: float) -> float:
    """Return the largest offset of a cut's ticks from their expected times, or infinity if any are
    missing."""
    expected_ticks = [
        second - start_time for second in range(int(end) + 1) if start_time + 0.03 < second < end - 0.05
    ]
    audible_ticks = [tick for tick in ticks if 0.03 < tick < end - start_time - 0.05]
    if len(audible_ticks) != len(expected_ticks):
        return float("inf")
    return max((abs(a - b) for a, b in zip(audible_ticks, expected_ticks, strict=True)), default=0.0)


def _draw_frame(number: int) -> bytes:
    frame = _draw_background()[:, number % 64 : number % 64 + WIDTH].copy()
    bits = [number >> (NUMBER_BITS - 1 - bit) & 1 for bit in range(NUMBER_BITS)]
    frame[:CELL_HEIGHT] = np.repeat(np.array([235 if bit else 16 for bit in bits], np.uint8), CELL_WIDTH)
    return frame.tobytes()


@cache
def _draw_background() -> NDArray[np.uint8]:
    noise = np.random.default_rng(6).integers(60, 200, (HEIGHT // 8, (WIDTH + 64) // 8), dtype=np.uint8)
    return noise.repeat(8, 0).repeat(8, 1)


def _generate_ticks(seconds: float, start: float) -> Samples:
    times = np.arange(round(seconds * SAMPLE_RATE)) / SAMPLE_RATE + start
    return np.where(times % 1 < TICK_SECONDS, 0.6 * np.sin(2 * np.pi * 1000 * times), 0).astype(np.float32)


def _detect_ticks(file: Path) -> tuple[list[float], float | None]:
    with av.open(str(file)) as container:
        if not container.streams.audio:
            return [], None
        stream = container.streams.audio[0]
        audio_frames = list(container.decode(stream))
        seconds = float((stream.duration or 0) * (stream.time_base or 0))
    start_time = audio_frames[0].time or 0.0
    is_loud = np.abs(np.concatenate([audio_frame.to_ndarray()[0] for audio_frame in audio_frames])) > 0.2
    onsets = np.flatnonzero(is_loud)
    tick_starts = onsets[np.diff(onsets, prepend=-SAMPLE_RATE) > SAMPLE_RATE // 4]
    return [start_time + sample / SAMPLE_RATE for sample in tick_starts.tolist()], seconds
