"""`TOUCHLINE_INGEST=nginx`: an nginx with its RTMP module receives all encoders on one port; a receiver
asks it for each.

nginx asks the app at each `publish` whether the key is known (`on_publish`), so a stream under an event's
name is that event's. What nginx must be told: `touchline live nginx` prints it.
"""

from collections.abc import Sequence
from pathlib import Path
from urllib.parse import urlsplit

from adapters.ingest.receiver_process import ReceiverProcess
from adapters.ingest.sessions import ENCODER_LEFT, LoggedSession, ReceivedStream
from touchline.catalog.ports.media.ingest import DEFAULT_LIVE_RENDITIONS, IngestEndpoint, IngestSessionState

_DEFAULT_PORT = 1935


class NginxIngest:
    """Pulls what encoders publish to nginx (port `Ingest`)."""

    def __init__(self, application: str, public_host: str) -> None:
        """`application` is where nginx is (`rtmp://host:port/app`), `public_host` the name that encoders
        know."""
        self._application = application
        parts = urlsplit(application)
        self._server = f"rtmp://{public_host}:{parts.port or _DEFAULT_PORT}{parts.path}"
        self.ports: Sequence[int] = ()

    def get_server_url(self, endpoint: IngestEndpoint) -> str:
        """The same for all."""
        return self._server

    def listen(
        self,
        endpoint: IngestEndpoint,
        folder: Path,
        renditions: Sequence[str] = DEFAULT_LIVE_RENDITIONS,
        *,
        exactly: bool = False,
    ) -> "PulledSession":
        """Ask nginx for the line's stream; it answers when there is one."""
        return PulledSession(
            f"{self._application}/{endpoint.stream_key}", folder, renditions, exactly=exactly
        )


class PulledSession(LoggedSession):
    """A stream that nginx passes on as soon as an encoder publishes it."""

    def __init__(self, url: str, folder: Path, renditions: Sequence[str], *, exactly: bool) -> None:
        super().__init__()
        self._is_finished = False
        config = {"folder": str(folder), "renditions": list(renditions), "exactly": exactly, "pull": url}
        self._process = ReceiverProcess(config, folder / "complaints.txt")
        self._received = ReceivedStream(folder)

    @property
    def state(self) -> IngestSessionState:
        """Received is what has begun to come."""
        self._refresh()
        if self._is_finished:
            return IngestSessionState.ENDED
        return (
            IngestSessionState.RECEIVING
            if self._received and self._received.has_started
            else IngestSessionState.WAITING
        )

    @property
    def fault(self) -> str:
        """Of the stream, of its end, or of an nginx that does not answer."""
        self._refresh()
        return self._rejection or (self._received.fault if self._received else "")

    def close(self) -> None:
        """End the program."""
        self._is_finished = True
        self._process.kill()

    def _refresh(self) -> None:
        if self._is_finished or self._received is None:
            return
        has_exited = self._process.has_exited
        self._read_log(self._process)
        if self._rejection:
            self.close()
        elif has_exited:
            self._is_finished = True
            self._rejection = "" if self._received.has_segments else ENCODER_LEFT
