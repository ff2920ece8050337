"""TCP connections of this process as the kernel reports them, and a way to close one.

Linux only; on other systems none are listed. The web server does not tell a request which connection it uses,
and a body read cannot be interrupted. So stalled connections are found by the kernel's counters, and shut
down.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_TCP_INFO_TIMES = struct.Struct("=44x I 4x I")
_TCP_INFO_ACKED = struct.Struct("=120x Q")
_SIOCOUTQ = 0x5411  # SIOCOUTQ: bytes that are written but not yet acknowledged
_FD_DIRECTORY = "/proc/self/fd"
_TCP_LISTEN = 10
ON_LINUX = sys.platform == "linux"


@dataclass(frozen=True)
class TcpConnection:
    """An accepted TCP connection.

    Ages are in seconds. `unacked_bytes` is the number of bytes written but not acknowledged; `acked_bytes` is
    the number acknowledged. `inode` is unique while the connection is open.
    """

    file_descriptor: int
    inode: int
    peer: str
    seconds_since_sent: float
    seconds_since_received: float
    unacked_bytes: int
    acked_bytes: int

    def shutdown(self) -> None:
        """Shut down both directions. Readers and writers in this process see the end of the stream."""
        with _borrow_socket(self.file_descriptor) as borrowed_socket, suppress(OSError):
            borrowed_socket.shutdown(socket.SHUT_RDWR)


def list_connections() -> Iterator[TcpConnection]:
    """Yield every accepted connection of this process."""
    if not ON_LINUX:
        return
    for entry in Path(_FD_DIRECTORY).iterdir():
        with suppress(OSError, ValueError):
            yield _read_connection(int(entry.name))


def _read_connection(file_descriptor: int) -> TcpConnection:
    """Read a connection from the kernel.

    Raises `OSError` if it was closed in the meantime, `ValueError` if it is not an accepted connection.
    """
    target = str(Path(_FD_DIRECTORY, str(file_descriptor)).readlink())
    if not target.startswith("socket:["):
        raise ValueError(target)
    with _borrow_socket(file_descriptor) as borrowed_socket:
        if borrowed_socket.family not in (socket.AF_INET, socket.AF_INET6):
            raise ValueError(target)
        tcp_info = borrowed_socket.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
        if tcp_info[0] == _TCP_LISTEN or len(tcp_info) < _TCP_INFO_ACKED.size:
            raise ValueError(target)
        sent, received = _TCP_INFO_TIMES.unpack_from(tcp_info)
        return TcpConnection(
            file_descriptor=file_descriptor,
            inode=int(target[8:-1]),
            peer=borrowed_socket.getpeername()[0],
            seconds_since_sent=sent / 1000,
            seconds_since_received=received / 1000,
            unacked_bytes=_count_unacked_bytes(file_descriptor),
            acked_bytes=_TCP_INFO_ACKED.unpack_from(tcp_info)[0],
        )


def _count_unacked_bytes(file_descriptor: int) -> int:
    from fcntl import ioctl

    buffer = ioctl(file_descriptor, _SIOCOUTQ, b"\0" * 4)
    return int(struct.unpack("=i", buffer)[0])


@contextmanager
def _borrow_socket(file_descriptor: int) -> Iterator[socket.socket]:
    """Yield a socket for a descriptor without taking ownership of it."""
    borrowed_socket = socket.socket(fileno=file_descriptor)
    try:
        yield borrowed_socket
    finally:
        borrowed_socket.detach()
