"""Measures what one viewer wanted to watch of a live event, and what did not play."""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass

from touchline.analytics.domain.evidence.outages import OutageSide, OutageSlots
from touchline.analytics.domain.evidence.time_slots import SLOT_SECONDS, list_runs
from touchline.analytics.domain.evidence.viewer_requests import ViewerRequests

BUFFER_SLOTS = 3
"""A gap of this length between two segments plays from the buffer."""
MAX_ABSENCE_SLOTS = 10
"""A viewer without any request for longer has left."""
LEAVE_LIMIT_SLOTS = 100
"""An outage counts for this long for a viewer who leaves during it."""
PAUSE_SLOTS = 20
"""A viewer who fetches nothing for this long, while there is video and no error, has paused."""
SHUT_OUT_SLOTS = 50
"""A viewer without any video is shut out after this time, or if the outage lasts until the end."""


@dataclass(frozen=True, slots=True)
class MeasuredViewing:
    """What a viewer wanted and lost, in seconds. `wanted_seconds` includes what was lost.

    `unconfirmed_seconds` is the part of `delivery_seconds` that nothing but the viewers shows.
    """

    wanted_seconds: int = 0
    venue_seconds: int = 0
    delivery_seconds: int = 0
    viewer_seconds: int = 0
    was_shut_out: bool = False
    unconfirmed_seconds: int = 0


@dataclass(slots=True)
class _Slots:
    """The wanted slots by what happened to them."""

    played: int = 0
    venue: int = 0
    delivery: int = 0
    viewer: int = 0
    unconfirmed: int = 0

    def lose(self, side: OutageSide) -> None:
        """Count a slot of an outage."""
        if side is OutageSide.VENUE:
            self.venue += 1
        else:
            self.delivery += 1


def measure_viewing(
    requests: ViewerRequests,
    window: range,
    outages: Sequence[OutageSlots],
    shared_gaps: Set[int] = frozenset(),
    unconfirmed_gaps: Set[int] = frozenset(),
) -> MeasuredViewing:
    """Return what a viewer wanted to watch in a window of slots, and what did not play.

    Only what the server saw counts. Nothing that a browser reports about itself is an argument. `shared_gaps`
    are the slots in which many viewers received nothing at the same time (`find_shared_gaps`), and
    `unconfirmed_gaps` those of them that only the viewers show (`find_confirmed_gaps`).

    **Wanted** is the time from the first request to the last one.

    1. Opening the page counts during outages only. It does not count for somebody who also opened it while
       there was video, and never asked for any.
    2. A viewer without any request for more than 60 s has left. Until they return, nothing is wanted.
    3. For a viewer who leaves during an outage, the outage counts until they return or it ends, and for at
       most ten minutes. While the server is down, it sees nobody. That outage counts in full for a viewer
       whose requests end with its start, and who returns within 60 s after its end.
    4. A viewer who asks for no segment for two minutes or more, while there is video and the server has no
       errors, has paused. The pause is not wanted. It lasts until the next segment, even across an outage.

    **Lost** is the wanted time without a segment.

    5. In an outage, at the side of the outage. Segments that a viewer fetches during an outage (rewinding)
       play.
    6. Outside of outages, a gap of up to 18 s plays from the buffer.
    7. A longer gap is at the delivery's side where the server answered with errors, from the first error to
       the last one with at most 60 s between two, and where many viewers had the same gap.
    8. Any other gap is at the viewer's side. Fetching late on purpose gains nothing.

    Behind a proxy that sends the files, a check of the rights stands for segments outside of outages. Gaps of
    one viewer cannot be seen then, so rules 4 and 6 to 8 find nothing.
    """
    side_at = {slot: outage.side for outage in outages for slot in range(outage.start, outage.end)}
    present = find_present(requests, window, outages)
    fetched = requests.fetched
    received = {slot for slot in requests.active_by_checks if slot not in side_at} | fetched
    slots = _Slots(played=len(present & received))
    for gap in list_runs(present - received):
        _count_gap(gap, slots, side_at, requests.failed, shared_gaps, unconfirmed_gaps)
    lost_outside = slots.venue + slots.delivery
    has_received = any(slot in window for slot in received)
    lasts_to_end = (
        bool(outages) and outages[-1].end >= window.stop and max(present, default=-1) >= (outages[-1].start)
    )
    return MeasuredViewing(
        wanted_seconds=(slots.played + lost_outside + slots.viewer) * SLOT_SECONDS,
        venue_seconds=slots.venue * SLOT_SECONDS,
        delivery_seconds=slots.delivery * SLOT_SECONDS,
        viewer_seconds=slots.viewer * SLOT_SECONDS,
        was_shut_out=not has_received
        and lost_outside > 0
        and (lost_outside >= SHUT_OUT_SLOTS or lasts_to_end),
        unconfirmed_seconds=slots.unconfirmed * SLOT_SECONDS,
    )


def find_gaps(requests: ViewerRequests, window: range, outages: Sequence[OutageSlots]) -> set[int]:
    """Return the slots of a viewer's gaps that no buffer covers, outside of outages."""
    side_at = {slot: outage.side for outage in outages for slot in range(outage.start, outage.end)}
    present = find_present(requests, window, outages)
    received = requests.active_by_checks | requests.fetched | side_at.keys()
    return {slot for run in list_runs(present - received) if len(run) > BUFFER_SLOTS for slot in run}


def find_present(requests: ViewerRequests, window: range, outages: Sequence[OutageSlots]) -> set[int]:
    """Return the slots in which the viewer was there (rules 1 to 3)."""
    in_outage = {slot for outage in outages for slot in range(outage.start, outage.end)}
    active = requests.fetched | requests.polled | requests.failed | requests.active_by_checks
    if active or all(slot in in_outage for slot in requests.attempted if slot in window):
        active |= {slot for slot in requests.attempted if slot in in_outage}
    known = sorted(slot for slot in active if slot in window)
    present = set(known)
    for index, slot in enumerate(known):
        following = known[index + 1] if index + 1 < len(known) else None
        if following is not None and following - slot - 1 <= MAX_ABSENCE_SLOTS:
            present.update(range(slot + 1, following))
            continue
        outage = _find_outage_after(slot, outages)
        if outage is not None:
            returns_at = window.stop if following is None else following
            limit = slot + 1 + LEAVE_LIMIT_SLOTS
            if outage.side is OutageSide.DELIVERY and returns_at <= outage.end + MAX_ABSENCE_SLOTS:
                limit = outage.end
            present.update(range(slot + 1, min(returns_at, outage.end, limit, window.stop)))
    return present


def _find_outage_after(slot: int, outages: Sequence[OutageSlots]) -> OutageSlots | None:
    """Return the outage in which a viewer left whose last request was in this slot.

    If the server goes down, requests end before the outage, with the last segment.
    """
    for outage in outages:
        margin = BUFFER_SLOTS if outage.side is OutageSide.DELIVERY else 0
        if outage.start - margin <= slot < outage.end - 1:
            return outage
    return None


def _count_gap(
    gap: range,
    slots: _Slots,
    side_at: Mapping[int, OutageSide],
    failed: Set[int],
    shared_gaps: Set[int],
    unconfirmed_gaps: Set[int],
) -> None:
    """Count the slots of a gap between segments (rules 4 to 8)."""
    has_error = _fill_failures(gap, failed)
    faulty = has_error | {slot for slot in gap if slot in shared_gaps}
    parts = list_runs(slot for slot in gap if slot not in side_at)
    if parts and parts[0].start == gap.start and len(parts[0]) >= PAUSE_SLOTS and not faulty & set(parts[0]):
        return
    for slot in gap:
        if slot in side_at:
            slots.lose(side_at[slot])
    for part in parts:
        if len(part) <= BUFFER_SLOTS:
            slots.played += len(part)
            continue
        at_delivery = faulty & set(part)
        slots.delivery += len(at_delivery)
        slots.unconfirmed += len(at_delivery & unconfirmed_gaps - has_error)
        for rest in list_runs(set(part) - at_delivery):
            if len(rest) <= BUFFER_SLOTS:
                slots.played += len(rest)
            elif len(rest) < PAUSE_SLOTS:
                slots.viewer += len(rest)


def _fill_failures(gap: range, failed: Set[int]) -> set[int]:
    """Return the slots from a failure to the next one, if it follows within 60 s."""
    known = sorted(slot for slot in failed if slot in gap)
    filled = set(known)
    for first, second in itertools.pairwise(known):
        if second - first <= MAX_ABSENCE_SLOTS:
            filled.update(range(first, second))
    return filled
