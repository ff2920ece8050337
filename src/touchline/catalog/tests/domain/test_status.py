"""Stream status moves by time and by the stream."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from touchline.catalog.domain.status import (
    DELAYED_AFTER,
    SOON_BEFORE,
    UNKNOWN,
    LiveStatus,
    StreamState,
    StreamStatus,
    live_status,
    stream_status,
)
from touchline.catalog.tests.samples import NOON

END = NOON + timedelta(hours=2)
MOMENT = timedelta(microseconds=1)


@pytest.mark.parametrize(
    ("now", "status"),
    [
        (NOON - MOMENT, StreamStatus.UPCOMING),
        (NOON, StreamStatus.LIVE),
        (END - MOMENT, StreamStatus.LIVE),
        (END, StreamStatus.FINISHED),
    ],
)
def test_the_clock_moves_an_event_from_upcoming_to_live_to_finished(
    now: datetime, status: StreamStatus
) -> None:
    assert stream_status(NOON, END, StreamState(), now) is status


@pytest.mark.parametrize("now", [NOON - timedelta(days=1), NOON, END + timedelta(hours=1)])
def test_a_stream_that_publishes_is_live_early_and_late(now: datetime) -> None:
    assert stream_status(NOON, END, StreamState(publishing=True), now) is StreamStatus.LIVE
    assert stream_status(NOON, END, StreamState(publishing=True, recorded=True), now) is StreamStatus.LIVE


@pytest.mark.parametrize("now", [NOON - timedelta(days=1), NOON, END])
def test_a_ready_recording_means_finished_before_the_planned_end(now: datetime) -> None:
    assert stream_status(NOON, END, StreamState(recorded=True), now) is StreamStatus.FINISHED


@pytest.mark.parametrize("now", [NOON - timedelta(days=1), NOON, END])
def test_a_stream_that_is_over_means_finished_before_the_planned_end(now: datetime) -> None:
    assert stream_status(NOON, END, StreamState(ended=True), now) is StreamStatus.FINISHED
    assert stream_status(NOON, END, StreamState(ended=True, publishing=True), now) is StreamStatus.LIVE


def seen(now: datetime, stream: StreamState = UNKNOWN, *, carried: bool = False) -> LiveStatus | None:
    return live_status(NOON, END, stream, now, carried=carried)


def test_without_a_picture_an_event_starts_soon_and_then_is_delayed_until_its_planned_end() -> None:
    soon, delayed = NOON - SOON_BEFORE, NOON + DELAYED_AFTER
    assert seen(soon - MOMENT) is None
    assert {seen(at) for at in (soon, NOON, delayed - MOMENT)} == {LiveStatus.STARTING_SOON}
    assert {seen(at) for at in (delayed, END - MOMENT)} == {LiveStatus.DELAYED}
    assert seen(END) is None


@pytest.mark.parametrize("now", [NOON - timedelta(days=1), NOON, END + timedelta(hours=1)])
def test_a_picture_puts_an_event_on_air_and_an_encoder_that_is_away_interrupts_it(now: datetime) -> None:
    assert seen(now, StreamState(publishing=True)) is LiveStatus.ON_AIR
    assert seen(now, StreamState(publishing=True, interrupted=True)) is LiveStatus.INTERRUPTED


@pytest.mark.parametrize("stream", [StreamState(recorded=True), StreamState(ended=True)])
def test_an_event_that_is_over_is_neither_on_air_nor_delayed(stream: StreamState) -> None:
    assert {seen(at, stream) for at in (NOON - MOMENT, NOON, NOON + DELAYED_AFTER)} == {None}


def test_what_another_site_shows_is_on_air_by_the_clock() -> None:
    assert seen(NOON - MOMENT, carried=True) is None
    assert {seen(at, carried=True) for at in (NOON, END - MOMENT)} == {LiveStatus.ON_AIR}
    assert seen(END, carried=True) is None
