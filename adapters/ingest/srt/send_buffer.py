"""The packets that an SRT receiver has not acknowledged: which ones to send again, or to give up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice

from adapters.ingest.srt.packets import SEQUENCE_MODULUS, DataPacket, distance


@dataclass(slots=True)
class SentPacket:
    """A packet, and when it was sent first and sent again. `message_number` counts from 1."""

    packet: DataPacket
    message_number: int
    sent_at: float
    repeated_at: float | None = None


class SendBuffer:
    """Keeps packets until they are acknowledged, or until they would come too late to be played (4.6).

    The sequence numbers of packets that were given up are never sent again.
    """

    def __init__(self, first: int, lifetime: float) -> None:
        self.next_number = first
        self._lifetime = lifetime
        self._packets: dict[int, SentPacket] = {}
        self._acknowledged_until = first
        self._count = 0

    def __len__(self) -> int:
        return len(self._packets)

    @property
    def first_number(self) -> int:
        """The sequence number of the oldest packet."""
        return next(iter(self._packets), self.next_number)

    def add(self, payload: bytes, key_flag: int, now: float) -> SentPacket:
        """Add a payload, already encrypted for `next_number`, and return its packet."""
        self._count += 1
        packet = SentPacket(DataPacket(self.next_number, key_flag, payload), self._count, now)
        self._packets[self.next_number] = packet
        self.next_number = (self.next_number + 1) % SEQUENCE_MODULUS
        return packet

    def acknowledge(self, number: int) -> bool:
        """Remove the packets before a sequence number. Returns whether it is further than the last one."""
        if distance(number, self.next_number) > 0 or distance(number, self._acknowledged_until) <= 0:
            return False
        self._acknowledged_until = number
        while self._packets and distance(self.first_number, number) < 0:
            del self._packets[self.first_number]
        return True

    def drop_late(self, now: float) -> None:
        """Give up the packets that are too old."""
        while self._packets and now - self._packets[self.first_number].sent_at > self._lifetime:
            del self._packets[self.first_number]

    def find(self, first: int, last: int) -> Sequence[SentPacket]:
        """Return the packets of a range that can be sent again."""
        start = self.first_number
        offsets = range(max(0, distance(first, start)), min(distance(last, start) + 1, len(self._packets)))
        return [self._packets[(start + offset) % SEQUENCE_MODULUS] for offset in offsets]

    def find_given_up(self, first: int, last: int) -> tuple[int, int] | None:
        """Return the first and last packet of a range that were given up, or None."""
        start = first if distance(first, self._acknowledged_until) > 0 else self._acknowledged_until
        end = (self.first_number - 1) % SEQUENCE_MODULUS
        end = last if distance(last, end) < 0 else end
        return (start, end) if distance(end, start) >= 0 else None

    def find_unconfirmed(self, limit: int) -> Sequence[SentPacket]:
        """Return the oldest packets, at most `limit`."""
        return list(islice(self._packets.values(), limit))
