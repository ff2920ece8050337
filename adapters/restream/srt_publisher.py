"""Publishes to an SRT server, with the bundled ffmpeg: PyAV's libraries have no SRT.

ffmpeg gets FLV tags on its standard input. Stream ID and passphrase reach it as a preset on an inherited
pipe, because everyone can read the arguments of a process.
"""

from __future__ import annotations

import os
import socket
import subprocess
import time
from contextlib import suppress
from urllib.parse import urlsplit

import imageio_ffmpeg

from adapters.restream.addresses import SendingError, find_addresses
from adapters.restream.flv_tags import FlvTag
from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.catalog.ports.media.restreamer import RestreamDestination
from touchline.shared.concurrency.processes import die_with_parent

_CONNECT_TIMEOUT_MS = 5_000
_IO_TIMEOUT_US = 10_000_000
_CLOSE_TIMEOUT_SECONDS = 2.0
_LATENCY_US = 500_000
_FILE_HEADER = b"FLV\x01\x05\x00\x00\x00\x09" + bytes(4)


class SrtPublisher:
    """A connection to an SRT server in mode caller. ffmpeg connects at the first frames."""

    def __init__(self, destination: RestreamDestination, *, allow_private: bool) -> None:
        """Start ffmpeg. Raises `SendingError`."""
        parts = urlsplit(destination.server_url)
        addresses = find_addresses(
            parts.hostname or "", parts.port or 0, allow_private=allow_private, kind=socket.SOCK_DGRAM
        )
        host = str(addresses[0][4][0])
        netloc = f"[{host}]:{parts.port}" if ":" in host else f"{host}:{parts.port}"
        preset_reader, preset_writer = os.pipe()
        with os.fdopen(preset_writer, "w") as preset:
            preset.write(f"srt_streamid={destination.key}\n")
            if destination.passphrase:
                preset.write(f"passphrase={destination.passphrase}\n")
        try:
            self._process = subprocess.Popen(
                [
                    *(imageio_ffmpeg.get_ffmpeg_exe(), "-v", "error", "-nostats", "-f", "flv"),
                    *("-analyzeduration", "500000", "-i", "pipe:0", "-c", "copy", "-f", "mpegts"),
                    *("-fpre", f"/dev/fd/{preset_reader}", "-mode", "caller"),
                    *("-connect_timeout", str(_CONNECT_TIMEOUT_MS), "-timeout", str(_IO_TIMEOUT_US)),
                    *("-latency", str(_LATENCY_US), f"srt://{netloc}"),
                ],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(preset_reader,),
                preexec_fn=die_with_parent,
            )
        finally:
            os.close(preset_reader)
        assert self._process.stdin is not None
        self._input = self._process.stdin
        self._started_at = time.monotonic()
        self._write(_FILE_HEADER)

    def send(self, tag: FlvTag) -> None:
        """Send a tag. Raises `SendingError`."""
        size, timestamp = len(tag.body), tag.timestamp & 0xFFFFFFFF
        header = bytes([tag.kind]) + size.to_bytes(3, "big") + (timestamp & 0xFFFFFF).to_bytes(3, "big")
        header += bytes([timestamp >> 24]) + bytes(3)
        self._write(header + tag.body + (size + len(header)).to_bytes(4, "big"))

    def wait(self, seconds: float) -> None:
        """Wait. Raises `SendingError` if ffmpeg has ended, because the server refused or left."""
        if seconds > 0:
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(seconds)
        if self._process.poll() is not None:
            raise self._ended()

    def close(self) -> None:
        """Let ffmpeg send what it has, and end it."""
        with suppress(OSError):
            self._input.close()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_CLOSE_TIMEOUT_SECONDS)
        self._process.kill()
        self._process.wait()

    def _write(self, data: bytes) -> None:
        try:
            self._input.write(data)
            self._input.flush()
        except OSError:
            raise self._ended() from None

    def _ended(self) -> SendingError:
        """Return the error. SRT does not say why a server refuses: a wrong ID looks like no answer."""
        has_run = time.monotonic() - self._started_at > _CONNECT_TIMEOUT_MS / 1000 + 3
        return SendingError(RestreamFailure.DISCONNECTED if has_run else RestreamFailure.UNREACHABLE)
