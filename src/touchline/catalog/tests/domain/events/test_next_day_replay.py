"""A replay that opens on the next day, in the time zone of the channel and over changes of the clock."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from touchline.catalog.domain.access import AccessReason, Viewer
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.replay import ReplayDelay, ReplayWindow
from touchline.catalog.domain.events.status import StreamState
from touchline.shared.geo import EVERYWHERE
from touchline.shared.ids import EventId

SECOND = timedelta(seconds=1)


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "ends_at", "opens_at"),
    [
        ("UTC", "2026-11-21 21:00", "2026-11-22 00:00"),
        ("America/Chicago", "2026-11-22 03:00", "2026-11-22 06:00"),
        ("America/Chicago", "2026-11-22 05:59", "2026-11-22 06:00"),
        ("America/Chicago", "2026-11-22 06:00", "2026-11-23 06:00"),
        ("Pacific/Auckland", "2026-11-21 09:00", "2026-11-21 11:00"),
        # The clock goes back on 1 November, and forward on 8 March, in the night after the game.
        ("America/Chicago", "2026-11-01 03:00", "2026-11-01 05:00"),
        ("America/Chicago", "2026-11-02 03:00", "2026-11-02 06:00"),
        ("America/Chicago", "2026-03-08 04:00", "2026-03-08 06:00"),
        ("America/Chicago", "2026-03-09 03:00", "2026-03-09 05:00"),
        # Midnight does not exist on this day in Santiago: the day begins at 1:00.
        ("America/Santiago", "2026-09-06 02:00", "2026-09-06 04:00"),
        ("Asia/Kolkata", "2026-11-21 12:00", "2026-11-21 18:30"),
    ],
)
def test_the_replay_opens_when_the_next_day_begins(zone: str, ends_at: str, opens_at: str) -> None:
    end, opening = utc(ends_at), utc(opens_at)
    window = ReplayWindow(delay=ReplayDelay(time_zone=zone)).resolve(end)
    assert window.since == opening
    game = Event(
        EventId(1), "game", end - timedelta(hours=2), timedelta(hours=2), replay=window,
        stream=StreamState(is_recorded=True, has_ended=True),
    )  # fmt: skip
    found = {
        now: game.check_access(Viewer(False), now, channel_geo=EVERYWHERE, entitlement=None)
        for now in (opening - SECOND, opening)
    }
    assert [access.can_play for access in found.values()] == [False, True]
    assert found[opening - SECOND].reason is AccessReason.NO_REPLAY


def test_a_moved_game_has_its_replay_on_the_day_after_its_new_date() -> None:
    delay = ReplayWindow(delay=ReplayDelay(time_zone="America/Chicago"))
    first, second = utc("2026-11-22 03:00"), utc("2026-11-29 03:00")
    assert delay.resolve(first).resolve(second).since == utc("2026-11-29 06:00")


def test_a_live_game_plays_on_past_midnight_until_it_ends() -> None:
    end = utc("2026-11-22 05:30")
    window = ReplayWindow(delay=ReplayDelay(time_zone="America/Chicago")).resolve(end)
    game = Event(EventId(1), "game", end - timedelta(hours=2), timedelta(hours=2), replay=window)
    late = replace(game, stream=StreamState(is_publishing=True))
    now = utc("2026-11-22 05:45")
    access = late.check_access(Viewer(False), now, channel_geo=EVERYWHERE, entitlement=None)
    assert access.can_play
