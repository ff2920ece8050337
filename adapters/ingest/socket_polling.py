"""Waiting for sockets, however many files the process has open.

`select.select` fails for a file whose number is 1024 or larger.
"""

from __future__ import annotations

import selectors
import socket
from collections.abc import Iterable


def wait_for_sockets(
    readers: Iterable[socket.socket], writers: Iterable[socket.socket] = (), seconds: float | None = None
) -> bool:
    """Wait until a socket can be read or written, or until the time has passed. Returns whether one can.

    None: wait without end.
    """
    events: dict[socket.socket, int] = {}
    for event, sockets in ((selectors.EVENT_READ, readers), (selectors.EVENT_WRITE, writers)):
        for item in sockets:
            events[item] = events.get(item, 0) | event
    with selectors.PollSelector() as selector:
        for item, wanted in events.items():
            selector.register(item, wanted)
        return bool(selector.select(seconds))
