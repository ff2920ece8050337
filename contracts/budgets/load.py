"""A small load generator: connections that stay open on the loopback, one request on each at a time."""

from __future__ import annotations

import re
import selectors
import socket
import time
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import cycle

_LENGTH = re.compile(rb"\r\ncontent-length: *(\d+)", re.IGNORECASE)
_END = b"\r\n\r\n"


@dataclass(frozen=True)
class Bounds:
    """How long to measure: `answers` or `seconds`, whichever comes first, after `warm_up` answers."""

    connections: int
    warm_up: int
    answers: int
    seconds: float


class UnexpectedAnswer(Exception):
    """The server answered something else than 200."""


def ask(port: int, targets: Sequence[str], bounds: Bounds) -> tuple[int, float]:
    """Ask `GET` of each target in turn on this machine; how many answers came, in how many seconds."""
    return _ask(port, targets, bounds.connections, bounds.answers, bounds.seconds)


def warm_up(port: int, targets: Sequence[str], bounds: Bounds) -> None:
    """Let caches fill and connections open."""
    _ask(port, targets, bounds.connections, bounds.warm_up, bounds.seconds)


def _ask(
    port: int, targets: Sequence[str], connections: int, answers: int, seconds: float
) -> tuple[int, float]:
    requests = cycle([_request(target) for target in targets])
    open_sockets = [socket.create_connection(("127.0.0.1", port), timeout=10) for _ in range(connections)]
    read = dict.fromkeys(open_sockets, b"")
    by_number = {each.fileno(): each for each in open_sockets}
    done, began = 0, time.perf_counter()
    with selectors.DefaultSelector() as selector:
        for each in open_sockets:
            selector.register(each, selectors.EVENT_READ)
            each.sendall(next(requests))
        while done < answers and time.perf_counter() - began < seconds:
            for key, _ in selector.select(timeout=1):
                each = by_number[key.fd]
                read[each] += each.recv(1 << 18)
                if _is_whole(read[each]):
                    read[each] = b""
                    done += 1
                    each.sendall(next(requests))
    took = time.perf_counter() - began
    for each in open_sockets:
        each.close()
    return done, took


def _request(target: str) -> bytes:
    return f"GET {target} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: application/json\r\n\r\n".encode()


def _is_whole(answer: bytes) -> bool:
    end = answer.find(_END)
    if end < 0:
        return False
    if not answer.startswith(b"HTTP/1.1 200 "):
        raise UnexpectedAnswer(answer[:200].decode("latin-1"))
    found = _LENGTH.search(answer, 0, end)
    return found is not None and len(answer) >= end + len(_END) + int(found[1])
