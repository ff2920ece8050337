"""Encoders that send a file in real time: ffmpeg for RTMP, RTMPS and SRT, and a phone for HTTPS."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path
from typing import Protocol as TypingProtocol

import imageio_ffmpeg

from touchline.shared.concurrency.processes import die_with_parent

_STOP_TIMEOUT_SECONDS = 60.0
_FORMATS = {"rtmp": "flv", "rtmps": "flv", "srt": "mpegts"}


class Encoder(TypingProtocol):
    """An encoder that sends one file at a time."""

    sent_seconds: float
    """Seconds of all files that were sent."""

    def start(self, file: Path) -> None:
        """Connect, and send a file in real time."""
        ...

    def drop(self, seconds: float) -> None:
        """Lose the connection in the middle of a file, for some seconds."""
        ...

    def wait(self) -> bool:
        """Wait until the file is sent. Return False if the connection broke before that."""
        ...


class FfmpegEncoder:
    """ffmpeg, which copies a file to an address such as `rtmp://127.0.0.1:19350/live/KEY`."""

    def __init__(self, address: str, log_path: Path) -> None:
        """Create an encoder for an address whose certificate nobody has signed, if it is RTMPS."""
        self._address, self._log_path = address, log_path
        self._format = _FORMATS[address.partition(":")[0]]
        self._process: subprocess.Popen[bytes] | None = None
        self._started_at = 0.0
        self.sent_seconds = 0.0

    def start(self, file: Path) -> None:
        """Connect, and send a file in real time."""
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostdin", "-loglevel", "error", "-re", "-i", str(file)]
        command += ["-map", "0", "-c", "copy"]
        command += ["-tls_verify", "0"] if self._address.startswith("rtmps") else []
        command += ["-f", self._format, self._address]
        with self._log_path.open("ab") as log_file:
            self._process = subprocess.Popen(
                command, stdout=log_file, stderr=log_file, preexec_fn=die_with_parent
            )
        self._started_at = time.monotonic()

    def drop(self, seconds: float) -> None:
        """Lose the connection in the middle of a file, for some seconds."""
        assert self._process is not None
        self._process.kill()
        self._finish()
        time.sleep(seconds)

    def wait(self) -> bool:
        """Wait until the file is sent. Return False if the connection broke before that."""
        return self._finish() == 0

    def _finish(self) -> int:
        assert self._process is not None
        status = self._process.wait(_STOP_TIMEOUT_SECONDS)
        self.sent_seconds += time.monotonic() - self._started_at
        return status
