"""Giving out stream keys, ending streams, and who is let in."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from touchline.catalog.application.live_keys import AdmitPublisher, StreamKeys
from touchline.catalog.application.open_live import (
    HAS_ENDED,
    OpenStream,
    ReopenStream,
    StopStream,
    StreamTest,
)
from touchline.catalog.domain.live import LiveState, LiveStream
from touchline.catalog.domain.media import MediaType, Owner
from touchline.catalog.domain.recordings import RecordingState
from touchline.catalog.ports.ingest import WRONG_KEY
from touchline.catalog.tests.live_fakes import FakeIngest, FakeLiveStreams
from touchline.catalog.tests.media_fakes import FakeAssets, FakeRecordings, FakeRows, FakeStreams
from touchline.catalog.tests.samples import NOON
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Refused
from touchline.shared.ids import EventId

GAME, NEXT, THIRD = EventId(5), EventId(6), EventId(7)
KEYS = StreamKeys(b"only for this test")


@pytest.fixture
def office() -> Any:
    """What an operator works with."""
    streams, states, assets, rows, ingest = (
        FakeLiveStreams(),
        FakeStreams(),
        FakeAssets(),
        FakeRows(),
        FakeIngest(),
    )
    tests, clock, recordings = FakeLiveStreams(is_test=True), FixedClock(NOON), FakeRecordings()
    return SimpleNamespace(
        streams=streams,
        states=states,
        assets=assets,
        rows=rows,
        ingest=ingest,
        open=OpenStream(streams, ingest, clock),
        reopen=ReopenStream(streams, states, rows, recordings, ingest, clock),
        tests=tests,
        test=StreamTest(tests, ingest, clock),
        clock=clock,
        recordings=recordings,
        stop=StopStream(streams, states),
        admit=AdmitPublisher(streams, tests, KEYS),
    )


def finished(office: Any, **changes: object) -> LiveStream:
    """The game's stream, over."""
    stream: LiveStream = office.streams.of_event(GAME) or office.open(GAME)
    stream.state, stream.port, stream.started_at = LiveState.FINISHED, None, NOON
    for name, value in changes.items():
        setattr(stream, name, value)
    office.streams.save(stream)
    office.states.set_ended(GAME, True)
    return stream


def test_the_key_of_an_event_is_the_same_until_a_new_one_is_asked_for(office: Any) -> None:
    first, again = office.open(GAME), office.open(GAME)
    assert KEYS.of(first) == KEYS.of(again)
    assert (first.id, first.port, first.folder) == (again.id, again.port, again.folder)
    assert first.folder.startswith(f"live/{first.id}-")
    renewed = office.open(GAME, new_key=True)
    assert KEYS.of(renewed) != KEYS.of(first)
    assert renewed.folder == first.folder


def test_a_key_is_known_by_nothing_but_the_secret(office: Any) -> None:
    stream = office.open(GAME)
    assert KEYS.of(stream).startswith("5-")
    assert len(KEYS.of(stream)) == len("5-") + 24
    assert StreamKeys(b"another secret").of(stream) != KEYS.of(stream)
    assert KEYS.of(office.open(NEXT)).partition("-")[2] != KEYS.of(stream).partition("-")[2]


def test_each_open_stream_has_a_port_of_its_own_and_gives_it_back(office: Any) -> None:
    assert [office.open(event).port for event in (GAME, NEXT)] == [19350, 19351]
    with pytest.raises(Refused) as refused:
        office.open(THIRD)
    assert refused.value.message == (
        "All ports for live streams are in use (19350 to 19351). End a stream, or widen TOUCHLINE_LIVE_PORTS."
    )
    done = office.streams.of_event(GAME)
    done.port = None
    office.streams.save(done)
    assert office.open(THIRD).port == 19350


def test_where_all_streams_share_an_address_none_has_a_port(office: Any) -> None:
    office.ingest.ports = ()
    assert office.open(GAME).port is None


def test_a_stream_gets_another_port_where_its_own_is_no_longer_among_them(office: Any) -> None:
    office.open(GAME)
    office.ingest.ports = (20000,)
    assert office.open(GAME).port == 20000


def test_the_key_of_an_event_that_is_over_opens_nothing_until_the_stream_is_reopened(office: Any) -> None:
    stream = finished(office)
    assert not office.admit(KEYS.of(stream))
    for new_key in (False, True):
        with pytest.raises(Refused) as refused:
            office.open(GAME, new_key=new_key)
        assert refused.value.message == HAS_ENDED
    again = office.reopen(GAME)
    assert KEYS.of(again) == KEYS.of(stream)
    assert office.admit(KEYS.of(stream))
    assert (again.port, again.folder) == (19350, stream.folder)
    assert (office.states.ended, office.states.publishing, office.states.interrupted) == (
        set(),
        {GAME},
        {GAME},
    )


def test_a_reopened_event_shows_its_stream_in_place_of_the_shorter_recording(office: Any) -> None:
    asset = office.assets.add("0" * 64, "game")
    own, added = Owner("event", GAME), office.assets.add("1" * 64, "from another camera")
    office.rows.attach(own, asset.id, "Recording")
    finished(office, asset_id=asset.id)
    office.states.set_recorded(GAME, True)
    office.reopen(GAME)
    assert office.rows.owners_of(asset.id) == []
    assert office.states.recorded == set()
    assert [row.type for row in office.rows.rows] == [MediaType.LIVE]
    office.rows.attach(own, added.id, "Another camera")
    assert office.rows.owners_of(added.id) == [own]


@pytest.mark.parametrize("state", [RecordingState.HIDDEN, RecordingState.WITHDRAWN])
def test_an_event_whose_recording_is_taken_down_is_not_reopened(office: Any, state: RecordingState) -> None:
    finished(office)
    office.recordings.set_state(Owner("event", GAME), state, NOON)
    with pytest.raises(Refused, match="hidden or withdrawn"):
        office.reopen(GAME)
    assert not office.streams.of_event(GAME).is_open


def test_only_an_event_that_was_streamed_is_reopened(office: Any) -> None:
    with pytest.raises(Refused, match="has not been streamed"):
        office.reopen(GAME)
    office.open(GAME)
    with pytest.raises(Refused, match="open already"):
        office.reopen(GAME)


def test_a_stream_that_nobody_published_to_opens_again_under_its_key(office: Any) -> None:
    stream = finished(office, started_at=None)
    assert KEYS.of(office.open(GAME)) == KEYS.of(stream)
    assert office.states.publishing == set()


def test_a_stream_test_has_a_key_and_a_port_of_its_own(office: Any) -> None:
    real, test = office.open(GAME), office.test.open(GAME)
    key = KEYS.of(test)
    assert key.startswith("5-test-") and key != KEYS.of(real)
    assert (test.folder.startswith("live/test-"), test.dvr_seconds) == (True, 600)
    assert office.admit(key) and office.admit(KEYS.of(real))
    assert office.test.open(GAME).folder == test.folder
    office.test.stop(GAME)
    assert not office.admit(key)
    assert office.admit(KEYS.of(real))
    with pytest.raises(Refused, match="No stream test"):
        office.test.stop(GAME)


def test_a_stream_that_is_just_being_closed_is_left_alone(office: Any) -> None:
    finished(office, state=LiveState.ENDING)
    for act in (office.open, office.reopen):
        with pytest.raises(Refused, match="being closed"):
            act(GAME)


def test_how_far_one_can_rewind_is_said_before_the_stream_begins(office: Any) -> None:
    assert office.open(GAME, dvr_seconds=600).dvr_seconds == 600
    on_air = office.streams.of_event(GAME)
    on_air.started_at = NOON
    office.streams.save(on_air)
    assert office.open(GAME, dvr_seconds=60).dvr_seconds == 600


def test_what_is_not_open_cannot_be_stopped(office: Any) -> None:
    with pytest.raises(Refused):
        office.stop(GAME)
    office.open(GAME)
    assert office.stop(GAME).state is LiveState.ENDING
    with pytest.raises(Refused):
        office.stop(GAME)


def test_only_the_present_key_of_an_open_stream_is_let_in(office: Any) -> None:
    stream = office.open(GAME)
    key = KEYS.of(stream)
    assert office.admit(key)
    for wrong in ("", "5", "5-", key[:-1], key.upper(), f"{key} ", key.replace("5-", "6-"), "9" * 400, "é"):
        assert not office.admit(wrong), wrong
    office.open(GAME, new_key=True)
    assert not office.admit(key)


def test_the_operator_is_told_of_who_came_with_a_wrong_key(office: Any) -> None:
    stream = office.open(GAME)
    assert not office.admit(f"{KEYS.of(stream)}x")
    assert office.streams.of_event(GAME).fault == WRONG_KEY
    office.stop(GAME)
    ended = office.streams.of_event(GAME)
    ended.fault = ""
    office.streams.save(ended)
    assert not office.admit(KEYS.of(stream))
    assert office.streams.of_event(GAME).fault == ""


def test_the_hook_is_called_by_our_own_server_alone() -> None:
    assert KEYS.is_hook_token(KEYS.hook_token)
    for wrong in ("", KEYS.hook_token[:-1], StreamKeys(b"another secret").hook_token, "é"):
        assert not KEYS.is_hook_token(wrong)
