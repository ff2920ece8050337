"""The first steps of an RTMP client: the handshake and `connect` (Adobe's RTMP 1.0, 5.2 and 7.2.1.1)."""

from __future__ import annotations

import socket

from adapters.ingest import rtmp
from adapters.ingest.rtmp import NotRtmp, Value, write_amf, write_message

_READ = 1 << 16


def shake_hands(connection: socket.socket) -> bytes:
    """Exchange C0 to C2 for S0 to S2, and return what the server sent after them.

    `NotRtmp` where the connection ends before that.
    """
    connection.sendall(b"\x03" + bytes(rtmp.REPLY))
    heard = b""
    while len(heard) < rtmp.HANDSHAKE + rtmp.REPLY:
        data = connection.recv(_READ)
        if not data:
            raise NotRtmp
        heard += data
    connection.sendall(heard[1 : rtmp.HANDSHAKE])
    return heard[rtmp.HANDSHAKE + rtmp.REPLY :]


def connect_command(application: str, url: str, **properties: Value) -> bytes:
    """Return the command `connect`, as transaction 1, with `SetChunkSize` in front of it."""
    said: dict[str, Value] = {"app": application, "flashVer": "LNX 9,0,124,2", "tcUrl": url, **properties}
    return rtmp.write_chunk_size() + write_message(rtmp.COMMAND, write_amf("connect", 1.0, said))
