"""`TOUCHLINE_INGEST=nginx`: an nginx with its RTMP module receives all encoders on one port; a receiver
asks it for each.

nginx asks the app at each `publish` whether the key is known (`on_publish`), so a stream under an event's
name is that event's. What nginx must be told: `touchline live nginx` prints it.
"""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from adapters.ingest.program import Program
from adapters.ingest.take import LEFT, RecordedTake, Recording
from touchline.catalog.ports.ingest import LIVE_DEFAULT, Line, TakeState

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

    def listen(
        self, line: Line, folder: Path, renditions: Sequence[str] = LIVE_DEFAULT, *, exactly: bool = False
    ) -> "PulledTake":
        """Ask nginx for the line's stream; it answers when there is one."""
        return PulledTake(f"{self._application}/{line.name}", folder, renditions, exactly=exactly)


class PulledTake(RecordedTake):
    """A stream that nginx passes on as soon as an encoder publishes it."""

    def __init__(self, address: str, folder: Path, renditions: Sequence[str], *, exactly: bool) -> None:
        super().__init__()
        self._over = False
        order = {"folder": str(folder), "renditions": list(renditions), "exactly": exactly, "pull": address}
        self._program = Program(order, folder / "complaints.txt")
        self._recording = Recording(folder)

    @property
    def state(self) -> TakeState:
        """Received is what has begun to come."""
        self._look()
        if self._over:
            return TakeState.ENDED
        return TakeState.RECEIVING if self._recording and self._recording.has_begun else TakeState.WAITING

    @property
    def fault(self) -> str:
        """Of the stream, of its end, or of an nginx that does not answer."""
        self._look()
        return self._unusable or (self._recording.fault if self._recording else "")

    def close(self) -> None:
        """End the program."""
        self._over = True
        self._program.kill()

    def _look(self) -> None:
        if self._over or self._recording is None:
            return
        ended = self._program.ended
        self._read(self._program)
        if self._unusable:
            self.close()
        elif ended:
            self._over = True
            self._unusable = "" if self._recording.is_whole else LEFT
