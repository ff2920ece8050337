"""When viewers may watch an event after its end."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.catalog.domain.access import AccessReason, Viewer
from touchline.catalog.domain.events.availability import Availability
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.replay import ALWAYS, ReplayState, ReplayWindow
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.passes import PassType
from touchline.catalog.tests.samples import NOON
from touchline.shared.geo import EVERYWHERE
from touchline.shared.ids import EventId

HOUR = timedelta(hours=1)
LIVE_ONLY = ReplayWindow(is_offered=False)
OVER = Event(EventId(1), "over", NOON - 5 * HOUR, 2 * HOUR, stream=StreamState(is_recorded=True))


@pytest.mark.parametrize(
    ("replay", "state"),
    [
        (ALWAYS, ReplayState.AVAILABLE),
        (LIVE_ONLY, ReplayState.NONE),
        (ReplayWindow(since=NOON + HOUR), ReplayState.UPCOMING),
        (ReplayWindow(since=NOON), ReplayState.AVAILABLE),
        (ReplayWindow(until=NOON + HOUR), ReplayState.AVAILABLE),
        (ReplayWindow(until=NOON), ReplayState.ENDED),
    ],
)
def test_a_replay_is_open_from_its_start_until_its_end(replay: ReplayWindow, state: ReplayState) -> None:
    assert replay.get_state(NOON) is state
    event = replace(OVER, replay=replay)
    access = event.check_access(Viewer(False), NOON, channel_geo=EVERYWHERE, entitlement=None)
    is_open = state is ReplayState.AVAILABLE
    assert access.can_play is is_open and access.is_granted
    assert access.reason is (AccessReason.FREE if is_open else AccessReason.NO_REPLAY)


@pytest.mark.parametrize(
    ("replay", "availability"),
    [
        (LIVE_ONLY, Availability.NONE),
        (ReplayWindow(until=NOON), Availability.NONE),
        (ReplayWindow(since=NOON + HOUR), Availability.EXPECTED),
        (ReplayWindow(until=NOON + HOUR), Availability.RECORDED),
    ],
)
def test_nobody_buys_a_replay_that_nobody_can_watch(replay: ReplayWindow, availability: Availability) -> None:
    assert replace(OVER, replay=replay).get_availability(NOON) is availability


def test_a_replay_window_does_not_close_an_event_that_is_live() -> None:
    event = replace(OVER, replay=LIVE_ONLY, stream=StreamState(is_publishing=True), pass_type=PassType.FREE)
    access = event.check_access(Viewer(False), NOON, channel_geo=EVERYWHERE, entitlement=None)
    assert access.can_play and event.get_availability(NOON) is Availability.EXPECTED
    assert event.get_playback_end(NOON) is None
