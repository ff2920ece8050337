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

from adapters.video.disk_space import DISK_FULL_MESSAGE
from touchline.catalog.ports.media.video_packager import VideoRefusedError
from touchline.shared.concurrency.processes import die_with_parent

STALL_SECONDS = 120.0
_COMMON_OPTIONS = (
    "-nostdin",
    "-hide_banner",
    "-loglevel",
    "error",
    "-progress",
    "pipe:1",
    "-stats_period",
    "0.5",
)
_DISK_FULL_ERRORS = ("No space left on device", "Disk quota exceeded")


class FfmpegFailedError(Exception):
    """ffmpeg ended with an error; the text is the end of what it wrote."""


class FfmpegKilledError(Exception):
    """ffmpeg was killed from outside (short of memory, shutdown): the file is not at fault."""


def run_ffmpeg(
    arguments: Sequence[str],
    *,
    timeout: float,
    on_seconds: Callable[[float], None] = lambda _seconds: None,
    stall_timeout: float = STALL_SECONDS,
    stdin: int | None = None,
    on_started: Callable[[], None] = lambda: None,
) -> None:
    """Run ffmpeg to its end, telling the seconds of output that are done.

    `timeout` (seconds in all) and `stall_timeout` (seconds without a sign of life) end in
    `VideoRefusedError`, another failure in `FfmpegFailedError` or `FfmpegKilledError`. `stdin` is a file
    descriptor that ffmpeg reads `pipe:0` from. `on_started` is called once the program runs. What
    `on_seconds` raises ends the program and passes on.
    """
    command = [imageio_ffmpeg.get_ffmpeg_exe(), *_COMMON_OPTIONS, *arguments]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            stdin=subprocess.DEVNULL if stdin is None else stdin,
            preexec_fn=_prepare_child,  # Python between fork and exec: it does next to nothing
        )
        try:
            on_started()
            _read_progress(process, on_seconds, time.monotonic() + timeout, stall_timeout)
        except BaseException:
            process.kill()
            raise
        finally:
            process.wait()
            assert process.stdout is not None
            process.stdout.close()
        if process.returncode != 0:
            _raise_error(_read_tail(errors), process.returncode)


def _read_progress(
    process: "subprocess.Popen[bytes]",
    on_seconds: Callable[[float], None],
    deadline: float,
    stall_timeout: float,
) -> None:
    assert process.stdout is not None
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        buffer = b""
        while True:
            remaining = deadline - time.monotonic()
            if remaining <= 0 or not selector.select(min(remaining, stall_timeout)):
                raise VideoRefusedError("The file took too long to process and was given up.")
            chunk = os.read(process.stdout.fileno(), 65536)
            if not chunk:
                return
            *lines, buffer = (buffer + chunk).split(b"\n")
            for line in lines:
                seconds = _parse_progress(line)
                if seconds is not None:
                    on_seconds(seconds)


def _parse_progress(line: bytes) -> float | None:
    """The seconds of a line `out_time_us=1234567` of ffmpeg's progress; 0 while it says `N/A`."""
    name, _, value = line.partition(b"=")
    if name != b"out_time_us":
        return None
    return int(value) / 1_000_000 if value.strip().lstrip(b"-").isdigit() else 0.0


def _read_tail(errors: IO[bytes]) -> str:
    errors.seek(0, os.SEEK_END)
    errors.seek(max(0, errors.tell() - 4000))
    return errors.read().decode(errors="replace").strip()


def _raise_error(text: str, code: int) -> None:
    if any(marker in text for marker in _DISK_FULL_ERRORS):
        raise VideoRefusedError(DISK_FULL_MESSAGE)
    if code in (-signal.SIGKILL, -signal.SIGTERM):
        raise FfmpegKilledError
    raise FfmpegFailedError(text or f"ffmpeg ended with code {code}")


def _prepare_child() -> None:
    """In the child: let web servers go first, and die with the worker, so that no orphan works on."""
    os.nice(10)
    die_with_parent()
