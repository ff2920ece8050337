"""An RTMP encoder that sends FLV files over one connection, with timestamps that ffmpeg would not send.

The messages of all files go over one connection, in real time if requested. Each file has its own settings:
its timestamps continue from the previous file or start anywhere, and its clock may be wrong.
"""

from __future__ import annotations

import socket
import ssl
import subprocess
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

import imageio_ffmpeg

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
from adapters.ingest.tests.flv_files import read_messages

_TIMEOUT_SECONDS = 20.0
_READ_SIZE = 1 << 16
_MAX_MESSAGE_BYTES = 1 << 16
_DATA_MESSAGE = 18
_CHUNK_STREAMS = {messages.AUDIO: 4, messages.VIDEO: 6, _DATA_MESSAGE: 4}
_TIMESTAMP_MODULUS = 1 << 32
_CODED_FRAMES = 1


class RefusedError(Exception):
    """The server refuses the stream or has closed the connection."""


@dataclass(frozen=True)
class Part:
    """A file to send.

    `start_ms`: the start of its timestamps in milliseconds; None means the end of the previous file.
    `clock_ratio`: how much faster the timestamps run than the file's. `audio_clock_ratio`: how much faster
    the audio timestamps run than the video's. `send_speed`: how much faster than real time it is sent.
    """

    file: Path
    start_ms: int | None = None
    clock_ratio: float = 1.0
    audio_clock_ratio: float = 1.0
    send_speed: float = 1.0


class PublisherConnection:
    """One connection to an RTMP server that publishes a stream."""

    def __init__(self, server: str, stream_key: str, authority: Path | None = None) -> None:
        """Connect to `server`, a URL such as rtmp://127.0.0.1:1935/live or rtmps://…

        `authority` is a file with the certificates to trust. Raises `RefusedError` if the server refuses.
        """
        parts = urlsplit(server)
        self._stream_key = stream_key
        self._chunk_reader = ChunkReader(_MAX_MESSAGE_BYTES)
        self._replies: list[list[AmfValue]] = []
        try:
            address = (parts.hostname or "", parts.port or 1935)
            self._socket = socket.create_connection(address, timeout=_TIMEOUT_SECONDS)
            if parts.scheme == "rtmps":
                context = ssl.create_default_context(cafile=authority)
                self._socket = context.wrap_socket(self._socket, server_hostname=parts.hostname)
            self._received = perform_handshake(self._socket)
            self._stream_id = self._publish(connect_command(parts.path.strip("/"), server))
        except (OSError, InvalidRtmpError) as error:
            raise RefusedError(str(error)) from error

    def send(self, message: Message) -> None:
        """Send a message. Raises `RefusedError` if the connection is closed."""
        body = message.body
        if message.kind == _DATA_MESSAGE:
            body = write_amf("@setDataFrame") + body
        chunk_stream = _CHUNK_STREAMS[message.kind]
        try:
            self._socket.sendall(
                write_message(
                    message.kind,
                    body,
                    stream=self._stream_id,
                    chunk_stream=chunk_stream,
                    timestamp=message.timestamp,
                )
            )
        except OSError as error:
            raise RefusedError(str(error)) from error

    def close(self) -> None:
        """End the stream, and wait until the server has read all of it."""
        try:
            self._send_command("FCUnpublish", 6.0, None, self._stream_key)
            self._send_command("deleteStream", 7.0, None, float(self._stream_id))
            self._socket.shutdown(socket.SHUT_WR)
            while self._socket.recv(_READ_SIZE):
                pass
        except OSError:
            pass
        finally:
            self._socket.close()

    def _publish(self, connect: bytes) -> int:
        """Send the commands up to `publish`, and return the message stream's number."""
        self._socket.sendall(connect)
        self._wait_for_command("_result")
        self._send_command("releaseStream", 2.0, None, self._stream_key)
        self._send_command("FCPublish", 3.0, None, self._stream_key)
        self._send_command("createStream", 4.0, None)
        create_result = self._wait_for_command("_result", 4.0)
        stream_id = (
            int(create_result[3]) if len(create_result) > 3 and isinstance(create_result[3], float) else 1
        )
        publish = write_amf("publish", 5.0, None, self._stream_key, "live")
        self._socket.sendall(write_message(messages.COMMAND, publish, stream=stream_id, chunk_stream=4))
        status = self._wait_for_command("onStatus")
        code = status[3].get("code") if len(status) > 3 and isinstance(status[3], dict) else None
        if code != "NetStream.Publish.Start":
            raise RefusedError(str(code))
        return stream_id

    def _send_command(self, *values: AmfValue) -> None:
        self._socket.sendall(write_message(messages.COMMAND, write_amf(*values)))

    def _wait_for_command(self, name: str, transaction_id: float | None = None) -> list[AmfValue]:
        """Return the values of the next command of this name and transaction."""
        while True:
            data, self._received = self._received, b""
            for message in self._chunk_reader.feed(data):
                if message.kind == messages.COMMAND:
                    self._replies.append(read_amf(message.body))
            while self._replies:
                values = self._replies.pop(0)
                if values[:1] == [name] and transaction_id in (None, *values[1:2]):
                    return values
                if values[:1] == ["_error"]:
                    raise RefusedError(str(values))
            self._received = self._socket.recv(_READ_SIZE)
            if not self._received:
                raise RefusedError("the server closed the connection")


def schedule_messages(parts: Sequence[Part]) -> Iterator[tuple[float, Message]]:
    """Yield every message of consecutive files, and its send time in seconds from the start."""
    elapsed = 0.0
    next_start: int | None = None
    for part in parts:
        part_messages = list(read_messages(part.file))
        frame_timestamps = [
            item.timestamp
            for item in part_messages
            if item.kind == messages.VIDEO and item.body[1] == _CODED_FRAMES
        ]
        first, last = frame_timestamps[0], frame_timestamps[-1]
        length = (last - first) * len(frame_timestamps) / max(1, len(frame_timestamps) - 1)
        start_ms = part.start_ms or 0
        if part.start_ms is None and next_start is not None:
            start_ms = next_start - round(first * part.clock_ratio)
        for item in part_messages:
            clock_ratio = part.clock_ratio * (part.audio_clock_ratio if item.kind == messages.AUDIO else 1)
            timestamp = (start_ms + round(item.timestamp * clock_ratio)) % _TIMESTAMP_MODULUS
            send_time = elapsed + (item.timestamp - first) / 1000 / part.send_speed
            yield send_time, Message(item.kind, timestamp, item.stream, item.body)
        next_start = start_ms + round((first + length) * part.clock_ratio)
        elapsed += length / 1000 / part.send_speed


def start_srt_encoder(url: str, file: Path) -> subprocess.Popen[bytes]:
    """Start an encoder that sends a file in real time to an SRT address, without encoding it again."""
    command = [imageio_ffmpeg.get_ffmpeg_exe(), "-v", "quiet", "-nostdin", "-re", "-i", str(file)]
    return subprocess.Popen([*command, "-c", "copy", "-f", "mpegts", url])


def publish_files(
    server: str, stream_key: str, parts: Sequence[Part], *, real_time: bool, authority: Path | None = None
) -> Iterator[float]:
    """Send files over one connection, and yield after each message its send time (`time.monotonic`)."""
    connection = PublisherConnection(server, stream_key, authority)
    try:
        started = time.monotonic()
        for send_time, message in schedule_messages(parts):
            if real_time:
                time.sleep(max(0.0, started + send_time - time.monotonic()))
            connection.send(message)
            yield time.monotonic()
    finally:
        connection.close()
