"""Finds the times in which a live event had no video, from what the ingest saw."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum

from touchline.analytics.domain.evidence.time_slots import fill_holes, list_runs

MIN_OUTAGE_SLOTS = 5
"""A shorter interruption is no outage: the buffer of a player covers most of it."""
MAX_SUPERVISION_HOLE_SLOTS = 10
"""The ingest may restart within this time without being considered down."""
EARLY_END_SHARE = 0.75
"""Video that stops after this share of the planned length, and does not return, was the end of the event."""


class OutageSide(StrEnum):
    """The side at which an outage began: the venue with its encoder, or the server."""

    VENUE = "venue"
    DELIVERY = "delivery"


@dataclass(frozen=True, slots=True)
class OutageSlots:
    """An outage from slot `start` to before slot `end`."""

    start: int
    end: int
    side: OutageSide


@dataclass(frozen=True, slots=True)
class Broadcast:
    """What the ingest saw of an event.

    `planned` are the slots from the planned start to the planned end. `on_air` are the slots of which viewers
    got video. `supervised` are the slots in which the ingest was running and the stream was open.
    """

    planned: range
    on_air: Set[int] = frozenset()
    supervised: Set[int] = frozenset()


def find_window(broadcast: Broadcast) -> range:
    """Return the slots in which viewers could expect video.

    The window begins at the planned start, and ends at the planned end or the last video after it. It ends
    earlier

    - with the stream, if an operator ended it;
    - with the last video, if this was after 75 % of the planned length. Games end early, and operators switch
      off the encoder without ending the stream.
    """
    planned = broadcast.planned
    on_air = [slot for slot in broadcast.on_air if slot >= planned.start]
    if not on_air:
        return planned
    last_on_air = max(on_air) + 1
    if last_on_air >= planned.stop:
        return range(planned.start, last_on_air)
    ended_at = max(last_on_air, max(broadcast.supervised, default=last_on_air - 1) + 1)
    if last_on_air - planned.start >= EARLY_END_SHARE * len(planned) or (
        ended_at - last_on_air < MIN_OUTAGE_SLOTS
    ):
        return range(planned.start, last_on_air)
    return range(planned.start, min(planned.stop, ended_at))


def find_outages(broadcast: Broadcast, now_slot: int) -> list[OutageSlots]:
    """Return the outages before `now_slot`, in order.

    An outage is a time of at least 30 s in the window without video. Its side is

    - `delivery` while the ingest was not running, between two times in which it was;
    - `venue` otherwise: the encoder was silent, or nobody had opened the stream.
    """
    window = find_window(broadcast)
    expected = range(window.start, min(window.stop, now_slot))
    on_air = fill_holes(broadcast.on_air, MIN_OUTAGE_SLOTS - 1)
    supervised = fill_holes({*broadcast.supervised, *broadcast.on_air}, MAX_SUPERVISION_HOLE_SLOTS)
    first_supervised, last_supervised = min(supervised, default=0), max(supervised, default=-1)
    outages: list[OutageSlots] = []
    for run in list_runs(slot for slot in expected if slot not in on_air):
        if len(run) < MIN_OUTAGE_SLOTS:
            continue
        down = {slot for slot in run if first_supervised < slot < last_supervised and slot not in supervised}
        parts = [(part, OutageSide.DELIVERY) for part in list_runs(down)]
        parts += [(part, OutageSide.VENUE) for part in list_runs(set(run) - down)]
        outages += [
            OutageSlots(part.start, part.stop, side)
            for part, side in sorted(parts, key=lambda item: item[0].start)
        ]
    return outages
