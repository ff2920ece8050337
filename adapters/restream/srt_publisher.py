"""Publishes a transport stream to an SRT listener."""

from __future__ import annotations

import socket
from collections.abc import Sequence
from urllib.parse import urlsplit

from adapters.ingest.srt.caller import NotSrtError, RejectedError, call
from adapters.ingest.srt.packets import Rejection
from adapters.ingest.srt.sending_connection import PAYLOAD_SIZE, ClosedError, SendingConnection
from adapters.restream.addresses import CONNECT_TIMEOUT_SECONDS, SendingError, create_sockets
from adapters.restream.transport_frames import TICKS_PER_SECOND, TransportFrame, TransportMuxer, read_frames
from touchline.catalog.domain.media.restreams import RestreamFailure
from touchline.catalog.ports.media.restreamer import RestreamDestination

_SEND_BUFFER_BYTES = 1 << 20
_PLAY_MARGIN_SECONDS = 1.0


class SrtPublisher:
    """A connection to an SRT listener that has accepted the stream ID and the passphrase."""

    ticks_per_second = TICKS_PER_SECOND

    def __init__(self, destination: RestreamDestination, *, allow_private: bool) -> None:
        """Call the server. Raises `SendingError`."""
        self._connection = _connect(destination, allow_private)
        self._muxer = TransportMuxer()
        self._unsent = bytearray()

    def read(self, segment: bytes) -> Sequence[TransportFrame]:
        """Return the frames of a segment."""
        return read_frames(segment)

    def send(self, frame: TransportFrame) -> None:
        """Send a frame. The last packets of it may be sent with the next one. Raises `SendingError`."""
        self._unsent += self._muxer.write(frame)
        self._send_unsent(PAYLOAD_SIZE)

    def wait(self, seconds: float) -> None:
        """Wait, and answer the server meanwhile. Raises `SendingError` if it has gone."""
        try:
            self._connection.wait(seconds)
        except ClosedError:
            raise SendingError(RestreamFailure.DISCONNECTED) from None
        except TimeoutError:
            raise SendingError(RestreamFailure.TIMEOUT) from None

    def drain(self) -> None:
        """Wait until the server has played what was sent: at the end, it throws away what it holds back."""
        self._unsent += self._muxer.finish()
        self._send_unsent(1)
        self.wait(self._connection.latency + _PLAY_MARGIN_SECONDS)

    def close(self) -> None:
        """End the connection."""
        self._connection.close()

    def _send_unsent(self, least: int) -> None:
        while len(self._unsent) >= least:
            try:
                self._connection.send(bytes(self._unsent[:PAYLOAD_SIZE]))
            except ClosedError:
                raise SendingError(RestreamFailure.DISCONNECTED) from None
            except TimeoutError:
                raise SendingError(RestreamFailure.TIMEOUT) from None
            del self._unsent[:PAYLOAD_SIZE]


def _connect(destination: RestreamDestination, allow_private: bool) -> SendingConnection:
    """Call the first address that answers. Raises `SendingError`."""
    parts = urlsplit(destination.server_url)
    failure = RestreamFailure.UNREACHABLE
    sockets = create_sockets(
        parts.hostname or "", parts.port or 0, allow_private=allow_private, kind=socket.SOCK_DGRAM
    )
    for connection, address in sockets:
        try:
            connection.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SEND_BUFFER_BYTES)
            connection.connect(address)
            return call(connection, destination.key, destination.passphrase, CONNECT_TIMEOUT_SECONDS)
        except RejectedError as error:
            connection.close()
            raise SendingError(_explain(error.reason), f"SRT {error.reason}") from None
        except NotSrtError:
            connection.close()
            raise SendingError(RestreamFailure.NOT_RTMP) from None
        except TimeoutError:
            failure = RestreamFailure.TIMEOUT
            connection.close()
        except OSError:
            connection.close()
    raise SendingError(failure)


def _explain(reason: int) -> RestreamFailure:
    """Return the failure of a rejection. Listeners choose their own codes for stream IDs that they refuse."""
    if reason in (Rejection.BAD_SECRET, Rejection.UNENCRYPTED):
        return RestreamFailure.PASSPHRASE_REFUSED
    if reason == Rejection.PEER or reason >= Rejection.BAD_REQUEST:
        return RestreamFailure.KEY_REFUSED
    return RestreamFailure.DISCONNECTED
