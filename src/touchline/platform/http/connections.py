"""What the kernel knows of this process's connections, and a way to close one (Linux; elsewhere none are
listed).

The web server tells no request which connection it came by, and reading a body cannot be interrupted. So a
connection whose sender has stopped is recognized by what the kernel counted, and shut.
"""

from __future__ import annotations

import socket
import struct
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

_TIMES = struct.Struct("=44x I 4x I")
_ACKED = struct.Struct("=120x Q")
_UNSENT = 0x5411  # SIOCOUTQ: bytes that were written and not yet acknowledged
_FOLDER = "/proc/self/fd"
_LISTENING = 10
ON_LINUX = sys.platform == "linux"


@dataclass(frozen=True)
class Connection:
    """One accepted TCP connection. Ages are in seconds; `waiting` bytes were written and not acknowledged,
    `acked` were. `number` is its inode, which no other has while it is open."""

    descriptor: int
    number: int
    peer: str
    since_sent: float
    since_received: float
    waiting: int
    acked: int

    def shut(self) -> None:
        """Close both directions; whoever reads or writes in this process sees the end."""
        with _borrowed(self.descriptor) as borrowed, suppress(OSError):
            borrowed.shutdown(socket.SHUT_RDWR)


def connections() -> Iterator[Connection]:
    """Every accepted connection of this process."""
    if not ON_LINUX:
        return
    for entry in Path(_FOLDER).iterdir():
        with suppress(OSError, ValueError):
            yield _connection(int(entry.name))


def _connection(descriptor: int) -> Connection:
    """`OSError` for what is closed meanwhile, `ValueError` for what is no accepted connection."""
    target = str(Path(_FOLDER, str(descriptor)).readlink())
    if not target.startswith("socket:["):
        raise ValueError(target)
    with _borrowed(descriptor) as borrowed:
        if borrowed.family not in (socket.AF_INET, socket.AF_INET6):
            raise ValueError(target)
        facts = borrowed.getsockopt(socket.IPPROTO_TCP, socket.TCP_INFO, 256)
        if facts[0] == _LISTENING or len(facts) < _ACKED.size:
            raise ValueError(target)
        sent, received = _TIMES.unpack_from(facts)
        return Connection(
            descriptor=descriptor,
            number=int(target[8:-1]),
            peer=borrowed.getpeername()[0],
            since_sent=sent / 1000,
            since_received=received / 1000,
            waiting=_waiting(descriptor),
            acked=_ACKED.unpack_from(facts)[0],
        )


def _waiting(descriptor: int) -> int:
    from fcntl import ioctl

    answer = ioctl(descriptor, _UNSENT, b"\0" * 4)
    return int(struct.unpack("=i", answer)[0])


@contextmanager
def _borrowed(descriptor: int) -> Iterator[socket.socket]:
    """A socket over somebody else's descriptor, which stays theirs."""
    borrowed = socket.socket(fileno=descriptor)
    try:
        yield borrowed
    finally:
        borrowed.detach()
