"""Stream status moves by time and by the stream."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from touchline.catalog.domain.status import StreamState, StreamStatus, stream_status
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
