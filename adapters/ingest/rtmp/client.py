"""The first steps of an RTMP client: handshake and `connect` (Adobe's RTMP 1.0, 5.2 and 7.2.1.1)."""

from __future__ import annotations

import socket
import time

from adapters.ingest.rtmp import messages
from adapters.ingest.rtmp.messages import AmfValue, write_amf, write_message
from adapters.ingest.rtmp.sockets import READ_SIZE, receive

_HANDSHAKE_SECONDS = 10.0


def perform_handshake(connection: socket.socket) -> bytes:
    """Exchange C0 to C2 for S0 to S2, and return what the server sent after them.

    Raises `TimeoutError` after 10 s, and `ConnectionError` if the connection ends earlier.
    """
    timeout, deadline = connection.gettimeout(), time.monotonic() + _HANDSHAKE_SECONDS
    connection.sendall(b"\x03" + bytes(messages.HANDSHAKE_REPLY_SIZE))
    received = b""
    while len(received) < messages.CLIENT_HELLO_SIZE + messages.HANDSHAKE_REPLY_SIZE:
        received += receive(connection, READ_SIZE, deadline)
    connection.settimeout(timeout)
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
