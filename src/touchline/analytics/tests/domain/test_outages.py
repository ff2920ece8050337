"""Outages of an event, from what the ingest saw."""

from __future__ import annotations

import pytest

from touchline.analytics.domain.evidence.outages import (
    Broadcast,
    OutageSide,
    OutageSlots,
    find_outages,
    find_window,
)
from touchline.analytics.domain.evidence.shared_gaps import StallReport, count_reports, find_shared_gaps

PLANNED = range(100, 1100)
VENUE, DELIVERY = OutageSide.VENUE, OutageSide.DELIVERY


def slots(*ranges: tuple[int, int]) -> frozenset[int]:
    """Return the slots of ranges."""
    return frozenset(slot for first, end in ranges for slot in range(first, end))


CASES = {
    "video all the time": (slots((90, 1100)), slots((0, 1300)), []),
    "never any video": (slots(), slots((0, 1300)), [(100, 1100, VENUE)]),
    "the stream was never opened": (slots(), slots(), [(100, 1100, VENUE)]),
    "opened late": (slots((150, 1100)), slots((140, 1300)), [(100, 150, VENUE)]),
    "an encoder that was away": (slots((90, 400), (420, 1100)), slots((0, 1300)), [(400, 420, VENUE)]),
    "away for less than 30 s": (slots((90, 400), (404, 1100)), slots((0, 1300)), []),
    "an ingest that was down": (
        slots((90, 400), (420, 1100)),
        slots((0, 400), (420, 1300)),
        [(400, 420, DELIVERY)],
    ),
    "an ingest that was down, and then an encoder that was away": (
        slots((90, 400), (440, 1100)),
        slots((0, 400), (420, 1300)),
        [(400, 420, DELIVERY), (420, 440, VENUE)],
    ),
    "an ingest that restarted": (
        slots((90, 400), (410, 1100)),
        slots((0, 400), (410, 1300)),
        [(400, 410, VENUE)],
    ),
    "the encoder never returned": (slots((90, 500)), slots((0, 1300)), [(500, 1100, VENUE)]),
    "the game ended early": (slots((90, 850)), slots((0, 1300)), []),
    "the operator ended the stream": (slots((90, 500)), slots((0, 502)), []),
    "the operator gave up": (slots((90, 500)), slots((0, 800)), [(500, 800, VENUE)]),
    "an outage in overtime": (slots((90, 1150), (1200, 1300)), slots((0, 1400)), [(1150, 1200, VENUE)]),
    "no outage after the end": (slots((90, 1100)), slots((0, 1400)), []),
}


@pytest.mark.parametrize("case", CASES)
def test_outages_are_found(case: str) -> None:
    on_air, supervised, expected = CASES[case]
    found = find_outages(Broadcast(PLANNED, on_air, supervised), now_slot=5000)
    assert found == [OutageSlots(*outage) for outage in expected]


def test_the_future_is_no_outage() -> None:
    broadcast = Broadcast(PLANNED, slots((90, 500)), slots((0, 510)))
    assert find_outages(broadcast, now_slot=510) == [OutageSlots(500, 510, VENUE)]


def test_the_window_ends_with_the_last_video_of_overtime() -> None:
    assert find_window(Broadcast(PLANNED, slots((90, 1300)), slots((0, 1400)))) == range(100, 1300)


REPORTS = {10: 3}
THREE = [slots((100, 105))] * 3


def test_three_accounts_and_three_browsers_share_a_gap() -> None:
    assert find_shared_gaps(THREE, [slots((90, 200))] * 6, REPORTS) == slots((100, 105))


@pytest.mark.parametrize(
    ("gaps", "accounts", "reports"),
    [
        (THREE[:2], 2, REPORTS),
        (THREE, 7, REPORTS),
        (THREE, 6, {10: 2}),
        (THREE, 6, {11: 30}),
        ([], 6, {10: 1000}),
    ],
    ids=["two accounts", "fewer than half", "two browsers", "another minute", "reports alone"],
)
def test_less_is_not_shared(gaps: list[frozenset[int]], accounts: int, reports: dict[int, int]) -> None:
    assert not find_shared_gaps(gaps, [slots((90, 200))] * accounts, reports)


def test_a_repeated_report_counts_once_in_each_of_its_minutes() -> None:
    report = StallReport("browser", 130, 75)
    assert count_reports([report, report]) == {0: 1, 1: 1, 2: 1}
