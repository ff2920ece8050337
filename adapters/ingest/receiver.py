"""`python -m adapters.ingest.receiver`: the program that receives one encoder's stream.

It reads its configuration as JSON from standard input. It reads RTMP or an MPEG transport stream from an
inherited socket, RTMP from another server, or the chunks of a phone camera from a folder. It writes segments
and their log (`stream_log.py`) to a folder, and ends with the stream.
"""

from __future__ import annotations

import errno
import json
import socket
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from adapters.ingest.rtmp import messages
from adapters.ingest.rtmp.messages import ChunkReader, InvalidRtmpError, Message, read_amf
from adapters.ingest.stream_log import DISK_FULL_STATUS, StreamLogWriter

if TYPE_CHECKING:
    from adapters.ingest.media.source_packets import AudioPacket, VideoPacket

    PacketBatch = Iterable[VideoPacket | AudioPacket]

MAX_MESSAGE_BYTES = 1 << 24
_READ_SIZE = 1 << 18
_ACKNOWLEDGE_BYTES = 1 << 20
_UNPUBLISH_COMMANDS = frozenset({"deleteStream", "closeStream", "FCUnpublish"})
_DISK_FULL_ERRNOS = (errno.ENOSPC, errno.EDQUOT)


def main() -> int:
    """Run until the stream ends. Returns the exit status."""
    config: dict[str, Any] = json.load(sys.stdin)
    folder = Path(config["folder"])
    try:
        if "chunks" in config:
            from adapters.ingest.camera.receiving import receive_chunks

            receive_chunks(config, folder, config["renditions"], exactly=config["exactly"])
            return 0
        log_writer = StreamLogWriter(folder)
        _receive(_read_batches(config, log_writer), config, log_writer)
    except OSError as error:
        if error.errno not in _DISK_FULL_ERRNOS:
            raise
        return DISK_FULL_STATUS
    return 0


def _read_batches(config: Mapping[str, Any], log_writer: StreamLogWriter) -> Iterator[PacketBatch]:
    """Yield what the encoder sends in batches, whose packets are read when they are needed.

    Codecs take some time and memory to load, so they are imported only when the first media arrives.
    """
    if "pull" in config:
        from adapters.ingest.rtmp.pull import pull_messages

        yield from _read_messages(pull_messages(config["pull"], log_writer))
        return
    connection = socket.socket(fileno=config["socket"])
    if config["protocol"] == "rtmp":
        yield from _read_messages(read_published_messages(connection))
        return
    data = _read(connection)
    from adapters.ingest.media.transport_stream import TransportStreamReader

    stream_reader = TransportStreamReader()
    while data:
        yield from stream_reader.feed(data)
        data = _read(connection)
    yield from stream_reader.finish()


def _read_messages(published: Iterator[Message]) -> Iterator[PacketBatch]:
    media = (message for message in published if message.kind in (messages.AUDIO, messages.VIDEO))
    first = next(media, None)
    if first is not None:
        from adapters.ingest.media.flv import MediaReader

        reader = MediaReader()
        yield reader.read(first)
        for message in media:
            yield reader.read(message)


def _receive(batches: Iterator[PacketBatch], config: Mapping[str, Any], log_writer: StreamLogWriter) -> None:
    first = next(batches, None)
    from adapters.ingest.media.live_stream import LiveStream

    stream = LiveStream(
        *(Path(config["folder"]), config["renditions"], log_writer),
        exactly=config["exactly"],
        transcodes=config["transcodes"],
        has_parts=config["has_parts"],
    )
    if first is not None:
        log_writer.write_start()
        if stream.process(first):
            for batch in batches:
                log_writer.mark_activity()
                if not stream.process(batch):
                    return
    stream.finish()


def read_published_messages(connection: socket.socket) -> Iterator[Message]:
    """Yield the messages of an encoder, whose handshake the proxy has answered, until it leaves."""
    chunk_reader = ChunkReader(MAX_MESSAGE_BYTES)
    bytes_to_skip, bytes_read, bytes_acknowledged = (
        messages.CLIENT_HELLO_SIZE + messages.HANDSHAKE_REPLY_SIZE,
        0,
        0,
    )
    has_published = False
    while data := _read(connection):
        bytes_read += len(data)
        if bytes_read - bytes_acknowledged > _ACKNOWLEDGE_BYTES:
            bytes_acknowledged = bytes_read
            acknowledge(connection, bytes_read)
        remaining, bytes_to_skip = data[bytes_to_skip:], max(0, bytes_to_skip - len(data))
        try:
            for message in chunk_reader.feed(remaining):
                yield message
                if message.kind == messages.COMMAND:
                    command = (read_amf(message.body, 1) or [None])[0]
                    has_published = has_published or command == "publish"
                    if has_published and command in _UNPUBLISH_COMMANDS:
                        return
        except InvalidRtmpError:
            return


def acknowledge(connection: socket.socket, bytes_read: int) -> None:
    """Send the number of bytes that have arrived (5.4.3)."""
    body = (bytes_read & 0xFFFFFFFF).to_bytes(4, "big")
    with suppress(OSError):
        connection.sendall(messages.write_message(messages.ACKNOWLEDGEMENT, body, chunk_stream=2))


def _read(connection: socket.socket) -> bytes:
    try:
        return connection.recv(_READ_SIZE)
    except OSError:
        return b""


if __name__ == "__main__":
    sys.exit(main())
