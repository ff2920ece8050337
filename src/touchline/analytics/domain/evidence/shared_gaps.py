"""Finds the gaps that many viewers of an event had at the same time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from dataclasses import dataclass

from touchline.analytics.domain.evidence.time_slots import MINUTE_SECONDS, SLOTS_PER_MINUTE

MIN_ACCOUNTS = 3
"""Gaps are shared by at least this many accounts."""
MIN_SHARE = 0.5
"""Gaps are shared by at least this share of the accounts that were there."""
MIN_REPORTS = 3
"""At least this many browsers report a stall at the delivery's side in the same minute."""


@dataclass(frozen=True, slots=True)
class StallReport:
    """A stall that a browser reported: the second of the report, and its length in seconds."""

    session: str
    at: int
    seconds: int


def count_reports(reports: Iterable[StallReport]) -> Mapping[int, int]:
    """Return how many browsers report a stall in each minute. A repeated report counts once."""
    sessions_by_minute: dict[int, set[str]] = {}
    for report in reports:
        first = max(0, report.at - report.seconds) // MINUTE_SECONDS
        for minute in range(first, report.at // MINUTE_SECONDS + 1):
            sessions_by_minute.setdefault(minute, set()).add(report.session)
    return {minute: len(sessions) for minute, sessions in sessions_by_minute.items()}


def find_shared_gaps(
    gaps: Sequence[Set[int]], present: Sequence[Set[int]], reports_by_minute: Mapping[int, int]
) -> frozenset[int]:
    """Return the slots in which many viewers received nothing at the same time.

    `gaps` and `present` have the slots of each account. A slot is shared if three accounts or more, and at
    least half of those that were there, received nothing. Reports of browsers confirm this and never
    suffice: three browsers must have reported a stall at the delivery's side in the same minute.
    """
    gap_counts = Counter(slot for slots in gaps for slot in slots)
    candidates = {
        slot
        for slot, count in gap_counts.items()
        if count >= MIN_ACCOUNTS and reports_by_minute.get(slot // SLOTS_PER_MINUTE, 0) >= MIN_REPORTS
    }
    if not candidates:
        return frozenset()
    present_counts = Counter(slot for slots in present for slot in candidates & slots)
    return frozenset(slot for slot in candidates if gap_counts[slot] >= MIN_SHARE * present_counts[slot])
