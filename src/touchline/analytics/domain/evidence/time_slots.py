"""Time in slots of six seconds, the resolution of the evidence.

A slot is a number: seconds since 1970, divided by six. A minute has ten slots, so the slots of a minute fit
into ten bits. Recording a slot twice, late or in another order gives the same bits.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

SLOT_SECONDS = 6
SLOTS_PER_MINUTE = 10
MINUTE_SECONDS = 60


def get_slot(second: float) -> int:
    """Return the slot of an instant in seconds since 1970."""
    return int(second // SLOT_SECONDS)


def get_end_slot(second: float) -> int:
    """Return the first slot that begins at or after an instant."""
    return -int(-second // SLOT_SECONDS)


def get_minute_bit(slot: int) -> tuple[int, int]:
    """Return the minute (since 1970) of a slot, and its bit within the minute."""
    return slot // SLOTS_PER_MINUTE, 1 << slot % SLOTS_PER_MINUTE


def pack_slots(slots: Iterable[int]) -> dict[int, int]:
    """Return the bits of each minute."""
    bits_by_minute: dict[int, int] = {}
    for slot in slots:
        minute, bit = get_minute_bit(slot)
        bits_by_minute[minute] = bits_by_minute.get(minute, 0) | bit
    return bits_by_minute


def unpack_slots(bits_by_minute: Mapping[int, int]) -> frozenset[int]:
    """Return the slots of the bits of each minute."""
    return frozenset(
        minute * SLOTS_PER_MINUTE + index
        for minute, bits in bits_by_minute.items()
        for index in range(SLOTS_PER_MINUTE)
        if bits >> index & 1
    )


def fill_holes(slots: Iterable[int], max_length: int) -> set[int]:
    """Return the slots, with the holes between them of at most `max_length` slots filled."""
    filled: set[int] = set()
    previous: int | None = None
    for slot in sorted(slots):
        if previous is not None and slot - previous - 1 <= max_length:
            filled.update(range(previous + 1, slot))
        filled.add(slot)
        previous = slot
    return filled


def list_runs(slots: Iterable[int]) -> list[range]:
    """Return the slots as ranges without holes, in order."""
    runs: list[range] = []
    start = end = None
    for slot in sorted(set(slots)):
        if start is None or slot != end:
            if start is not None and end is not None:
                runs.append(range(start, end))
            start = slot
        end = slot + 1
    if start is not None and end is not None:
        runs.append(range(start, end))
    return runs
