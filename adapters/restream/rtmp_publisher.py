"""Publishes to an RTMP or RTMPS server (Adobe's RTMP 1.0, 5.2 and 7.2)."""

from __future__ import annotations

import socket
import ssl
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from urllib.parse import urlsplit

from adapters.ingest.rtmp import messages
from adapters.ingest.rtmp.client import connect_command, perform_handshake
from adapters.ingest.rtmp.messages import (
    AmfValue,
    ChunkReader,
    InvalidRtmpError,
    Message,
    read_amf,
    write_amf,
    write_message,
)
from adapters.ingest.socket_polling import wait_for_sockets
from adapters.restream.addresses import IO_TIMEOUT_SECONDS, SendingError, connect, encrypt
from adapters.restream.flv_tags import METADATA, TICKS_PER_SECOND, VIDEO, FlvTag, read_tags
from touchline.catalog.domain.media.restreams import DEFAULT_PORTS, RestreamFailure
from touchline.catalog.ports.media.restreamer import RestreamDestination

_MAX_MESSAGE_BYTES = 1 << 20
_READ_SIZE = 1 << 16
_CLOSE_SECONDS, _DRAIN_SECONDS = 0.5, 5.0
_CONNECT, _CREATE_STREAM, _PUBLISH = 1.0, 4.0, 5.0
_PING_REQUEST, _PING_RESPONSE = 6, 7
_AUDIO_CHUNKS, _VIDEO_CHUNKS = 4, 6
_SET_DATA_FRAME = write_amf("@setDataFrame")
_REFUSALS = ("BadName", "Unauthorized", "Denied", "Rejected", "BadConnection")


class RtmpPublisher:
    """A connection to an RTMP server that has accepted the key."""

    ticks_per_second = TICKS_PER_SECOND

    def __init__(self, destination: RestreamDestination, *, allow_private: bool, ca_file: str = "") -> None:
        """Connect and publish. Raises `SendingError`."""
        parts = urlsplit(destination.server_url)
        self._key, self._host = destination.key, parts.hostname or ""
        port = parts.port or DEFAULT_PORTS[parts.scheme]
        self._chunk_reader = ChunkReader(_MAX_MESSAGE_BYTES)
        self._stream = 1
        self._has_published = self._is_accepted = False
        self._close_seconds = _CLOSE_SECONDS
        self._connection = connect(self._host, port, allow_private=allow_private)
        try:
            if parts.scheme == "rtmps":
                self._connection = encrypt(self._connection, self._host, ca_file)
            self._connection.settimeout(IO_TIMEOUT_SECONDS)
            self._publish(parts.path.strip("/"), f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}")
        except BaseException:
            self._connection.close()
            raise

    def read(self, segment: bytes) -> Sequence[FlvTag]:
        """Return the tags of a segment."""
        return read_tags(segment)

    def send(self, tag: FlvTag) -> None:
        """Send a tag. Raises `SendingError`."""
        body = _SET_DATA_FRAME + tag.body if tag.kind == METADATA else tag.body
        chunk_stream = _VIDEO_CHUNKS if tag.kind == VIDEO else _AUDIO_CHUNKS
        timestamp = tag.timestamp & 0xFFFFFFFF
        self._send(
            write_message(tag.kind, body, stream=self._stream, chunk_stream=chunk_stream, timestamp=timestamp)
        )

    def wait(self, seconds: float) -> None:
        """Wait, and answer the server meanwhile. Raises `SendingError` if it has disconnected."""
        deadline = time.monotonic() + seconds
        while self._is_readable(max(0.0, deadline - time.monotonic())):
            for message in self._receive():
                self._handle(message)
            if time.monotonic() >= deadline:
                return  # A server that never stops sending does not hold up the stream.

    def drain(self) -> None:
        """Let `close` wait longer: segments that the server has not read yet are lost if it still sends."""
        self._close_seconds = _DRAIN_SECONDS

    def close(self) -> None:
        """End the stream at the server, wait until the server has ended the connection, and close it.

        Data that is not read at the close resets the connection, and the last segments with it (RFC 1122,
        4.2.2.13).
        """
        deadline = time.monotonic() + self._close_seconds
        with suppress(SendingError, OSError):
            self._connection.settimeout(1.0)
            self._send(
                self._command("FCUnpublish", 6.0, None, self._key)
                + self._command("deleteStream", 7.0, None, float(self._stream))
            )
            self._connection.shutdown(socket.SHUT_WR)
            while (remaining := deadline - time.monotonic()) > 0 and self._is_readable(remaining):
                if not self._connection.recv(_READ_SIZE):
                    break
        with suppress(OSError):
            self._connection.close()

    def _publish(self, application: str, url: str) -> None:
        try:
            received = perform_handshake(self._connection)
        except TimeoutError:
            raise SendingError(RestreamFailure.TIMEOUT) from None
        except OSError:
            raise SendingError(RestreamFailure.NOT_RTMP) from None
        self._pending = list(self._parse(received))
        self._send(connect_command(application, url, type="nonprivate"))
        self._await_result(_CONNECT)
        self._send(
            self._command("releaseStream", 2.0, None, self._key)
            + self._command("FCPublish", 3.0, None, self._key)
            + self._command("createStream", _CREATE_STREAM, None)
        )
        self._stream = get_stream_id(self._await_result(_CREATE_STREAM))
        self._send(self._command("publish", _PUBLISH, None, self._key, "live", stream=self._stream))
        self._has_published = True
        self._await_start()
        self._is_accepted = True

    def _await_result(self, transaction_id: float) -> list[AmfValue]:
        for values in self._commands():
            if values[:2] == ["_result", transaction_id]:
                return values
            if values[:2] == ["_error", transaction_id]:
                raise self._refusal(values)
        raise AssertionError  # the loop ends with an exception

    def _await_start(self) -> None:
        for values in self._commands():
            if values[0] == "onStatus":
                if _get_info(values).get("level") == "error":
                    raise self._refusal(values)
                return

    def _commands(self) -> Iterator[list[AmfValue]]:
        """Yield the server's commands. Raises `SendingError` if none comes in time."""
        deadline = time.monotonic() + IO_TIMEOUT_SECONDS
        while True:
            pending, self._pending = self._pending, []
            for index, message in enumerate(pending):
                self._pending = pending[index + 1 :]
                if message.kind != messages.COMMAND:
                    self._handle(message)
                elif values := read_amf(message.body):
                    yield values
            if not self._pending:
                remaining = deadline - time.monotonic()
                if remaining <= 0 or not self._is_readable(remaining):
                    raise SendingError(RestreamFailure.TIMEOUT)
                self._pending = self._receive()

    def _handle(self, message: Message) -> None:
        """Answer pings. Raises `SendingError` if the server reports an error."""
        if message.kind == messages.USER_CONTROL and len(message.body) >= 6:
            if int.from_bytes(message.body[:2], "big") == _PING_REQUEST:
                body = _PING_RESPONSE.to_bytes(2, "big") + message.body[2:6]
                self._send(write_message(messages.USER_CONTROL, body, chunk_stream=2))
        elif message.kind == messages.COMMAND:
            values = read_amf(message.body)
            if values and values[0] == "onStatus" and _get_info(values).get("level") == "error":
                raise self._refusal(values)

    def _refusal(self, values: list[AmfValue]) -> SendingError:
        info = _get_info(values)
        code = str(info.get("code") or "")
        text = f"{code} {info.get('description') or ''}"
        is_refused = any(word.lower() in text.lower() for word in _REFUSALS) or (
            self._has_published and code.startswith("NetStream.Publish")
        )
        failure = RestreamFailure.KEY_REFUSED if is_refused else RestreamFailure.DISCONNECTED
        return SendingError(failure, code.replace(self._key, "…"))

    def _is_readable(self, seconds: float) -> bool:
        connection = self._connection
        if isinstance(connection, ssl.SSLSocket) and connection.pending():
            return True
        return wait_for_sockets([connection], seconds=seconds)

    def _receive(self) -> list[Message]:
        try:
            data = self._connection.recv(_READ_SIZE)
        except TimeoutError:
            raise SendingError(RestreamFailure.TIMEOUT) from None
        except OSError:
            data = b""
        if not data:
            raise self._closed()
        return list(self._parse(data))

    def _closed(self) -> SendingError:
        """Return the error of a connection that the server has closed. Many do so if they refuse a key."""
        is_refused = self._has_published and not self._is_accepted
        return SendingError(RestreamFailure.KEY_REFUSED if is_refused else RestreamFailure.DISCONNECTED)

    def _parse(self, data: bytes) -> list[Message]:
        try:
            return list(self._chunk_reader.feed(data))
        except InvalidRtmpError:
            raise SendingError(RestreamFailure.NOT_RTMP) from None

    def _send(self, data: bytes) -> None:
        try:
            self._connection.sendall(data)
        except TimeoutError:
            raise SendingError(RestreamFailure.TIMEOUT) from None
        except OSError:
            raise self._closed() from None

    @staticmethod
    def _command(name: str, transaction_id: float, *values: AmfValue, stream: int = 0) -> bytes:
        return write_message(messages.COMMAND, write_amf(name, transaction_id, *values), stream=stream)


def get_stream_id(result: Sequence[AmfValue]) -> int:
    """Return the message stream (32 bits) of an answer to `createStream`; 1 if it has none."""
    value = result[3] if len(result) > 3 else None
    return int(value) if isinstance(value, float) and 0 <= value <= 0xFFFFFFFF else 1


def _get_info(values: list[AmfValue]) -> dict[str, AmfValue]:
    """Return the information object of a status or a result."""
    for value in values[2:]:
        if isinstance(value, dict) and ("code" in value or "level" in value):
            return value
    return {}
