"""The first steps of an RTMP client: handshake and `connect` (Adobe's RTMP 1.0, 5.2 and 7.2.1.1)."""

from __future__ import annotations

import socket

from adapters.ingest.rtmp import messages
from adapters.ingest.rtmp.messages import AmfValue, InvalidRtmpError, write_amf, write_message

_READ_SIZE = 1 << 16


def perform_handshake(connection: socket.socket) -> bytes:
    """Exchange C0 to C2 for S0 to S2, and return what the server sent after them.

    Raises `InvalidRtmpError` if the connection ends earlier.
    """
    connection.sendall(b"\x03" + bytes(messages.HANDSHAKE_REPLY_SIZE))
    received = b""
    while len(received) < messages.CLIENT_HELLO_SIZE + messages.HANDSHAKE_REPLY_SIZE:
        data = connection.recv(_READ_SIZE)
        if not data:
            raise InvalidRtmpError
        received += data
    connection.sendall(received[1 : messages.CLIENT_HELLO_SIZE])
    return received[messages.CLIENT_HELLO_SIZE + messages.HANDSHAKE_REPLY_SIZE :]


def connect_command(application: str, url: str, **properties: AmfValue) -> bytes:
    """Return the `connect` command as transaction 1, preceded by `SetChunkSize`."""
    arguments: dict[str, AmfValue] = {
        "app": application,
        "flashVer": "LNX 9,0,124,2",
        "tcUrl": url,
        **properties,
    }
    return messages.write_chunk_size() + write_message(messages.COMMAND, write_amf("connect", 1.0, arguments))
