"""`python -m adapters.ingest.receiver`: the program that takes in one encoder's stream.

It gets its order as JSON on its standard input, reads RTMP from a socket that it inherited or from another
server, and writes segments and the record of them (`record.py`) into a folder. It ends with the stream.
"""

from __future__ import annotations

import errno
import json
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from adapters.ingest import rtmp
from adapters.ingest.record import NO_ROOM, RecordWriter
from adapters.ingest.rtmp import ChunkReader, Message, NotRtmp, read_amf

LONGEST_MESSAGE = 1 << 24
_READ = 1 << 18
_ACKNOWLEDGE = 1 << 20
_ENDS = frozenset({"deleteStream", "closeStream", "FCUnpublish"})
_FULL = (errno.ENOSPC, errno.EDQUOT)


def main() -> int:
    """Run until the stream ends; the exit status."""
    order: dict[str, Any] = json.load(sys.stdin)
    folder = Path(order["folder"])
    record = RecordWriter(folder)
    try:
        if "pull" in order:
            from adapters.ingest.pull import pulled_messages

            messages = pulled_messages(order["pull"], record)
        else:
            messages = published_messages(socket.socket(fileno=order["socket"]))
        _receive(messages, folder, order["renditions"], record, exactly=order["exactly"])
    except OSError as error:
        if error.errno not in _FULL:
            raise
        return NO_ROOM
    return 0


def _receive(
    messages: Iterator[Message],
    folder: Path,
    renditions: Sequence[str],
    record: RecordWriter,
    *,
    exactly: bool,
) -> None:
    first = next((one for one in messages if one.kind in (rtmp.AUDIO, rtmp.VIDEO)), None)
    # What decodes and encodes takes some time and memory: not before there is something to do.
    from adapters.ingest.live_stream import LiveStream

    stream = LiveStream(folder, renditions, record, exactly=exactly)
    if first is not None:
        record.begin()
        if stream.take(first):
            for message in messages:
                if not stream.take(message):
                    return
    stream.finish()


def published_messages(connection: socket.socket) -> Iterator[Message]:
    """What an encoder says that the gate has answered already, until it leaves."""
    chunks = ChunkReader(LONGEST_MESSAGE)
    skip, read, acknowledged = rtmp.HANDSHAKE + rtmp.REPLY, 0, 0
    while data := _received(connection):
        read += len(data)
        if read - acknowledged > _ACKNOWLEDGE:
            acknowledged = read
            acknowledge(connection, read)
        rest, skip = data[skip:], max(0, skip - len(data))
        try:
            for message in chunks.feed(rest):
                yield message
                if message.kind == rtmp.COMMAND and (read_amf(message.body, 1) or [None])[0] in _ENDS:
                    return
        except NotRtmp:
            return


def acknowledge(connection: socket.socket, read: int) -> None:
    """Tell the other side how much has come (5.4.3)."""
    body = (read & 0xFFFFFFFF).to_bytes(4, "big")
    with suppress(OSError):
        connection.sendall(rtmp.write_message(rtmp.ACKNOWLEDGEMENT, body, channel=2))


def _received(connection: socket.socket) -> bytes:
    try:
        return connection.recv(_READ)
    except OSError:
        return b""


if __name__ == "__main__":
    sys.exit(main())
