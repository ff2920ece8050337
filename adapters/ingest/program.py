"""Running ffmpeg beside us for as long as an encoder sends, and its end together with ours."""

import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

import imageio_ffmpeg

from touchline.shared.processes import die_with_parent

_LAST_WORDS = 4000
_COMMON = ("-nostdin", "-hide_banner", "-nostats", "-loglevel", "error")


class Program:
    """One ffmpeg; what it complains of is kept in a file."""

    def __init__(self, arguments: Sequence[str], log: Path) -> None:
        self._log = log
        with log.open("wb") as complaints:
            self._process = subprocess.Popen(
                [imageio_ffmpeg.get_ffmpeg_exe(), *_COMMON, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=complaints,
                preexec_fn=die_with_parent,
            )

    @property
    def ended(self) -> bool:
        """Whether it is over."""
        return self._process.poll() is not None

    def finish(self, patience: float) -> None:
        """Wait for its end, and kill it when that does not come within some seconds."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(patience)
        self.kill()

    def kill(self) -> None:
        """End it at once; it is gone when this returns."""
        self._process.kill()
        self._process.wait()

    def complaints(self) -> str:
        """The end of what it wrote."""
        with suppress(FileNotFoundError):
            return self._log.read_bytes()[-_LAST_WORDS:].decode(errors="replace").strip()
        return ""
