"""An ingest process whose database is away: what comes in is shown, and nothing is begun or ended."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.application.keep_streams import KeepStreams
from touchline.catalog.domain.live import LIVE_LEASE, LiveState
from touchline.catalog.tests.live_room import GRACE, SECOND, Room, after

LONG = LIVE_LEASE + timedelta(seconds=60)


@pytest.fixture
def on_air(room: Room) -> KeepStreams:
    """A process with one game that is live: a segment is published. Then the database goes."""
    room.open()
    keep = room.process()
    keep.tick()
    room.ingest.takes[0].receive(2000)
    room.clock.advance(2 * SECOND)
    keep.tick()
    room.streams.is_away = True
    return keep


def test_what_an_encoder_sends_is_shown_long_after_the_lease_is_over(room: Room, on_air: KeepStreams) -> None:
    after(room, on_air, LONG)
    room.ingest.takes[0].receive(2000)
    on_air.tick()
    assert len(room.segments()) == 2
    room.streams.is_away = False
    room.ingest.takes[0].receive(2000)
    after(room, on_air, 5 * SECOND)
    assert (len(room.segments()), room.stream().state) == (3, LiveState.LIVE)
    leased_until = room.stream().leased_until
    assert leased_until is not None and leased_until > room.clock.now()


def test_who_was_replaced_meanwhile_writes_no_more_once_the_database_says_so(
    room: Room, on_air: KeepStreams
) -> None:
    after(room, on_air, LONG)
    room.streams.is_away = False
    successor = room.process()
    successor.tick()
    after(room, on_air, 5 * SECOND)
    assert len(room.segments()) == 1
    assert room.ingest.takes[0].closed


def test_without_a_lease_nobody_waits_for_an_encoder(room: Room, on_air: KeepStreams) -> None:
    room.ingest.takes[0].end()
    after(room, on_air, LONG)
    assert len(room.ingest.takes) == 1


def test_an_encoder_that_left_meanwhile_is_missed_afterwards_and_given_up_in_time(
    room: Room, on_air: KeepStreams
) -> None:
    room.ingest.takes[0].end()
    on_air.tick()
    room.streams.is_away = False
    after(room, on_air, 5 * SECOND)
    assert room.stream().state is LiveState.INTERRUPTED
    after(room, on_air, GRACE + SECOND)
    assert room.stream().state is LiveState.FINISHED
