"""Decides which shared gaps are confirmed: by the server itself, or by a crowd of viewers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set

from touchline.analytics.domain.evidence.outages import Broadcast
from touchline.analytics.domain.evidence.time_slots import list_runs

MIN_CROWD = 20
"""So many accounts with the same gap confirm it. Each of them had to buy the event."""
MIN_HOLE_SLOTS = 3
"""The ingest was without video, or not running, for at least this long."""
REACH_SLOTS = 10
"""A sign of the server confirms the gap this long before and after it."""


def find_confirmed_gaps(
    shared_gaps: Set[int], gaps: Sequence[Set[int]], failed: Set[int], broadcast: Broadcast
) -> frozenset[int]:
    """Return the slots of the shared gaps that are confirmed.

    Viewers who agree can stop fetching at the same time, and let their browsers report a stall. The server
    cannot distinguish a few of them from a failed delivery. A slot of a shared gap is therefore confirmed
    only

    1. within 60 s of an error of the server itself, answered to any account (`failed`);
    2. within 60 s of a time of 18 s or more in which the ingest had no video or was not running;
    3. by a crowd: 20 accounts or more had the gap (`gaps` has the slots of each account).

    No client can cause the first two, and a sign does not confirm a longer gap. The third takes 20
    purchases, and pays back at most what they cost.
    """
    if not shared_gaps:
        return frozenset()
    signs = [range(slot, slot + 1) for slot in failed] + _find_holes(broadcast)
    near = {slot for sign in signs for slot in range(sign.start - REACH_SLOTS, sign.stop + REACH_SLOTS)}
    crowds = Counter(slot for own in gaps for slot in own & shared_gaps)
    return frozenset(slot for slot in shared_gaps if slot in near or crowds[slot] >= MIN_CROWD)


def _find_holes(broadcast: Broadcast) -> list[range]:
    """Return the times between two signs of life of the ingest, of the same kind, without any."""
    holes: list[range] = []
    for slots in (broadcast.supervised, broadcast.on_air):
        if slots:
            missing = set(range(min(slots), max(slots))) - slots
            holes += [run for run in list_runs(missing) if len(run) >= MIN_HOLE_SLOTS]
    return holes
