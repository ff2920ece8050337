"""Who could watch an event, in numbers without names."""

from __future__ import annotations

from collections import Counter
from typing import Any

from touchline.analytics.application.evidence.get_evidence import Evidence, get_instant
from touchline.analytics.application.reports.queries import serialize_instant
from touchline.analytics.domain.evidence.measure_viewing import MeasuredViewing
from touchline.analytics.domain.evidence.time_slots import SLOT_SECONDS, SLOTS_PER_MINUTE
from touchline.shared.ids import EventId

_SIDES = ("venue", "delivery", "viewer")


def summarize(evidence: Evidence) -> dict[str, Any]:
    """Return the outages, the viewers and lost seconds by side, and the viewers who received video by minute.

    A viewer counts at each side at which they lost anything.
    """
    measured = evidence.measured
    viewings = list(measured.viewers.values())
    return {
        "event_id": evidence.event_id,
        "is_final": evidence.is_final,
        "scheduled_seconds": evidence.scheduled_seconds,
        "viewers": len(viewings),
        "without_loss": sum(not _sum_lost(viewing) for viewing in viewings),
        "shut_out": sum(viewing.was_shut_out for viewing in viewings),
        "wanted_seconds": sum(viewing.wanted_seconds for viewing in viewings),
        "sides": [
            {
                "side": side,
                "viewers": sum(getattr(viewing, f"{side}_seconds") > 0 for viewing in viewings),
                "seconds": sum(getattr(viewing, f"{side}_seconds") for viewing in viewings),
            }
            for side in _SIDES
        ],
        "outages": [
            {
                "starts_at": serialize_instant(get_instant(outage.start)),
                "ends_at": serialize_instant(get_instant(outage.end)),
                "seconds": (outage.end - outage.start) * SLOT_SECONDS,
                "side": outage.side.value,
            }
            for outage in measured.outages
        ],
        "minutes": _list_minutes(evidence),
    }


def get_empty_summary(event_id: EventId) -> dict[str, Any]:
    """Return the summary of an event of which nothing was recorded."""
    numbers = dict.fromkeys(("scheduled_seconds", "viewers", "without_loss", "shut_out", "wanted_seconds"), 0)
    return {
        "event_id": event_id,
        "is_final": False,
        **numbers,
        "sides": [{"side": side, "viewers": 0, "seconds": 0} for side in _SIDES],
        "outages": [],
        "minutes": [],
    }


def _sum_lost(viewing: MeasuredViewing) -> int:
    return viewing.venue_seconds + viewing.delivery_seconds + viewing.viewer_seconds


def _list_minutes(evidence: Evidence) -> list[dict[str, Any]]:
    """Return the accounts that received video, and those that were there, in each minute of the window."""
    receiving: Counter[int] = Counter()
    there: Counter[int] = Counter()
    for requests in evidence.records.requests.values():
        received = {slot // SLOTS_PER_MINUTE for slot in requests.fetched | requests.checked}
        receiving.update(received)
        others = requests.polled | requests.failed | requests.attempted
        there.update(received | {slot // SLOTS_PER_MINUTE for slot in others})
    window = evidence.measured.window
    if not window:
        return []
    minutes = range(window.start // SLOTS_PER_MINUTE, (window.stop - 1) // SLOTS_PER_MINUTE + 1)
    return [
        {
            "at": serialize_instant(get_instant(minute * SLOTS_PER_MINUTE)),
            "viewers": there[minute],
            "receiving": receiving[minute],
        }
        for minute in minutes
    ]
