"""Pulls a stream that an encoder publishes to an RTMP server (Adobe's RTMP 1.0, 7.2.2.1)."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from adapters.ingest.receiver import MAX_MESSAGE_BYTES, acknowledge
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
from adapters.ingest.stream_log import StreamLogWriter

_CONNECT_TIMEOUT_SECONDS = 10.0
_READ_TIMEOUT_SECONDS = 90.0
_RETRY_DELAY_SECONDS = 1.0
_DEFAULT_PORT = 1935
_READ_SIZE = 1 << 18
_ACKNOWLEDGE_BYTES = 1 << 20
_PING_REQUEST, _PING_RESPONSE, _STREAM_EOF, _SET_BUFFER_LENGTH = 6, 7, 1, 3
_BUFFER_MS = 1000
_CONNECT_PROPERTIES: dict[str, AmfValue] = {"fpad": False, "audioCodecs": 4071.0, "videoCodecs": 252.0}
_STREAM_END_CODES = frozenset(
    {"NetStream.Play.UnpublishNotify", "NetStream.Play.Stop", "NetStream.Play.Complete"}
)


def pull_messages(url: str, log_writer: StreamLogWriter) -> Iterator[Message]:
    """Yield the messages that the server passes on, until the encoder leaves.

    While the server does not respond, report that to the operator and retry.
    """
    reported_fault = ""
    while True:
        has_media = False
        try:
            for message in _PlaySession(url).messages():
                has_media = has_media or message.kind in (messages.AUDIO, messages.VIDEO)
                if reported_fault:
                    reported_fault = ""
                    log_writer.write_fault(reported_fault)
                yield message
            fault = ""
        except (OSError, InvalidRtmpError) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "no response"
            fault = f"nginx does not pass on the stream: {reason}."
        if has_media:
            return
        if fault and fault != reported_fault:
            reported_fault = fault
            log_writer.write_fault(reported_fault)
        time.sleep(_RETRY_DELAY_SECONDS)


class _PlaySession:
    """One connection to the server."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        self._application, _, self._stream_name = parts.path.strip("/").rpartition("/")
        self._host, self._port = parts.hostname or "", parts.port or _DEFAULT_PORT
        self._url = f"rtmp://{self._host}:{self._port}/{self._application}"
        self._chunk_reader = ChunkReader(MAX_MESSAGE_BYTES)

    def messages(self) -> Iterator[Message]:
        """Yield all messages that the server sends, and answer its commands."""
        with socket.create_connection(
            (self._host, self._port), timeout=_CONNECT_TIMEOUT_SECONDS
        ) as connection:
            data = perform_handshake(connection)
            connection.sendall(connect_command(self._application, self._url, **_CONNECT_PROPERTIES))
            connection.settimeout(_READ_TIMEOUT_SECONDS)
            bytes_read = bytes_acknowledged = 0
            while True:
                bytes_read += len(data)
                if bytes_read - bytes_acknowledged > _ACKNOWLEDGE_BYTES:
                    bytes_acknowledged = bytes_read
                    acknowledge(connection, bytes_read)
                for message in self._chunk_reader.feed(data):
                    if self._handle_message(connection, message):
                        return
                    yield message
                data = connection.recv(_READ_SIZE)
                if not data:
                    return

    def _handle_message(self, connection: socket.socket, message: Message) -> bool:
        """Respond to a message. Returns True if the stream is over."""
        if message.kind == messages.COMMAND:
            return self._handle_command(connection, read_amf(message.body))
        if message.kind == messages.USER_CONTROL and len(message.body) >= 6:
            event = int.from_bytes(message.body[:2], "big")
            if event == _PING_REQUEST:
                self._send_control(connection, _PING_RESPONSE, message.body[2:6])
            return event == _STREAM_EOF
        return False

    def _handle_command(self, connection: socket.socket, values: list[AmfValue]) -> bool:
        name, transaction_id = [*values, None, None][:2]
        if name == "_error":
            raise InvalidRtmpError
        if name == "_result" and transaction_id == 1.0:
            connection.sendall(write_message(messages.COMMAND, write_amf("createStream", 2.0, None)))
        elif name == "_result" and transaction_id == 2.0:
            stream = int(values[3]) if len(values) > 3 and isinstance(values[3], float) else 1
            play = write_amf("play", 0.0, None, self._stream_name, -1000.0)
            connection.sendall(write_message(messages.COMMAND, play, stream=stream, chunk_stream=8))
            body = stream.to_bytes(4, "big") + _BUFFER_MS.to_bytes(4, "big")
            self._send_control(connection, _SET_BUFFER_LENGTH, body)
        elif name == "onStatus" and len(values) > 3 and isinstance(values[3], dict):
            return values[3].get("code") in _STREAM_END_CODES
        return False

    def _send_control(self, connection: socket.socket, event: int, body: bytes) -> None:
        with suppress(OSError):
            data = event.to_bytes(2, "big") + body
            connection.sendall(write_message(messages.USER_CONTROL, data, chunk_stream=2))
