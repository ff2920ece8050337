"""Coded packets that wait until the segment they belong to is known."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MediaPacket:
    """A coded picture or piece of sound: when it is shown and decoded, in ticks of 1/90,000 s, and its
    bytes."""

    pts: int
    dts: int
    data: bytes
    is_keyframe: bool = True


class PacketBuffer:
    """The packets of one track in the order of time. All packets before `complete_until` are there."""

    def __init__(self) -> None:
        self._packets: deque[MediaPacket] = deque()
        self.complete_until = 0

    def add(self, packet: MediaPacket) -> None:
        """The next packet."""
        self._packets.append(packet)
        self.complete_until = packet.pts

    def pop_until(self, until: int) -> list[MediaPacket]:
        """Remove and return what lies before an instant."""
        popped = []
        while self._packets and self._packets[0].pts < until:
            popped.append(self._packets.popleft())
        return popped
