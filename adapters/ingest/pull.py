"""Asking an RTMP server for a stream that an encoder publishes to it (Adobe's RTMP 1.0, 7.2.2.1)."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from contextlib import suppress
from urllib.parse import urlsplit

from adapters.ingest import rtmp
from adapters.ingest.client import connect_command, shake_hands
from adapters.ingest.receiver import LONGEST_MESSAGE, acknowledge
from adapters.ingest.record import RecordWriter
from adapters.ingest.rtmp import ChunkReader, Message, NotRtmp, Value, read_amf, write_amf, write_message

_CONNECT_SECONDS = 10.0
_SILENCE_SECONDS = 90.0
_PAUSE_SECONDS = 1.0
_STANDARD_PORT = 1935
_READ = 1 << 18
_ACKNOWLEDGE = 1 << 20
_PING, _PONG, _STREAM_END, _BUFFER = 6, 7, 1, 3
_BUFFER_MS = 1000
_PLAYER: dict[str, Value] = {"fpad": False, "audioCodecs": 4071.0, "videoCodecs": 252.0}
_OVER = frozenset({"NetStream.Play.UnpublishNotify", "NetStream.Play.Stop", "NetStream.Play.Complete"})


def pulled_messages(address: str, record: RecordWriter) -> Iterator[Message]:
    """Yield what the server passes on until the encoder leaves.

    While the server does not answer, report that to the operator and try again.
    """
    reported = ""
    while True:
        has_media = False
        try:
            for message in _Session(address).messages():
                has_media = has_media or message.kind in (rtmp.AUDIO, rtmp.VIDEO)
                if reported:
                    reported = ""
                    record.report(reported)
                yield message
            fault = ""
        except (OSError, NotRtmp) as error:
            reason = error.strerror if isinstance(error, OSError) and error.strerror else "it does not answer"
            fault = f"nginx does not pass the stream on: {reason}."
        if has_media:
            return
        if fault and fault != reported:
            reported = fault
            record.report(reported)
        time.sleep(_PAUSE_SECONDS)


class _Session:
    """One connection to the server."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._application, _, self._name = parts.path.strip("/").rpartition("/")
        self._host, self._port = parts.hostname or "", parts.port or _STANDARD_PORT
        self._url = f"rtmp://{self._host}:{self._port}/{self._application}"
        self._chunks = ChunkReader(LONGEST_MESSAGE)

    def messages(self) -> Iterator[Message]:
        """All that the server sends; the commands are answered."""
        with socket.create_connection((self._host, self._port), timeout=_CONNECT_SECONDS) as connection:
            data = shake_hands(connection)
            connection.sendall(connect_command(self._application, self._url, **_PLAYER))
            connection.settimeout(_SILENCE_SECONDS)
            read = acknowledged = 0
            while True:
                read += len(data)
                if read - acknowledged > _ACKNOWLEDGE:
                    acknowledged = read
                    acknowledge(connection, read)
                for message in self._chunks.feed(data):
                    if self._ends(connection, message):
                        return
                    yield message
                data = connection.recv(_READ)
                if not data:
                    return

    def _ends(self, connection: socket.socket, message: Message) -> bool:
        """Go on with the conversation; whether the stream is over."""
        if message.kind == rtmp.COMMAND:
            return self._obey(connection, read_amf(message.body))
        if message.kind == rtmp.USER_CONTROL and len(message.body) >= 6:
            event = int.from_bytes(message.body[:2], "big")
            if event == _PING:
                self._send_control(connection, _PONG, message.body[2:6])
            return event == _STREAM_END
        return False

    def _obey(self, connection: socket.socket, values: list[Value]) -> bool:
        name, number = [*values, None, None][:2]
        if name == "_error":
            raise NotRtmp
        if name == "_result" and number == 1.0:
            connection.sendall(write_message(rtmp.COMMAND, write_amf("createStream", 2.0, None)))
        elif name == "_result" and number == 2.0:
            stream = int(values[3]) if len(values) > 3 and isinstance(values[3], float) else 1
            play = write_amf("play", 0.0, None, self._name, -1000.0)
            connection.sendall(write_message(rtmp.COMMAND, play, stream=stream, channel=8))
            body = stream.to_bytes(4, "big") + _BUFFER_MS.to_bytes(4, "big")
            self._send_control(connection, _BUFFER, body)
        elif name == "onStatus" and len(values) > 3 and isinstance(values[3], dict):
            return values[3].get("code") in _OVER
        return False

    def _send_control(self, connection: socket.socket, event: int, body: bytes) -> None:
        with suppress(OSError):
            data = event.to_bytes(2, "big") + body
            connection.sendall(write_message(rtmp.USER_CONTROL, data, channel=2))
