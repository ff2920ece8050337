"""Which shared gaps are confirmed, and what viewers gain who agree on a gap."""

from __future__ import annotations

import random

import pytest

from touchline.analytics.domain.evidence.confirmed_gaps import MIN_CROWD, REACH_SLOTS, find_confirmed_gaps
from touchline.analytics.domain.evidence.event_evidence import measure_event
from touchline.analytics.domain.evidence.outages import Broadcast
from touchline.analytics.domain.evidence.shared_gaps import StallReport, count_reports
from touchline.analytics.domain.evidence.time_slots import SLOT_SECONDS
from touchline.analytics.domain.evidence.viewer_requests import ViewerRequests

PLANNED = range(3000, 3600)
ALL = frozenset(PLANNED)
GAP = frozenset(range(3200, 3220))


def slots(*runs: tuple[int, int]) -> frozenset[int]:
    """Return the slots of runs."""
    return frozenset(slot for start, stop in runs for slot in range(start, stop))


@pytest.mark.parametrize(
    ("accounts", "failed", "no_video", "not_running", "confirmed"),
    [
        (3, slots(), slots(), slots(), slots()),
        (MIN_CROWD - 1, slots(), slots(), slots(), slots()),
        (MIN_CROWD, slots(), slots(), slots(), GAP),
        (3, slots((3210, 3211)), slots(), slots(), GAP),
        (3, slots((3195, 3196)), slots(), slots(), slots((3200, 3206))),
        (3, slots((3180, 3190)), slots(), slots(), slots()),
        (3, slots((3240, 3300)), slots(), slots(), slots()),
        (3, slots(), slots((3200, 3203)), slots(), slots((3200, 3213))),
        (3, slots(), slots((3200, 3202)), slots(), slots()),
        (3, slots(), slots(), slots((3217, 3220)), slots((3207, 3220))),
    ],
    ids=[
        "three accounts",
        "less than a crowd",
        "a crowd",
        "an error in the gap",
        "an error just before it",
        "an error a minute before it",
        "an error after it",
        "18 s without video",
        "12 s without video",
        "18 s without ingest",
    ],
)
def test_a_gap_is_confirmed_by_the_server_or_by_a_crowd(
    accounts: int,
    failed: frozenset[int],
    no_video: frozenset[int],
    not_running: frozenset[int],
    confirmed: frozenset[int],
) -> None:
    broadcast = Broadcast(PLANNED, ALL - no_video, ALL - not_running)
    assert find_confirmed_gaps(GAP, [GAP] * accounts, failed, broadcast) == confirmed


def _ring_of_viewers(
    rng: random.Random,
) -> tuple[dict[int, ViewerRequests], frozenset[int], list[StallReport]]:
    """Return the requests of an audience of which at least half hold their requests back at the same time."""
    size = rng.randrange(3, MIN_CROWD)
    honest = rng.randrange(0, size + 1)
    start = rng.randrange(PLANNED.start + 50, PLANNED.stop - 150)
    held = slots((start, start + rng.randrange(4, 100)))
    # Some keep asking for the playlist, others fall silent for the time that does not count as leaving.
    requests = {account: ViewerRequests(fetched=ALL) for account in range(honest)}
    for account in range(honest, honest + size):
        polled = ALL if rng.random() < 0.7 else ALL - slots((start, start + REACH_SLOTS))
        requests[account] = ViewerRequests(fetched=ALL - held, polled=polled)
    reports = [
        StallReport(f"browser-{browser}", slot * SLOT_SECONDS, 60)
        for browser in range(size * 2)
        for slot in sorted(held)
    ]
    return requests, held, reports


@pytest.mark.parametrize("seed", range(100))
def test_viewers_who_agree_on_a_gap_gain_nothing_that_is_confirmed(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    requests, held, reports = _ring_of_viewers(rng)
    measured = measure_event(
        Broadcast(PLANNED, ALL, ALL), requests, count_reports(reports), PLANNED.stop + 500
    )
    for viewing in measured.viewers.values():
        assert viewing.delivery_seconds == viewing.unconfirmed_seconds <= len(held) * SLOT_SECONDS
        assert (viewing.venue_seconds, viewing.was_shut_out) == (0, False)


@pytest.mark.parametrize("seed", range(100))
def test_a_real_error_confirms_no_more_than_two_minutes_of_an_agreed_gap(seed: int) -> None:
    rng = random.Random(seed)  # noqa: S311
    requests, held, reports = _ring_of_viewers(rng)
    error = rng.choice(sorted(held))
    requests[1000] = ViewerRequests(fetched=ALL - {error}, failed=frozenset({error}))
    measured = measure_event(
        Broadcast(PLANNED, ALL, ALL), requests, count_reports(reports), PLANNED.stop + 500
    )
    for viewing in measured.viewers.values():
        confirmed = viewing.delivery_seconds - viewing.unconfirmed_seconds
        assert confirmed <= (2 * REACH_SLOTS + 1) * SLOT_SECONDS


def test_a_crowd_that_loses_video_at_once_is_believed() -> None:
    audience = {account: ViewerRequests(fetched=ALL - GAP, polled=ALL) for account in range(MIN_CROWD)}
    reports = [StallReport(f"browser-{browser}", 3219 * SLOT_SECONDS, 120) for browser in range(5)]
    measured = measure_event(
        Broadcast(PLANNED, ALL, ALL), audience, count_reports(reports), PLANNED.stop + 500
    )
    assert {
        (viewing.delivery_seconds, viewing.unconfirmed_seconds) for viewing in measured.viewers.values()
    } == {(len(GAP) * SLOT_SECONDS, 0)}
