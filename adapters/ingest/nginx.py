"""`TOUCHLINE_INGEST=nginx`: an nginx with the RTMP module receives all encoders on one port. Receivers pull
the streams from nginx.

At each `publish`, nginx asks the app whether the stream key is known (`on_publish`). A stream under an
event's name therefore belongs to that event. `touchline streams print-nginx-config` prints
the nginx configuration.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from adapters.ingest.receiver_process import ReceiverProcess
from adapters.ingest.sessions import ENCODER_LEFT, LoggedSession, ReceivedStream
from touchline.catalog.ports.media.ingest import DEFAULT_LIVE_RENDITIONS, IngestEndpoint, IngestSessionState

_DEFAULT_PORT = 1935


class NginxIngest:
    """Pulls what encoders publish to nginx (port `Ingest`)."""

    def __init__(
        self, application: str, public_host: str, *, transcodes: bool = False, has_parts: bool = True
    ) -> None:
        """Create the adapter.

        `application` is the URL of the nginx application (`rtmp://host:port/app`), `public_host` the host
        name for encoders. `transcodes`: video that browsers cannot play is encoded again. `has_parts`:
        segments are also written in parts.
        """
        self._receiver_config = {"transcodes": transcodes, "has_parts": has_parts}
        self._application = application
        parts = urlsplit(application)
        self._server = f"rtmp://{public_host}:{parts.port or _DEFAULT_PORT}{parts.path}"
        self.ports: Sequence[int] = ()

    def get_server_url(self, endpoint: IngestEndpoint) -> str:
        """Return the URL, which is the same for all events."""
        return self._server

    def get_srt_url(self, endpoint: IngestEndpoint) -> str | None:
        """Return None, because nginx does not receive SRT."""
        return None

    def listen(
        self,
        endpoint: IngestEndpoint,
        folder: Path,
        renditions: Sequence[str] = DEFAULT_LIVE_RENDITIONS,
        *,
        exactly: bool = False,
    ) -> "PulledSession":
        """Pull the endpoint's stream from nginx, which sends it once an encoder publishes."""
        config = {
            "renditions": list(renditions),
            "exactly": exactly,
            **self._receiver_config,
            "pull": f"{self._application}/{endpoint.stream_key}",
        }
        return PulledSession(folder, config)


class PulledSession(LoggedSession):
    """A session for a stream that nginx passes on as soon as an encoder publishes it."""

    def __init__(self, folder: Path, config: Mapping[str, Any]) -> None:
        super().__init__()
        self._is_finished = False
        self._folder, self._config = folder, config
        self._required = tuple(config["renditions"]) if config["exactly"] else None
        self._process = self._pull(config["renditions"], exactly=config["exactly"])
        self._received = ReceivedStream(folder)

    @property
    def state(self) -> IngestSessionState:
        """Return the state. `RECEIVING` once data has arrived."""
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
        """Return a fault of the stream, the reason for its end, or an nginx that does not respond."""
        self._refresh()
        return self._rejection or (self._received.fault if self._received else "")

    def require_renditions(self, renditions: Sequence[str]) -> None:
        """Pull again with exactly these renditions, unless data has arrived. The encoder does not notice."""
        if self._required != tuple(renditions) and self.state is IngestSessionState.WAITING:
            self._required = tuple(renditions)
            self._process.kill()
            self._process = self._pull(renditions, exactly=True)

    def _pull(self, renditions: Sequence[str], *, exactly: bool) -> ReceiverProcess:
        config = {
            **self._config,
            "folder": str(self._folder),
            "renditions": list(renditions),
            "exactly": exactly,
        }
        return ReceiverProcess(config, self._folder / "stderr.txt")

    def close(self) -> None:
        """End the receiver."""
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
