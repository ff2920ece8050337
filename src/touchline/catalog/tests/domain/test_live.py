"""The rules of a live stream."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.live import LIVE_LEASE, LiveState, LiveStream
from touchline.catalog.domain.media import LeaseLost
from touchline.catalog.tests.samples import NOON
from touchline.shared.errors import Refused
from touchline.shared.ids import AssetId, ChannelId, EventId

GRACE = timedelta(seconds=120)
SECOND = timedelta(seconds=1)


def stream(**changes: object) -> LiveStream:
    """A stream that one process holds."""
    made = LiveStream(LiveStreamId(1), ChannelId(1), EventId(5), "live/1-00ff")
    made.claim("ours", NOON)
    for name, value in changes.items():
        setattr(made, name, value)
    return made


def on_air() -> LiveStream:
    found = stream()
    found.go_live("ours", NOON)
    return found


def test_an_encoder_may_come_back_within_the_grace_and_no_later() -> None:
    game = on_air()
    game.interrupt("ours", NOON)
    assert not game.is_overdue(GRACE, NOON + GRACE - SECOND)
    assert game.is_overdue(GRACE, NOON + GRACE)
    game.go_live("ours", NOON + GRACE)
    assert (game.state, game.started_at, game.gone_at) == (LiveState.LIVE, NOON, None)
    assert not game.is_overdue(GRACE, NOON + 2 * GRACE)


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


def test_an_end_is_for_good() -> None:
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
    over = {"state": LiveState.FINISHED}
    assert stream(**over, started_at=NOON).wants_recording
    assert not stream(**over).wants_recording
    assert not stream(**over, started_at=NOON, dvr_seconds=600).wants_recording
    assert not stream(**over, started_at=NOON, asset_id=AssetId(3)).wants_recording


def test_a_stream_opens_again_under_another_key_unless_a_recording_would_be_lost() -> None:
    empty = stream(state=LiveState.FINISHED)
    empty.open_again("live/1-ff00")
    assert (empty.state, empty.generation, empty.folder) == (LiveState.WAITING, 2, "live/1-ff00")
    for kept in ({}, {"asset_id": AssetId(3)}):
        with pytest.raises(Refused):
            stream(state=LiveState.FINISHED, started_at=NOON, **kept).open_again("live/1-ff00")
    failed = stream(state=LiveState.FINISHED, started_at=NOON, asset_id=AssetId(3))
    failed.open_again("live/1-ff00", recording_failed=True)
    assert (failed.started_at, failed.asset_id) == (None, None)
