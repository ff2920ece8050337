"""The rules of a live stream."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.assets import LeaseLostError
from touchline.catalog.domain.media.live_streams import (
    ALREADY_OPEN,
    CLOSING,
    FILES_DELETED,
    LIVE_LEASE,
    MAX_TEST_WAIT,
    LiveState,
    LiveStream,
)
from touchline.catalog.tests.samples import NOON
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AssetId, ChannelId, EventId

GRACE = timedelta(seconds=120)
MARGIN = timedelta(minutes=30)
LENGTH = timedelta(hours=2)
SECOND = timedelta(seconds=1)


def stream(**changes: object) -> LiveStream:
    """Return a stream that one process has leased."""
    created = LiveStream(LiveStreamId(1), ChannelId(1), EventId(5), "live/1-00ff")
    created.claim("ours", NOON)
    for name, value in changes.items():
        setattr(created, name, value)
    return created


def finish_stream(**changes: object) -> LiveStream:
    """Return an ended stream of three sessions."""
    defaults: dict[str, object] = {
        "state": LiveState.FINISHED,
        "started_at": NOON,
        "session_count": 3,
        "finished_at": NOON,
    }
    return stream(**{**defaults, **changes})


def start_live() -> LiveStream:
    live_stream = stream()
    live_stream.mark_live("ours", NOON)
    return live_stream


def is_overdue(live_stream: LiveStream, instant: datetime) -> bool:
    return live_stream.is_overdue(GRACE, MARGIN, instant)


def test_an_encoder_may_reconnect_until_the_planned_end_and_the_margin_have_passed() -> None:
    event = start_live()
    event.planned_end = NOON + LENGTH
    event.mark_interrupted("ours", NOON)
    last = NOON + LENGTH + MARGIN
    assert not is_overdue(event, last - SECOND)
    assert is_overdue(event, last)
    event.mark_live("ours", last)
    assert (event.state, event.started_at, event.gone_at) == (LiveState.LIVE, NOON, None)
    assert not is_overdue(event, last + LENGTH)


def test_after_the_planned_end_an_encoder_may_be_disconnected_for_the_reconnect_window() -> None:
    event = start_live()
    event.planned_end = NOON
    disconnected_at = NOON + MARGIN + LENGTH
    event.mark_interrupted("ours", disconnected_at)
    assert not is_overdue(event, disconnected_at + GRACE - SECOND)
    assert is_overdue(event, disconnected_at + GRACE)


def test_a_rescheduled_event_keeps_its_stream_until_its_new_end() -> None:
    event = start_live()
    event.planned_end = NOON
    event.mark_interrupted("ours", NOON)
    assert is_overdue(event, NOON + MARGIN)
    event.planned_end = NOON + timedelta(days=1)
    assert not is_overdue(event, NOON + MARGIN)


def test_a_reopened_stream_waits_for_the_margin_however_late_it_is() -> None:
    event = finish_stream(planned_end=NOON)
    again = NOON + timedelta(hours=9)
    event.reopen(again)
    assert (event.state, event.is_open, event.started_at, event.session_count) == (
        LiveState.INTERRUPTED,
        True,
        NOON,
        3,
    )
    assert not is_overdue(event, again + MARGIN - SECOND)
    assert is_overdue(event, again + MARGIN)


def test_a_stream_test_waits_for_half_an_hour_and_ends_when_its_encoder_has_left() -> None:
    test = stream(is_test=True, folder="")
    test.start_test("live/test-1-00ff", NOON)
    assert not is_overdue(test, NOON + MAX_TEST_WAIT - SECOND)
    assert is_overdue(test, NOON + MAX_TEST_WAIT)
    test.mark_live("ours", NOON)
    assert not is_overdue(test, NOON + timedelta(days=1))
    test.mark_interrupted("ours", NOON)
    assert is_overdue(test, NOON + GRACE)
    test.end()
    test.finish("ours", NOON)
    assert (test.folder, test.needs_recording) == ("", False)


def test_a_stream_is_leased_by_one_process_until_its_lease_expires() -> None:
    event = stream()
    assert not event.claim("theirs", NOON + LIVE_LEASE - SECOND)
    event.renew("ours", NOON + SECOND)
    assert not event.claim("theirs", NOON + LIVE_LEASE)
    assert event.claim("theirs", NOON + LIVE_LEASE + SECOND)
    for operation in (
        lambda: event.renew("ours", NOON),
        lambda: event.start_session("ours"),
        lambda: event.mark_live("ours", NOON),
        lambda: event.mark_interrupted("ours", NOON),
        lambda: event.release("ours"),
        lambda: event.finish("ours", NOON),
    ):
        with pytest.raises(LeaseLostError):
            operation()


def test_a_released_stream_can_be_claimed_at_once() -> None:
    event = stream()
    event.release("ours")
    assert event.claim("theirs", NOON)


def test_an_ended_stream_stays_ended_until_it_is_reopened() -> None:
    event = start_live()
    event.end()
    event.mark_live("ours", NOON)
    event.mark_interrupted("ours", NOON)
    assert event.state is LiveState.ENDING
    event.finish("ours", NOON)
    assert (event.state, event.port, event.finished_at) == (LiveState.FINISHED, None, NOON)
    with pytest.raises(LeaseLostError):
        event.finish("ours", NOON)
    assert not event.claim("theirs", NOON + timedelta(days=1))


def test_a_stream_that_is_not_ending_cannot_be_finished() -> None:
    with pytest.raises(LeaseLostError):
        start_live().finish("ours", NOON)


def test_only_complete_streams_with_video_need_a_recording() -> None:
    assert finish_stream().needs_recording
    assert not finish_stream(started_at=None).needs_recording
    assert not finish_stream(dvr_seconds=600).needs_recording
    assert not finish_stream(asset_id=AssetId(3)).needs_recording
    assert not finish_stream(is_test=True).needs_recording
    assert not finish_stream(folder="").needs_recording


@pytest.mark.parametrize("kept", [{}, {"asset_id": AssetId(3)}, {"dvr_seconds": 600}])
def test_a_reopened_stream_continues_with_its_key_and_segments(kept: dict[str, object]) -> None:
    event = finish_stream(**kept)
    event.reopen(NOON)
    assert (event.generation, event.folder, event.asset_id) == (1, "live/1-00ff", None)
    assert (event.finished_at, event.reopened_at) == (None, NOON)


def test_an_unused_stream_waits_again_when_reopened() -> None:
    event = stream(state=LiveState.FINISHED)
    event.reopen(NOON)
    assert event.state is LiveState.WAITING


@pytest.mark.parametrize(
    ("state", "folder", "reason"),
    [
        (LiveState.LIVE, "live/1-00ff", ALREADY_OPEN),
        (LiveState.ENDING, "live/1-00ff", CLOSING),
        (LiveState.FINISHED, "", FILES_DELETED),
    ],
)
def test_open_and_closing_streams_cannot_be_reopened(state: LiveState, folder: str, reason: str) -> None:
    with pytest.raises(RefusedError) as error:
        finish_stream(state=state, folder=folder).reopen(NOON)
    assert error.value.message == reason


def test_a_reset_stream_has_no_data_and_a_new_key() -> None:
    event = finish_stream(asset_id=AssetId(3))
    event.reset("live/1-ff00")
    assert (event.state, event.generation, event.folder, event.session_count) == (
        LiveState.FINISHED,
        2,
        "live/1-ff00",
        0,
    )
    event.reopen(NOON)
    assert event.state is LiveState.WAITING
    assert (event.started_at, event.finished_at, event.asset_id) == (None, None, None)
