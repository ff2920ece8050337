"""The stream status depends on the time and on the stream."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from touchline.catalog.domain.events.status import (
    DELAYED_AFTER,
    STARTING_SOON_BEFORE,
    UNKNOWN_STREAM_STATE,
    LiveStatus,
    StreamState,
    StreamStatus,
    get_live_status,
    get_stream_status,
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
def test_an_event_goes_from_upcoming_to_live_to_finished_by_the_clock(
    now: datetime, status: StreamStatus
) -> None:
    assert get_stream_status(NOON, END, StreamState(), now) is status


@pytest.mark.parametrize("now", [NOON - timedelta(days=1), NOON, END + timedelta(hours=1)])
def test_a_publishing_stream_is_live_early_and_late(now: datetime) -> None:
    assert get_stream_status(NOON, END, StreamState(is_publishing=True), now) is StreamStatus.LIVE
    assert (
        get_stream_status(NOON, END, StreamState(is_publishing=True, is_recorded=True), now)
        is StreamStatus.LIVE
    )


@pytest.mark.parametrize("now", [NOON - timedelta(days=1), NOON, END])
def test_a_ready_recording_means_finished_before_the_planned_end(now: datetime) -> None:
    assert get_stream_status(NOON, END, StreamState(is_recorded=True), now) is StreamStatus.FINISHED


@pytest.mark.parametrize("now", [NOON - timedelta(days=1), NOON, END])
def test_a_stream_that_is_over_means_finished_before_the_planned_end(now: datetime) -> None:
    assert get_stream_status(NOON, END, StreamState(has_ended=True), now) is StreamStatus.FINISHED
    assert (
        get_stream_status(NOON, END, StreamState(has_ended=True, is_publishing=True), now)
        is StreamStatus.LIVE
    )


def compute_live_status(
    now: datetime, stream: StreamState = UNKNOWN_STREAM_STATE, *, is_external: bool = False
) -> LiveStatus | None:
    return get_live_status(NOON, END, stream, now, is_external=is_external)


def test_without_video_an_event_starts_soon_and_then_is_delayed_until_its_planned_end() -> None:
    soon, delayed = NOON - STARTING_SOON_BEFORE, NOON + DELAYED_AFTER
    assert compute_live_status(soon - MOMENT) is None
    assert {compute_live_status(instant) for instant in (soon, NOON, delayed - MOMENT)} == {
        LiveStatus.STARTING_SOON
    }
    assert {compute_live_status(instant) for instant in (delayed, END - MOMENT)} == {LiveStatus.DELAYED}
    assert compute_live_status(END) is None


@pytest.mark.parametrize("now", [NOON - timedelta(days=1), NOON, END + timedelta(hours=1)])
def test_video_puts_an_event_on_air_and_a_disconnected_encoder_interrupts_it(now: datetime) -> None:
    assert compute_live_status(now, StreamState(is_publishing=True)) is LiveStatus.ON_AIR
    assert (
        compute_live_status(now, StreamState(is_publishing=True, is_interrupted=True))
        is LiveStatus.INTERRUPTED
    )


@pytest.mark.parametrize("stream", [StreamState(is_recorded=True), StreamState(has_ended=True)])
def test_an_event_that_is_over_is_neither_on_air_nor_delayed(stream: StreamState) -> None:
    assert {
        compute_live_status(instant, stream) for instant in (NOON - MOMENT, NOON, NOON + DELAYED_AFTER)
    } == {None}


def test_an_external_stream_is_on_air_by_the_clock() -> None:
    assert compute_live_status(NOON - MOMENT, is_external=True) is None
    assert {compute_live_status(instant, is_external=True) for instant in (NOON, END - MOMENT)} == {
        LiveStatus.ON_AIR
    }
    assert compute_live_status(END, is_external=True) is None
