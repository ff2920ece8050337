"""Execution of the ffmpeg program: progress, timeouts, and termination together with the parent process."""

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
    """ffmpeg exited with an error. The message is the end of its output."""


class FfmpegKilledError(Exception):
    """ffmpeg was killed from outside (out of memory, shutdown). The file is not the cause."""


def run_ffmpeg(
    arguments: Sequence[str],
    *,
    timeout: float,
    on_seconds: Callable[[float], None] = lambda _seconds: None,
    stall_timeout: float = STALL_SECONDS,
    stdin: int | None = None,
    on_started: Callable[[], None] = lambda: None,
) -> None:
    """Run ffmpeg to its end and report the seconds of output done to `on_seconds`.

    Raises `VideoRefusedError` after `timeout` (seconds in total) or `stall_timeout` (seconds without
    progress). Other failures raise `FfmpegFailedError` or `FfmpegKilledError`. `stdin` is a file descriptor
    that ffmpeg reads as `pipe:0`. `on_started` is called once the program runs. An exception from
    `on_seconds` ends the program and is passed on.
    """
    command = [imageio_ffmpeg.get_ffmpeg_exe(), *_COMMON_OPTIONS, *arguments]
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=errors,
            stdin=subprocess.DEVNULL if stdin is None else stdin,
            preexec_fn=_prepare_child,  # Python code between fork and exec: the function does almost nothing
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
                raise VideoRefusedError("Processing took too long and was stopped.")
            chunk = os.read(process.stdout.fileno(), 65536)
            if not chunk:
                return
            *lines, buffer = (buffer + chunk).split(b"\n")
            for line in lines:
                seconds = _parse_progress(line)
                if seconds is not None:
                    on_seconds(seconds)


def _parse_progress(line: bytes) -> float | None:
    """Return the seconds of a line `out_time_us=1234567` of ffmpeg's progress, or 0 while the value is
    `N/A`."""
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
    """Lower the priority of the child below the web servers, and let it end with the worker, so that no
    orphan runs on.
    """
    os.nice(10)
    die_with_parent()
