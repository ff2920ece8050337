"""The rules of a live stream."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.live import (
    FILES_ARE_GONE,
    IS_CLOSING,
    IS_OPEN,
    LIVE_LEASE,
    LONGEST_TEST_WAIT,
    LiveState,
    LiveStream,
)
from touchline.catalog.domain.media import LeaseLost
from touchline.catalog.tests.samples import NOON
from touchline.shared.errors import Refused
from touchline.shared.ids import AssetId, ChannelId, EventId

GRACE = timedelta(seconds=120)
MARGIN = timedelta(minutes=30)
LENGTH = timedelta(hours=2)
SECOND = timedelta(seconds=1)


def stream(**changes: object) -> LiveStream:
    """A stream that one process holds."""
    made = LiveStream(LiveStreamId(1), ChannelId(1), EventId(5), "live/1-00ff")
    made.claim("ours", NOON)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def over(**changes: object) -> LiveStream:
    """A stream of three takes that has ended."""
    kept: dict[str, object] = {
        "state": LiveState.FINISHED,
        "started_at": NOON,
        "takes": 3,
        "finished_at": NOON,
    }
    return stream(**{**kept, **changes})


def on_air() -> LiveStream:
    found = stream()
    found.go_live("ours", NOON)
    return found


def overdue(game: LiveStream, at: datetime) -> bool:
    return game.is_overdue(GRACE, MARGIN, at)


def test_an_encoder_may_come_back_until_the_planned_end_and_the_margin_have_passed() -> None:
    game = on_air()
    game.planned_end = NOON + LENGTH
    game.interrupt("ours", NOON)
    last = NOON + LENGTH + MARGIN
    assert not overdue(game, last - SECOND)
    assert overdue(game, last)
    game.go_live("ours", last)
    assert (game.state, game.started_at, game.gone_at) == (LiveState.LIVE, NOON, None)
    assert not overdue(game, last + LENGTH)


def test_after_the_planned_end_an_encoder_may_be_away_for_the_grace() -> None:
    game = on_air()
    game.planned_end = NOON
    left = NOON + MARGIN + LENGTH
    game.interrupt("ours", left)
    assert not overdue(game, left + GRACE - SECOND)
    assert overdue(game, left + GRACE)


def test_an_event_that_is_moved_keeps_its_stream_until_its_new_end() -> None:
    game = on_air()
    game.planned_end = NOON
    game.interrupt("ours", NOON)
    assert overdue(game, NOON + MARGIN)
    game.planned_end = NOON + timedelta(days=1)
    assert not overdue(game, NOON + MARGIN)


def test_a_reopened_stream_waits_for_the_margin_however_late_it_is() -> None:
    game = over(planned_end=NOON)
    again = NOON + timedelta(hours=9)
    game.reopen(again)
    assert (game.state, game.is_open, game.started_at, game.takes) == (LiveState.INTERRUPTED, True, NOON, 3)
    assert not overdue(game, again + MARGIN - SECOND)
    assert overdue(game, again + MARGIN)


def test_a_stream_test_waits_for_half_an_hour_and_ends_when_its_encoder_has_left() -> None:
    test = stream(is_test=True, folder="")
    test.begin_test("live/test-1-00ff", NOON)
    assert not overdue(test, NOON + LONGEST_TEST_WAIT - SECOND)
    assert overdue(test, NOON + LONGEST_TEST_WAIT)
    test.go_live("ours", NOON)
    assert not overdue(test, NOON + timedelta(days=1))
    test.interrupt("ours", NOON)
    assert overdue(test, NOON + GRACE)
    test.end()
    test.finish("ours", NOON)
    assert (test.folder, test.wants_recording) == ("", False)


def test_a_stream_is_held_by_one_process_until_its_lease_runs_out() -> None:
    game = stream()
    assert not game.claim("theirs", NOON + LIVE_LEASE - SECOND)
    game.renew("ours", NOON + SECOND)
    assert not game.claim("theirs", NOON + LIVE_LEASE)
    assert game.claim("theirs", NOON + LIVE_LEASE + SECOND)
    for act in (
        lambda: game.renew("ours", NOON),
        lambda: game.begin_take("ours"),
        lambda: game.go_live("ours", NOON),
        lambda: game.interrupt("ours", NOON),
        lambda: game.let_go("ours"),
        lambda: game.finish("ours", NOON),
    ):
        with pytest.raises(LeaseLost):
            act()


def test_what_was_let_go_can_be_taken_at_once() -> None:
    game = stream()
    game.let_go("ours")
    assert game.claim("theirs", NOON)


def test_an_end_is_for_good_until_the_stream_is_reopened() -> None:
    game = on_air()
    game.end()
    game.go_live("ours", NOON)
    game.interrupt("ours", NOON)
    assert game.state is LiveState.ENDING
    game.finish("ours", NOON)
    assert (game.state, game.port, game.finished_at) == (LiveState.FINISHED, None, NOON)
    with pytest.raises(LeaseLost):
        game.finish("ours", NOON)
    assert not game.claim("theirs", NOON + timedelta(days=1))


def test_a_stream_that_goes_on_cannot_be_finished() -> None:
    with pytest.raises(LeaseLost):
        on_air().finish("ours", NOON)


def test_only_what_was_seen_and_kept_whole_is_recorded() -> None:
    assert over().wants_recording
    assert not over(started_at=None).wants_recording
    assert not over(dvr_seconds=600).wants_recording
    assert not over(asset_id=AssetId(3)).wants_recording
    assert not over(is_test=True).wants_recording
    assert not over(folder="").wants_recording


@pytest.mark.parametrize("kept", [{}, {"asset_id": AssetId(3)}, {"dvr_seconds": 600}])
def test_a_stream_that_has_ended_goes_on_under_its_key_with_what_was_sent(kept: dict[str, object]) -> None:
    game = over(**kept)
    game.reopen(NOON)
    assert (game.generation, game.folder, game.asset_id) == (1, "live/1-00ff", None)
    assert (game.finished_at, game.reopened_at) == (None, NOON)


def test_a_stream_to_which_nobody_published_waits_again() -> None:
    game = stream(state=LiveState.FINISHED)
    game.reopen(NOON)
    assert game.state is LiveState.WAITING


@pytest.mark.parametrize(
    ("state", "folder", "why"),
    [
        (LiveState.LIVE, "live/1-00ff", IS_OPEN),
        (LiveState.ENDING, "live/1-00ff", IS_CLOSING),
        (LiveState.FINISHED, "", FILES_ARE_GONE),
    ],
)
def test_nothing_else_is_reopened(state: LiveState, folder: str, why: str) -> None:
    with pytest.raises(Refused) as refused:
        over(state=state, folder=folder).reopen(NOON)
    assert refused.value.message == why


def test_a_stream_that_starts_over_forgets_everything_and_its_key() -> None:
    game = over(asset_id=AssetId(3))
    game.start_over("live/1-ff00")
    assert (game.state, game.generation, game.folder, game.takes) == (LiveState.FINISHED, 2, "live/1-ff00", 0)
    game.reopen(NOON)
    assert game.state is LiveState.WAITING
    assert (game.started_at, game.finished_at, game.asset_id) == (None, None, None)
