"""The packets of an SRT connection in order: which ones to deliver, to request again, or to give up."""

from __future__ import annotations

from adapters.ingest.srt.packets import SEQUENCE_MODULUS, distance

MAX_PACKETS = 8192
"""The flow window: the most packets that wait for a missing one."""


class ReceiveBuffer:
    """Orders packets by their sequence number.

    Packets are delivered as soon as all earlier ones have arrived. A missing packet is given up `latency`
    seconds after a later one has arrived, as SRT does with packets that are too late (4.6). Delivery needs no
    clock of the encoder, because the segments have the timestamps of the stream.
    """

    def __init__(self, first: int, latency: float) -> None:
        self.next_number = first
        """The sequence number up to which all packets were delivered or given up."""
        self.lost_count = 0
        """Number of packets that never arrived."""
        self._latency = latency
        self._waiting: dict[int, tuple[float, bytes]] = {}
        self._end = first

    @property
    def free_packets(self) -> int:
        """Return how many more packets fit."""
        return MAX_PACKETS - len(self._waiting)

    def add(self, number: int, payload: bytes, now: float) -> list[tuple[int, int]]:
        """Add a packet. Returns the range of packets that are missing before it, if it is a new one."""
        ahead = distance(number, self.next_number)
        if not 0 <= ahead < MAX_PACKETS or number in self._waiting:
            return []
        self._waiting[number] = (now, payload)
        skipped = distance(number, self._end)
        if skipped < 0:
            return []
        missing = [(self._end, (number - 1) % SEQUENCE_MODULUS)] if skipped else []
        self._end = (number + 1) % SEQUENCE_MODULUS
        return missing

    def pop_ready(self, now: float) -> list[bytes]:
        """Remove and return the payloads to deliver now."""
        payloads: list[bytes] = []
        while self._waiting:
            waiting = self._waiting.pop(self.next_number, None)
            if waiting is not None:
                if waiting[1]:
                    payloads.append(waiting[1])
                self.next_number = (self.next_number + 1) % SEQUENCE_MODULUS
                continue
            nearest = min(self._waiting, key=lambda number: distance(number, self.next_number))
            if self._waiting[nearest][0] + self._latency > now:
                break
            self.lost_count += distance(nearest, self.next_number)
            self.next_number = nearest
        return payloads

    def drop(self, first: int, last: int, now: float) -> None:
        """Give up missing packets that the encoder does not send any more (3.2.9)."""
        ahead = max(0, distance(first, self.next_number))
        for offset in range(ahead, min(distance(last, self.next_number) + 1, MAX_PACKETS)):
            number = (self.next_number + offset) % SEQUENCE_MODULUS
            if number not in self._waiting:
                self._waiting[number] = (now, b"")
                self.lost_count += 1
            if distance(number, self._end) >= 0:
                self._end = (number + 1) % SEQUENCE_MODULUS

    def missing_ranges(self) -> list[tuple[int, int]]:
        """Return the first and last number of each range of missing packets."""
        ranges = []
        start = self.next_number
        for number in sorted(self._waiting, key=lambda number: distance(number, self.next_number)):
            if number != start:
                ranges.append((start, (number - 1) % SEQUENCE_MODULUS))
            start = (number + 1) % SEQUENCE_MODULUS
        return ranges
