"""Running the ffmpeg program: progress, time-outs, and an end together with its parent."""

import os
import selectors
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from typing import IO

import imageio_ffmpeg

from adapters.video.room import NO_ROOM
from touchline.catalog.ports.video import VideoRefused
from touchline.shared.processes import die_with_parent

STALL = 120.0
_COMMON = ("-nostdin", "-hide_banner", "-loglevel", "error", "-progress", "pipe:1", "-stats_period", "0.5")
_NO_ROOM = ("No space left on device", "Disk quota exceeded")


class FfmpegFailed(Exception):
    """ffmpeg ended with an error; the text is the end of what it wrote."""


class FfmpegKilled(Exception):
    """ffmpeg was killed from outside (short of memory, shutdown): the file is not at fault."""


def run(
    arguments: Sequence[str],
    *,
    time_out: float,
    on_seconds: Callable[[float], None] = lambda _seconds: None,
    stall: float = STALL,
    stdin: int | None = None,
    on_started: Callable[[], None] = lambda: None,
) -> None:
    """Run ffmpeg to its end, telling the seconds of output that are done.

    `time_out` (seconds in all) and `stall` (seconds without a sign of life) end in `VideoRefused`, another
    failure in `FfmpegFailed` or `FfmpegKilled`. `stdin` is a file descriptor that ffmpeg reads `pipe:0`
    from. `on_started` is called once the program runs. What `on_seconds` raises ends the program and passes
    on.
    """
    command = [imageio_ffmpeg.get_ffmpeg_exe(), *_COMMON, *arguments]
    with tempfile.TemporaryFile() as errors:
        program = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            stdin=subprocess.DEVNULL if stdin is None else stdin,
            preexec_fn=_politely_and_not_alone,  # Python between fork and exec: it does next to nothing
        )
        try:
            on_started()
            _follow(program, on_seconds, time.monotonic() + time_out, stall)
        except BaseException:
            program.kill()
            raise
        finally:
            program.wait()
            assert program.stdout is not None
            program.stdout.close()
        if program.returncode != 0:
            _refuse(_tail(errors), program.returncode)


def _follow(
    program: "subprocess.Popen[bytes]", on_seconds: Callable[[float], None], end: float, stall: float
) -> None:
    assert program.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(program.stdout, selectors.EVENT_READ)
        rest = b""
        while True:
            left = end - time.monotonic()
            if left <= 0 or not selector.select(min(left, stall)):
                raise VideoRefused("The file took too long to process and was given up.")
            chunk = os.read(program.stdout.fileno(), 65536)
            if not chunk:
                return
            *lines, rest = (rest + chunk).split(b"\n")
            for line in lines:
                seconds = _seconds(line)
                if seconds is not None:
                    on_seconds(seconds)


def _seconds(line: bytes) -> float | None:
    """The seconds of a line `out_time_us=1234567` of ffmpeg's progress; 0 while it says `N/A`."""
    name, _, value = line.partition(b"=")
    if name != b"out_time_us":
        return None
    return int(value) / 1_000_000 if value.strip().lstrip(b"-").isdigit() else 0.0


def _tail(errors: IO[bytes]) -> str:
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - 4000))
    return errors.read().decode(errors="replace").strip()


def _refuse(text: str, code: int) -> None:
    if any(sign in text for sign in _NO_ROOM):
        raise VideoRefused(NO_ROOM)
    if code in (-signal.SIGKILL, -signal.SIGTERM):
        raise FfmpegKilled
    raise FfmpegFailed(text or f"ffmpeg ended with code {code}")


def _politely_and_not_alone() -> None:
    """In the child: let web servers go first, and die with the worker, so that no orphan works on."""
    os.nice(10)
    die_with_parent()
