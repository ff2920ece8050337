"""`TOUCHLINE_INGEST=ffmpeg`: one port per event, and one receiver for each encoder that connects to it.

The port takes RTMP and RTMPS over TCP, and SRT over UDP.

A receiver starts only when an encoder has connected and the event's proxy has accepted it. An event that
waits therefore costs nothing, and the stream key is in no process list.
"""

import itertools
import socket
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from adapters.ingest.receiver_process import ReceiverProcess
from adapters.ingest.rtmp.listeners import ListenerPool, PortListener, Protocol
from adapters.ingest.rtmp.proxy import RtmpProxy
from adapters.ingest.rtmp.tls import CertificateFiles
from adapters.ingest.sessions import ENCODER_LEFT, LoggedSession, ReceivedStream
from adapters.ingest.stream_log import STREAM_LOG
from touchline.catalog.ports.media.ingest import DEFAULT_LIVE_RENDITIONS, IngestEndpoint, IngestSessionState
from touchline.shared.errors import UnavailableError

_DRAIN_TIMEOUT_SECONDS = 20.0
"""Seconds without output after which a receiver is killed, once its encoder has left."""


class FfmpegIngest:
    """Listens on a port for each event (port `Ingest`)."""

    def __init__(
        self,
        ports: range,
        bind_address: str,
        public_host: str,
        *,
        certificate: CertificateFiles | None = None,
        transcodes: bool = False,
        has_parts: bool = True,
    ) -> None:
        """Create the adapter.

        `bind_address` is the address to listen on, `public_host` the host name for encoders. With
        `certificate`, encoders may use RTMPS. `transcodes`: video that browsers cannot play is encoded again.
        `has_parts`: segments are also written in parts.
        """
        self._bind_address, self._public_host = bind_address, public_host
        self._certificate = certificate
        self._receiver_config = {"transcodes": transcodes, "has_parts": has_parts}
        self.ports: Sequence[int] = ports
        self._listener_pool = ListenerPool()

    def get_server_url(self, endpoint: IngestEndpoint) -> str:
        """Return the URL with the event's own port. With a certificate it is encrypted."""
        scheme = "rtmps" if self._certificate is not None else "rtmp"
        return f"{scheme}://{self._public_host}:{endpoint.port}/live"

    def get_srt_url(self, endpoint: IngestEndpoint) -> str | None:
        """Return the SRT URL with the event's own port, the stream key and the passphrase."""
        if not endpoint.passphrase:
            return None
        query = urlencode({"streamid": endpoint.stream_key, "passphrase": endpoint.passphrase})
        return f"srt://{self._public_host}:{endpoint.port}?{query}"

    def listen(
        self,
        endpoint: IngestEndpoint,
        folder: Path,
        renditions: Sequence[str] = DEFAULT_LIVE_RENDITIONS,
        *,
        exactly: bool = False,
    ) -> "ListeningSession":
        """Start listening on the event's port, which its two encoders share.

        Raises `UnavailableError` if the port is not available.
        """
        port = endpoint.port
        assert port is not None
        try:
            return ListeningSession(
                self._listener_pool.acquire(self._bind_address, port, endpoint.stream_key),
                endpoint,
                folder,
                renditions,
                lambda listener: self._listener_pool.release(port, listener, endpoint.stream_key),
                certificate=self._certificate,
                config={"exactly": exactly, **self._receiver_config},
            )
        except OSError as error:
            raise UnavailableError(f"Cannot listen on port {port}: {error.strerror}.") from None


class ListeningSession(LoggedSession):
    """A session that waits for an encoder on its own port."""

    def __init__(
        self,
        listener: PortListener,
        endpoint: IngestEndpoint,
        folder: Path,
        renditions: Sequence[str],
        release: Callable[[PortListener], None],
        *,
        certificate: CertificateFiles | None,
        config: Mapping[str, Any],
    ) -> None:
        """Start the proxy. `release` gets the listener when the session ends. `config` is the receiver's."""
        super().__init__()
        self._folder, self._config = folder, {**config, "renditions": list(renditions)}
        self._receiver_numbers = itertools.count()
        self._proxy = RtmpProxy(
            *(listener, endpoint.stream_key, self._create_receiver, release),
            passphrase=endpoint.passphrase,
            certificate=certificate,
        )

    @property
    def state(self) -> IngestSessionState:
        """Return the state, as the proxy sees it."""
        self._refresh()
        if self._proxy.is_finished:
            return IngestSessionState.ENDED
        return IngestSessionState.RECEIVING if self._received else IngestSessionState.WAITING

    @property
    def fault(self) -> str:
        """Return a fault of the stream, the reason for its end, or the last refused client."""
        self._refresh()
        if self._rejection or self._received is None:
            return self._rejection or self._proxy.last_refusal
        return self._received.fault or self._proxy.second_encoder_warning

    def require_renditions(self, renditions: Sequence[str]) -> None:
        """Make exactly these renditions of the encoder that connects next."""
        self._config = {**self._config, "renditions": list(renditions), "exactly": True}

    def close(self) -> None:
        """Close the proxy, which ends the receiver behind it."""
        self._proxy.close()

    def _refresh(self) -> None:
        is_finished, receiver = self._proxy.is_finished, self._proxy.active_receiver
        if receiver is None or self._rejection:
            return
        if self._received is None:
            self._received = ReceivedStream(receiver.folder)
        self._read_log(receiver.process)
        if self._rejection:
            self._proxy.close()
        elif is_finished and not self._received.has_segments:
            self._rejection = ENCODER_LEFT

    def _create_receiver(self, protocol: Protocol) -> "ProcessReceiver":
        folder = self._folder / f"{next(self._receiver_numbers)}"
        return ProcessReceiver(folder, {**self._config, "protocol": protocol.value})


class ProcessReceiver:
    """A receiver process that reads what the proxy forwards, and the folder that it writes to."""

    def __init__(self, folder: Path, config: Mapping[str, Any]) -> None:
        folder.mkdir(parents=True)
        self.folder = folder
        self._socket, receiver_socket = socket.socketpair()
        with receiver_socket:
            full_config = {**config, "folder": str(folder), "socket": receiver_socket.fileno()}
            self.process = ReceiverProcess(full_config, folder / "stderr.txt", [receiver_socket.fileno()])

    def connect(self) -> socket.socket:
        """Return our end of the socket pair."""
        return self._socket

    def finish(self) -> None:
        """Wait for the receiver, which exits when its input ends. Kill it if it stalls."""
        self.process.finish(_DRAIN_TIMEOUT_SECONDS, self._log_size)

    def _log_size(self) -> int:
        """Return the size of its stream log in bytes."""
        log_path = self.folder / STREAM_LOG
        return log_path.stat().st_size if log_path.exists() else 0
