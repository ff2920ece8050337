"""Measures all viewers of an event."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from touchline.analytics.domain.evidence.confirmed_gaps import find_confirmed_gaps
from touchline.analytics.domain.evidence.measure_viewing import (
    MeasuredViewing,
    find_gaps,
    find_present,
    measure_viewing,
)
from touchline.analytics.domain.evidence.outages import Broadcast, OutageSlots, find_outages, find_window
from touchline.analytics.domain.evidence.shared_gaps import find_shared_gaps
from touchline.analytics.domain.evidence.viewer_requests import ViewerRequests

Viewer = TypeVar("Viewer")


@dataclass(frozen=True, slots=True)
class MeasuredEvent(Generic[Viewer]):
    """What each viewer of an event wanted and lost. `window` are the slots in which there should be video.

    `unconfirmed_gaps` are the shared gaps that nothing but the viewers shows.
    """

    window: range
    outages: Sequence[OutageSlots]
    viewers: Mapping[Viewer, MeasuredViewing]
    shared_gaps: Collection[int] = ()
    unconfirmed_gaps: Collection[int] = ()


def measure_event(
    broadcast: Broadcast,
    requests: Mapping[Viewer, ViewerRequests],
    reports_by_minute: Mapping[int, int],
    now_slot: int,
) -> MeasuredEvent[Viewer]:
    """Return the evidence of an event. Viewers who wanted nothing are left out.

    The result does not depend on the order in which records arrived, nor on repeated ones.
    """
    window = find_window(broadcast)
    window = range(window.start, max(window.start, min(window.stop, now_slot)))
    outages = find_outages(broadcast, now_slot)
    shared_gaps: frozenset[int] = frozenset()
    unconfirmed_gaps: frozenset[int] = frozenset()
    if reports_by_minute:
        gaps = [find_gaps(viewer, window, outages) for viewer in requests.values()]
        present = [find_present(viewer, window, outages) for viewer in requests.values()]
        shared_gaps = find_shared_gaps(gaps, present, reports_by_minute)
        failed = frozenset(slot for viewer in requests.values() for slot in viewer.failed)
        unconfirmed_gaps = shared_gaps - find_confirmed_gaps(shared_gaps, gaps, failed, broadcast)
    measured = {
        account: measure_viewing(viewer, window, outages, shared_gaps, unconfirmed_gaps)
        for account, viewer in requests.items()
    }
    return MeasuredEvent(
        window,
        outages,
        {account: viewing for account, viewing in measured.items() if viewing.wanted_seconds},
        shared_gaps,
        unconfirmed_gaps,
    )
