"""Buffers coded packets until their segment is known."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class MediaPacket:
    """A coded video frame or audio packet: its timestamps in ticks of 1/90,000 s, and its bytes."""

    pts: int
    dts: int
    data: bytes
    is_keyframe: bool = True


class PacketBuffer:
    """The packets of one track in time order. All packets before `complete_until` have arrived."""

    def __init__(self) -> None:
        self._packets: deque[MediaPacket] = deque()
        self.complete_until = 0

    def add(self, packet: MediaPacket) -> None:
        """Add the next packet."""
        self._packets.append(packet)
        self.complete_until = packet.pts

    def has_packets_until(self, until: int) -> bool:
        """Return whether a packet before `until` is in the buffer."""
        return bool(self._packets) and self._packets[0].pts < until

    def pop_until(self, until: int) -> list[MediaPacket]:
        """Remove and return the packets before `until`."""
        popped = []
        while self._packets and self._packets[0].pts < until:
            popped.append(self._packets.popleft())
        return popped
