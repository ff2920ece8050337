"""An RTMP encoder that sends FLV files over one connection, with timestamps that no ffmpeg would send.

The messages of all files go over one connection, in real time where that is asked for. Each file has a
treatment of its own: its timestamps go on from the file before or begin anywhere, and its clock may be wrong.
"""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from adapters.ingest import rtmp
from adapters.ingest.client import connect_command, shake_hands
from adapters.ingest.rtmp import ChunkReader, Message, NotRtmp, Value, read_amf, write_amf, write_message
from adapters.ingest.tests.flv_files import messages

_SECONDS = 20.0
_READ = 1 << 16
_LONGEST = 1 << 16
_INFORMATION = 18
_CHANNELS = {rtmp.AUDIO: 4, rtmp.VIDEO: 6, _INFORMATION: 4}
_CLOCK = 1 << 32
_CODED = 1


class RefusedError(Exception):
    """The server does not take the stream, or has ended the connection."""


@dataclass(frozen=True)
class Part:
    """A file to send.

    `begins`: milliseconds at which its timestamps begin; None: where those of the file before end. `clock`:
    how much faster the timestamps run than the file's, `sound_clock`: and those of its sound than those of
    its pictures. `pace`: how much faster than in real time it is sent.
    """

    file: Path
    begins: int | None = None
    clock: float = 1.0
    sound_clock: float = 1.0
    pace: float = 1.0


class Connection:
    """One connection to an RTMP server, over which a stream is published."""

    def __init__(self, server: str, key: str) -> None:
        """`server` is an address such as rtmp://127.0.0.1:1935/live; `RefusedError` where it says no."""
        parts = urlsplit(server)
        self._key = key
        self._chunks = ChunkReader(_LONGEST)
        self._replies: list[list[Value]] = []
        try:
            address = (parts.hostname or "", parts.port or 1935)
            self._socket = socket.create_connection(address, timeout=_SECONDS)
            self._data = shake_hands(self._socket)
            self._stream = self._publish(connect_command(parts.path.strip("/"), server))
        except (OSError, NotRtmp) as error:
            raise RefusedError(str(error)) from error

    def send(self, message: Message) -> None:
        """Send a message; `RefusedError` where the connection is gone."""
        body = message.body
        if message.kind == _INFORMATION:
            body = write_amf("@setDataFrame") + body
        channel = _CHANNELS[message.kind]
        try:
            self._socket.sendall(
                write_message(
                    message.kind, body, stream=self._stream, channel=channel, timestamp=message.timestamp
                )
            )
        except OSError as error:
            raise RefusedError(str(error)) from error

    def close(self) -> None:
        """End the stream, and wait until the server has read all of it."""
        try:
            self._command("FCUnpublish", 6.0, None, self._key)
            self._command("deleteStream", 7.0, None, float(self._stream))
            self._socket.shutdown(socket.SHUT_WR)
            while self._socket.recv(_READ):
                pass
        except OSError:
            pass
        finally:
            self._socket.close()

    def _publish(self, connect: bytes) -> int:
        """Go through the commands up to `publish`; the number of the message stream."""
        self._socket.sendall(connect)
        self._await("_result")
        self._command("releaseStream", 2.0, None, self._key)
        self._command("FCPublish", 3.0, None, self._key)
        self._command("createStream", 4.0, None)
        created = self._await("_result", 4.0)
        stream = int(created[3]) if len(created) > 3 and isinstance(created[3], float) else 1
        publish = write_amf("publish", 5.0, None, self._key, "live")
        self._socket.sendall(write_message(rtmp.COMMAND, publish, stream=stream, channel=4))
        status = self._await("onStatus")
        code = status[3].get("code") if len(status) > 3 and isinstance(status[3], dict) else None
        if code != "NetStream.Publish.Start":
            raise RefusedError(str(code))
        return stream

    def _command(self, *values: Value) -> None:
        self._socket.sendall(write_message(rtmp.COMMAND, write_amf(*values)))

    def _await(self, name: str, number: float | None = None) -> list[Value]:
        """The values of the next command of this name and transaction."""
        while True:
            data, self._data = self._data, b""
            for message in self._chunks.feed(data):
                if message.kind == rtmp.COMMAND:
                    self._replies.append(read_amf(message.body))
            while self._replies:
                values = self._replies.pop(0)
                if values[:1] == [name] and number in (None, *values[1:2]):
                    return values
                if values[:1] == ["_error"]:
                    raise RefusedError(str(values))
            self._data = self._socket.recv(_READ)
            if not self._data:
                raise RefusedError("the server ended the connection")


def timed(parts: Sequence[Part]) -> Iterator[tuple[float, Message]]:
    """Yield every message of files in a row, and when to send it: seconds from the beginning."""
    sent = 0.0
    end: int | None = None
    for part in parts:
        found = list(messages(part.file))
        pictures = [each.timestamp for each in found if each.kind == rtmp.VIDEO and each.body[1] == _CODED]
        first, last = pictures[0], pictures[-1]
        length = (last - first) * len(pictures) / max(1, len(pictures) - 1)
        begins = part.begins or 0
        if part.begins is None and end is not None:
            begins = end - round(first * part.clock)
        for each in found:
            clock = part.clock * (part.sound_clock if each.kind == rtmp.AUDIO else 1)
            stamp = (begins + round(each.timestamp * clock)) % _CLOCK
            at = sent + (each.timestamp - first) / 1000 / part.pace
            yield at, Message(each.kind, stamp, each.stream, each.body)
        end = begins + round((first + length) * part.clock)
        sent += length / 1000 / part.pace


def publish(server: str, key: str, parts: Sequence[Part], *, real_time: bool) -> Iterator[float]:
    """Send files over one connection, and yield after each message when it was sent (`time.monotonic`)."""
    connection = Connection(server, key)
    try:
        began = time.monotonic()
        for at, message in timed(parts):
            if real_time:
                time.sleep(max(0.0, began + at - time.monotonic()))
            connection.send(message)
            yield time.monotonic()
    finally:
        connection.close()
