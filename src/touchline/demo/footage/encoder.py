"""Encodes raw frames and sound to MP4: H.264 with closed GOPs and a keyframe every two seconds.

The video can be cut into HLS segments of 4 seconds, or of 2 seconds for a live stream, without encoding it
again. A GOP has 50 frames, without scene cuts. There are no B-frames, so presentation starts at zero.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

import numpy as np
from imageio_ffmpeg import get_ffmpeg_exe
from numpy.typing import NDArray

from touchline.demo.footage.canvas import HEIGHT, WIDTH, Bytes

FRAME_RATE = 25
KEYFRAME_SECONDS = 2
SAMPLE_RATE = 48_000

_X264 = "scenecut=0:open-gop=0:deblock=0,0"
_COLORS = ["-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range", "tv"]


class EncodingError(RuntimeError):
    """ffmpeg failed. The message is its error output."""


class Encoder:
    """Writes one video. Use it as a context manager. `out` appears only when the video is complete."""

    def __init__(self, out: Path, sound: NDArray[np.int16], crf: int = 24) -> None:
        """`sound` is (samples, 2) at 48 kHz. `crf` is x264's constant rate factor (lower is better)."""
        self._out, self._sound, self._crf = out, sound, crf
        self._part = out.with_name(out.name + ".part")
        self._pcm = out.with_name(out.name + ".pcm")
        self._log = out.with_name(out.name + ".log")

    def __enter__(self) -> Encoder:
        self._out.parent.mkdir(parents=True, exist_ok=True)
        self._sound.astype("<i2").tofile(self._pcm)
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(self._command(), stdin=subprocess.PIPE, stderr=log)
        return self

    def write(self, frame: Bytes) -> None:
        """Append one frame (`Canvas.buffer`)."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(frame.data)
        except BrokenPipeError:
            self._process.wait()
            raise EncodingError(self._log.read_text().strip()) from None

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._process.stdin is not None
        if kind is not None:
            self._process.kill()
        self._process.stdin.close() if kind is None else None
        status = self._process.wait()
        error_output = self._log.read_text().strip()
        if kind is None and status == 0:
            self._part.replace(self._out)
        for path in (self._pcm, self._log, self._part):
            path.unlink(missing_ok=True)
        if kind is None and status != 0:
            raise EncodingError(error_output)

    def _command(self) -> list[str]:
        gop = str(FRAME_RATE * KEYFRAME_SECONDS)
        return [
            *(get_ffmpeg_exe(), "-v", "error", "-y"),
            *("-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{WIDTH}x{HEIGHT}", "-r", str(FRAME_RATE)),
            *_COLORS,
            *("-i", "pipe:0", "-f", "s16le", "-ar", str(SAMPLE_RATE), "-ac", "2", "-i", str(self._pcm)),
            *("-c:v", "libx264", "-preset", "ultrafast", "-threads", "1", "-crf", str(self._crf)),
            *("-maxrate", "4M", "-bufsize", "8M", "-g", gop, "-keyint_min", gop, "-x264-params", _X264),
            *_COLORS,
            *("-c:a", "aac", "-aac_coder", "fast", "-b:a", "96k", "-movflags", "+faststart"),
            *("-f", "mp4", str(self._part)),
        ]


@contextmanager
def video(
    out: Path, sound: NDArray[np.int16], frames: int, on_progress: Callable[[float], None]
) -> Iterator[Callable[[Bytes], None]]:
    """Yield the `write` function of an encoder that reports its progress from 0 to 1."""
    written = 0
    with Encoder(out, sound) as encoder:

        def write(frame: Bytes) -> None:
            nonlocal written
            encoder.write(frame)
            written += 1
            if written % FRAME_RATE == 0 or written == frames:
                on_progress(written / frames)

        yield write
