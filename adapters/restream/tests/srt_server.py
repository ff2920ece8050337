"""The bundled ffmpeg as an SRT listener. It keeps one connection and what it receives."""

from __future__ import annotations

import subprocess
from pathlib import Path

import imageio_ffmpeg
import psutil

from adapters.ingest.tests.polling import free_port, wait_until

PASSPHRASE = "harvest-moon-42"


class SrtServer:
    """Listens inside a `with` block for one connection. `options` are those of ffmpeg's SRT."""

    def __init__(self, file: Path, *, port: int = 0, options: str = "") -> None:
        self.port = port or free_port()
        self.file = file
        url = f"srt://127.0.0.1:{self.port}?mode=listener{options}"
        self._command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-y", "-i", url]
        self._command += ["-c", "copy", "-flush_packets", "1", "-f", "mpegts", str(file)]

    def __enter__(self) -> SrtServer:
        self._process = subprocess.Popen(self._command)
        wait_until(self._is_listening)
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.wait()

    @property
    def size(self) -> int:
        """The bytes that were received so far."""
        return self.file.stat().st_size if self.file.exists() else 0

    def wait_for_end(self) -> None:
        """Wait until the sender has ended the connection."""
        self._process.wait(10)

    def _is_listening(self) -> bool:
        connections = psutil.Process(self._process.pid).net_connections("udp")
        return any(connection.laddr.port == self.port for connection in connections)


def hash_video(*files: Path) -> list[str]:
    """Return the hash of each coded frame of some transport streams, in their order."""
    hashes: list[str] = []
    for file in files:
        command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-i", str(file), "-map", "0:v"]
        command += ["-c", "copy", "-f", "framemd5", "-"]
        lines = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
        hashes += [line.rpartition(",")[2].strip() for line in lines if not line.startswith("#")]
    return hashes
