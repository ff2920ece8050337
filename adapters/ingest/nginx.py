"""`TOUCHLINE_INGEST=nginx`: an nginx with its RTMP module receives all encoders on one port; ffmpeg pulls.

nginx asks the app at each `publish` whether the key is known (`on_publish`), so a stream under an event's
name is that event's. What nginx must be told: `touchline live nginx` prints it.
"""

import itertools
import shutil
import time
from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from adapters.ingest.command import arguments
from adapters.ingest.program import Program
from adapters.ingest.take import NO_PICTURE, RecordedTake, Recording, last_words, why_it_ended
from touchline.catalog.ports.ingest import LIVE_DEFAULT, SOURCE, Line, TakeState

_SILENCE_MICROSECONDS = "90000000"
_PAUSE_SECONDS = 1.0
_STANDARD_PORT = 1935


class NginxIngest:
    """Pulls what encoders publish to nginx (port `Ingest`)."""

    def __init__(self, application: str, called: str) -> None:
        """`application` is where nginx is (`rtmp://host:port/app`), `called` the name that encoders know."""
        self._application = application
        parts = urlsplit(application)
        self._server = f"rtmp://{called}:{parts.port or _STANDARD_PORT}{parts.path}"
        self.ports: Sequence[int] = ()

    def server(self, line: Line) -> str:
        """The same for all."""
        return self._server

    def listen(self, line: Line, folder: Path, renditions: Sequence[str] = LIVE_DEFAULT) -> "PulledTake":
        """Ask nginx for the line's stream; it answers when there is one."""
        return PulledTake(f"{self._application}/{line.name}", folder)


class PulledTake(RecordedTake):
    """A stream that nginx passes on as soon as an encoder publishes it."""

    def __init__(self, address: str, folder: Path) -> None:
        super().__init__()
        self._address, self._folder = address, folder
        self._numbers = itertools.count()
        self._over = False
        self._silent = ""
        self._pull()

    @property
    def state(self) -> TakeState:
        """Received is what has begun to be written."""
        self._look()
        if self._over:
            return TakeState.ENDED
        return TakeState.RECEIVING if self._recording else TakeState.WAITING

    @property
    def fault(self) -> str:
        """Of the stream, of its end, or of an nginx that does not answer."""
        self._look()
        return self._unusable or (self._recording.fault if self._recording else self._silent)

    def close(self) -> None:
        """End the program."""
        self._over = True
        self._program.kill()

    def _look(self) -> None:
        if self._over:
            return
        ended = self._program.ended
        if self._recording is None and any((self._into / SOURCE).iterdir()):
            self._recording = Recording(self._into)
        if self._recording is not None:
            self._read()
        if self._unusable:
            self.close()
        elif ended:
            self._after_its_end()

    def _after_its_end(self) -> None:
        complaints = self._program.complaints()
        if self._recording is None and NO_PICTURE not in complaints:
            self._silent = f"nginx does not pass the stream on. (ffmpeg: {last_words(complaints)})"
            if time.monotonic() - self._pulled_at > _PAUSE_SECONDS:
                shutil.rmtree(self._into)
                self._pull()
            return
        self._over = True
        if self._recording is None or not self._recording.is_whole:
            self._unusable = why_it_ended(complaints)

    def _pull(self) -> None:
        self._into = self._folder / f"{next(self._numbers)}"
        self._into.mkdir(parents=True)
        source = ["-rtmp_live", "live", "-rw_timeout", _SILENCE_MICROSECONDS, "-i", self._address]
        self._program = Program(arguments(source, self._into), self._into / "complaints.txt")
        self._pulled_at = time.monotonic()
