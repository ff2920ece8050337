"""Events that viewers may watch only live or only in replay, and passes that include one of them."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from touchline.catalog.domain.access import AccessReason, Entitlement, EntitlementKind, Inclusion, Viewer
from touchline.catalog.domain.events.availability import Availability
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.replay import ReplayDelay, ReplayWindow
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.passes import PassType
from touchline.catalog.tests.samples import NOON
from touchline.shared.geo import EVERYWHERE
from touchline.shared.ids import EventId

HOUR = timedelta(hours=1)
VIEWER = Viewer(True)
LIVE = Event(EventId(1), "live", NOON - HOUR, 2 * HOUR, stream=StreamState(is_publishing=True))
PAID = replace(LIVE, pass_type=PassType.PAID)


@pytest.mark.parametrize(
    ("delay", "starts_at"),
    [
        (ReplayDelay(hours=24), datetime(2027, 1, 11, 4, 30, tzinfo=UTC)),
        (ReplayDelay(time_zone="America/Regina"), datetime(2027, 1, 10, 6, tzinfo=UTC)),
        (ReplayDelay(time_zone="UTC"), datetime(2027, 1, 11, tzinfo=UTC)),
    ],
)
def test_a_replay_begins_some_hours_or_one_day_after_the_end(delay: ReplayDelay, starts_at: datetime) -> None:
    ends_at = datetime(2027, 1, 10, 4, 30, tzinfo=UTC)
    window = ReplayWindow(delay=delay).resolve(ends_at)
    assert window.since == starts_at
    assert ReplayDelay.from_dict(delay.to_dict()) == delay


def test_the_next_day_begins_at_midnight_when_clocks_change() -> None:
    saturday_evening = datetime(2027, 3, 14, 2, tzinfo=UTC)
    delay = ReplayDelay(time_zone="America/Chicago")
    assert delay.get_start(saturday_evening) == datetime(2027, 3, 14, 6, tzinfo=UTC)


def test_an_event_that_is_not_shown_live_opens_with_its_replay() -> None:
    event = replace(LIVE, has_live=False)
    access = event.check_access(VIEWER, NOON, channel_geo=EVERYWHERE, entitlement=None)
    assert (access.reason, access.can_play) == (AccessReason.REPLAY_LATER, False)
    assert access.available_at == NOON + HOUR
    over = replace(event, stream=StreamState(is_recorded=True))
    later = over.check_access(VIEWER, NOON + 2 * HOUR, channel_geo=EVERYWHERE, entitlement=None)
    assert later.can_play


def test_nobody_buys_an_event_with_neither_live_nor_replay() -> None:
    event = replace(PAID, has_live=False, replay=ReplayWindow(is_offered=False))
    assert event.get_availability(NOON) is Availability.NONE


@pytest.mark.parametrize(
    ("inclusion", "reason"),
    [
        (Inclusion.NOW, AccessReason.PURCHASED),
        (Inclusion.LATER, AccessReason.REPLAY_LATER),
        (Inclusion.NEVER, AccessReason.NOT_INCLUDED),
    ],
)
def test_a_pass_opens_what_it_includes(inclusion: Inclusion, reason: AccessReason) -> None:
    held = Entitlement(EntitlementKind.PURCHASED, inclusion, NOON + HOUR)
    access = PAID.check_access(VIEWER, NOON, channel_geo=EVERYWHERE, entitlement=held)
    assert access.reason is reason
    assert access.can_play is (inclusion is Inclusion.NOW)
    assert access.available_at == (NOON + HOUR if inclusion is Inclusion.LATER else None)
