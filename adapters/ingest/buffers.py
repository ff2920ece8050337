"""Coded packets that wait until the segment they belong to is known."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Packet:
    """A coded picture or piece of sound: when it is shown and decoded, in ticks of 1/90,000 s, and its
    bytes."""

    at: int
    dts: int
    data: bytes
    is_key: bool = True


class Buffer:
    """The packets of one track in the order of time. All packets before `reached` are there."""

    def __init__(self) -> None:
        self._packets: deque[Packet] = deque()
        self.reached = 0

    def add(self, packet: Packet) -> None:
        """The next packet."""
        self._packets.append(packet)
        self.reached = packet.at

    def take(self, until: int) -> list[Packet]:
        """Remove and return what lies before an instant."""
        found = []
        while self._packets and self._packets[0].at < until:
            found.append(self._packets.popleft())
        return found
