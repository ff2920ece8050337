"""Countries in which an event is not available for a time."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from touchline.catalog.domain.access import AccessReason, Entitlement, EntitlementKind, Viewer
from touchline.catalog.domain.events.blackouts import (
    Blackout,
    Interval,
    get_blackout_end,
    get_next_blackout,
    is_blacked_out,
    is_open_within,
)
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.replay import ReplayWindow
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.tests.samples import NOON
from touchline.shared.geo import EVERYWHERE
from touchline.shared.ids import EventId

HOUR = timedelta(hours=1)
SECOND = timedelta(seconds=1)
LIVE = Event(EventId(1), "live", NOON - HOUR, 2 * HOUR, stream=StreamState(is_publishing=True))
UNTIL_NEXT_DAY = Blackout(regions=("CA",), hours_after_end=24)
UNTIL_NOON = Blackout(regions=("CA",), until=NOON + SECOND)
CANADA, FRANCE, UNKNOWN = Viewer(False, "CA"), Viewer(False, "FR"), Viewer(False)


@pytest.mark.parametrize(
    ("viewer", "at", "reason", "available_at"),
    [
        (CANADA, NOON, AccessReason.BLACKOUT, NOON + 25 * HOUR),
        (CANADA, NOON + 25 * HOUR - SECOND, AccessReason.BLACKOUT, NOON + 25 * HOUR),
        (CANADA, NOON + 25 * HOUR, AccessReason.FREE, None),
        (FRANCE, NOON, AccessReason.FREE, None),
        (UNKNOWN, NOON, AccessReason.FREE, None),
    ],
)
def test_a_blackout_closes_an_event_in_its_countries_until_its_end(
    viewer: Viewer, at: datetime, reason: AccessReason, available_at: datetime | None
) -> None:
    event = replace(LIVE, blackouts=(UNTIL_NEXT_DAY,))
    access = event.check_access(viewer, at, channel_geo=EVERYWHERE, entitlement=None)
    assert (access.reason, access.available_at) == (reason, available_at)
    assert access.can_play is (reason is AccessReason.FREE)


def test_a_pass_does_not_open_a_blackout() -> None:
    event = replace(LIVE, blackouts=(UNTIL_NEXT_DAY,))
    held = Entitlement(EntitlementKind.PURCHASED)
    access = event.check_access(CANADA, NOON, channel_geo=EVERYWHERE, entitlement=held)
    assert not access.is_granted


def test_a_blackout_without_an_end_is_a_blocked_country() -> None:
    event = replace(LIVE, blackouts=(Blackout(regions=("CA",)),))
    access = event.check_access(CANADA, NOON, channel_geo=EVERYWHERE, entitlement=None)
    assert access.reason is AccessReason.GEO_BLOCKED
    assert event.get_remainder(NOON, "CA").is_blacked_out


def test_playback_ends_when_a_blackout_starts() -> None:
    event = replace(LIVE, blackouts=(Blackout(regions=("CA",), since=NOON + HOUR),))
    assert event.get_playback_end(NOON, "CA") == NOON + HOUR
    assert event.get_playback_end(NOON, "FR") is None


def test_a_media_url_of_an_event_with_a_blackout_is_bound_to_a_country() -> None:
    assert replace(LIVE, blackouts=(UNTIL_NEXT_DAY,)).region_rule.is_set
    assert not LIVE.region_rule.is_set


@pytest.mark.parametrize(
    ("blackouts", "replay", "live", "has_replay", "is_blacked_out"),
    [
        ((), ReplayWindow(), True, True, False),
        ((UNTIL_NEXT_DAY,), ReplayWindow(), False, True, False),
        ((UNTIL_NEXT_DAY,), ReplayWindow(until=NOON + 25 * HOUR), False, False, True),
        ((UNTIL_NEXT_DAY,), ReplayWindow(is_offered=False), False, False, True),
        (
            (Blackout(regions=("CA",), until=NOON + SECOND),),
            ReplayWindow(is_offered=False),
            True,
            False,
            False,
        ),
    ],
)
def test_what_can_be_watched_in_a_country_is_what_blackouts_leave(
    blackouts: tuple[Blackout, ...],
    replay: ReplayWindow,
    live: bool,
    has_replay: bool,
    is_blacked_out: bool,
) -> None:
    remainder = replace(LIVE, blackouts=blackouts, replay=replay).get_remainder(NOON, "CA")
    assert (remainder.live, remainder.replay, remainder.is_blacked_out) == (live, has_replay, is_blacked_out)


_TIMES = st.none() | st.integers(-5, 15).map(lambda hours: NOON + hours * HOUR)
_INTERVALS = st.lists(st.tuples(_TIMES, _TIMES), max_size=5)


@given(_INTERVALS, st.integers(-6, 16))
def test_the_end_of_blackouts_is_the_first_hour_outside_of_all(intervals: list[Interval], hours: int) -> None:
    now = NOON + hours * HOUR
    later = (now + step * HOUR for step in range(30))
    first_open = next((instant for instant in later if not is_blacked_out(intervals, instant)), None)
    assert get_blackout_end(intervals, now) == first_open
    assert is_open_within(intervals, now, None) is (first_open is not None)


@given(_INTERVALS)
def test_no_blackout_begins_before_the_next_one(intervals: list[Interval]) -> None:
    following = get_next_blackout(intervals, NOON)
    for step in range(16):
        instant = NOON + step * HOUR
        if following is not None and instant >= following:
            break
        if not is_blacked_out(intervals, NOON):
            assert not is_blacked_out(intervals, instant)
