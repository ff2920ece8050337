"""Films in which each picture carries its number and each whole second sounds: drawn, cut up and read again.

The number stands in 12 cells of 16 × 32 pixels, the most significant bit first, over a picture that moves.
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

BITS, CELL, TALL = 12, 16, 32
WIDTH, HEIGHT = BITS * CELL, 96
HERTZ, TICK_SECONDS = 48_000, 0.02
AAC = ("-c:a", "aac", "-b:a", "96k")

Samples = NDArray[np.float32]


@dataclass(frozen=True)
class Read:
    """What a player would get of a file. `shown` are seconds, `ticks` the instants of the sounds."""

    numbers: list[int]
    shown: list[float]
    ticks: list[float]
    size: tuple[int, int]
    seconds: float
    sound_seconds: float | None


def draw(
    target: Path, seconds: float, rate: Fraction, *options: str, first: int = 0, sound: bool = True
) -> Path:
    """Make a film whose first picture has the number `first`, with ticks at whole seconds of all numbers."""
    pictures = round(seconds * rate)
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
    if sound:
        ticks = target.with_suffix(".pcm")
        _ticking(seconds, float(first / rate)).astype("<f4").tofile(ticks)
        source += ["-f", "f32le", "-ar", str(HERTZ), "-ac", "1", "-i", str(ticks)]
    program = imageio_ffmpeg.get_ffmpeg_exe()
    frames = b"".join(_picture(number) for number in range(first, first + pictures))
    command = [program, "-nostdin", "-v", "error", "-y", *source, *options, str(target)]
    subprocess.run(command, input=frames, check=True)
    return target


def segments(folder: Path) -> list[Path]:
    """The segments in a folder, in order."""
    return sorted(folder.glob("*.ts"))


def hls(folder: Path, seconds: float, *more: str) -> tuple[str, ...]:
    """Options that make MPEG-TS segments in a folder; the target is its playlist."""
    folder.mkdir(parents=True, exist_ok=True)
    names = ("-hls_segment_filename", str(folder / "%05d.ts"))
    return ("-f", "hls", "-hls_time", str(seconds), "-hls_list_size", "0", *names, *more)


def read(file: Path) -> Read:
    """Decode all of a file."""
    with av.open(str(file)) as container:
        video = container.streams.video[0]
        pictures = [
            (number_in(picture.to_ndarray(format="gray")), picture.time)
            for picture in container.decode(video)
        ]
        codec = video.codec_context
        size, seconds = (codec.width, codec.height), (container.duration or 0) / av.time_base
    numbers, shown = [number for number, _ in pictures], [time or 0.0 for _, time in pictures]
    ticks, sound = _heard(file)
    return Read(numbers, shown, ticks, size, seconds, sound)


def number_in(grey: NDArray[Any]) -> int:
    """The number in a picture of any size."""
    height, width = grey.shape
    row = grey[height * TALL // HEIGHT // 4 : height * TALL // HEIGHT * 3 // 4]
    cells = [
        row[:, width * (4 * cell + 1) // (4 * BITS) : width * (4 * cell + 3) // (4 * BITS)]
        for cell in range(BITS)
    ]
    return int("".join("1" if cell.mean() > 127 else "0" for cell in cells), 2)


def off_the_tick(ticks: Sequence[float], begin: float, end: float) -> float:
    """How far the ticks of a cut lie from where they belong, infinite where some lack."""
    expected = [second - begin for second in range(int(end) + 1) if begin + 0.03 < second < end - 0.05]
    heard = [tick for tick in ticks if 0.03 < tick < end - begin - 0.05]
    if len(heard) != len(expected):
        return float("inf")
    return max((abs(a - b) for a, b in zip(heard, expected, strict=True)), default=0.0)


def _picture(number: int) -> bytes:
    picture = _ground()[:, number % 64 : number % 64 + WIDTH].copy()
    bits = [number >> (BITS - 1 - bit) & 1 for bit in range(BITS)]
    picture[:TALL] = np.repeat(np.array([235 if bit else 16 for bit in bits], np.uint8), CELL)
    return picture.tobytes()


@cache
def _ground() -> NDArray[np.uint8]:
    rough = np.random.default_rng(6).integers(60, 200, (HEIGHT // 8, (WIDTH + 64) // 8), dtype=np.uint8)
    return rough.repeat(8, 0).repeat(8, 1)


def _ticking(seconds: float, since: float) -> Samples:
    at = np.arange(round(seconds * HERTZ)) / HERTZ + since
    return np.where(at % 1 < TICK_SECONDS, 0.6 * np.sin(2 * np.pi * 1000 * at), 0).astype(np.float32)


def _heard(file: Path) -> tuple[list[float], float | None]:
    with av.open(str(file)) as container:
        if not container.streams.audio:
            return [], None
        stream = container.streams.audio[0]
        frames = list(container.decode(stream))
        seconds = float((stream.duration or 0) * (stream.time_base or 0))
    begin = frames[0].time or 0.0
    loud = np.abs(np.concatenate([frame.to_ndarray()[0] for frame in frames])) > 0.2
    onsets = np.flatnonzero(loud)
    firsts = onsets[np.diff(onsets, prepend=-HERTZ) > HERTZ // 4]
    return [begin + sample / HERTZ for sample in firsts.tolist()], seconds
