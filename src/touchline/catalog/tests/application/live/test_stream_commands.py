"""Stream keys, ending streams, and authorizing encoders."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from touchline.catalog.application.live.stream_commands import (
    STREAM_ENDED,
    OpenStream,
    ReopenStream,
    StopStream,
    StreamTests,
)
from touchline.catalog.application.live.stream_keys import AuthorizePublisher, StreamKeys
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import Schedule, ScheduleStatus
from touchline.catalog.domain.media.assets import MediaOwner, MediaType
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.ports.media.ingest import WRONG_KEY_FAULT
from touchline.catalog.tests.ingest_harness import AnnouncedEvents
from touchline.catalog.tests.live_fakes import FakeIngest, FakeLiveStreams
from touchline.catalog.tests.media_fakes import FakeAssets, FakeMediaItems, FakeRecordings, FakeStreamStates
from touchline.catalog.tests.samples import NOON, build_event
from touchline.shared.clock import FixedClock
from touchline.shared.errors import RefusedError
from touchline.shared.ids import EventId

EVENT_ID, SECOND_EVENT_ID, THIRD_EVENT_ID = EventId(5), EventId(6), EventId(7)
KEYS = StreamKeys(b"only for this test")


@pytest.fixture
def commands() -> Any:
    """Return the use cases of an operator, over fakes."""
    streams, states, assets, rows, ingest = (
        FakeLiveStreams(),
        FakeStreamStates(),
        FakeAssets(),
        FakeMediaItems(),
        FakeIngest(),
    )
    events: dict[EventId, Event] = {}
    tests, clock, recordings = FakeLiveStreams(is_test=True), FixedClock(NOON), FakeRecordings()
    announced = AnnouncedEvents()
    return SimpleNamespace(
        announced=announced,
        streams=streams,
        states=states,
        assets=assets,
        rows=rows,
        ingest=ingest,
        open=OpenStream(streams, events.get, ingest, clock),
        events=events,
        reopen=ReopenStream(streams, states, rows, recordings, ingest, clock),
        tests=tests,
        test=StreamTests(tests, ingest, clock),
        clock=clock,
        recordings=recordings,
        stop=StopStream(streams, states, announced),
        admit=AuthorizePublisher(streams, tests, KEYS),
    )


def finish_stream(commands: Any, **changes: object) -> LiveStream:
    """Return the event's stream in its finished state."""
    stream: LiveStream = commands.streams.get_by_event(EVENT_ID) or commands.open(EVENT_ID)
    stream.state, stream.port, stream.started_at = LiveState.FINISHED, None, NOON
    for name, value in changes.items():
        setattr(stream, name, value)
    commands.streams.save(stream)
    commands.states.set_ended(EVENT_ID, True)
    return stream


def test_the_key_of_an_event_is_stable_until_a_new_one_is_requested(commands: Any) -> None:
    first, again = commands.open(EVENT_ID), commands.open(EVENT_ID)
    assert KEYS.derive(first) == KEYS.derive(again)
    assert (first.id, first.port, first.folder) == (again.id, again.port, again.folder)
    assert first.folder.startswith(f"live/{first.id}-")
    renewed = commands.open(EVENT_ID, new_key=True)
    assert KEYS.derive(renewed) != KEYS.derive(first)
    assert renewed.folder == first.folder


def test_a_key_can_only_be_derived_with_the_secret(commands: Any) -> None:
    stream = commands.open(EVENT_ID)
    assert KEYS.derive(stream).startswith("5-")
    assert len(KEYS.derive(stream)) == len("5-") + 24
    assert StreamKeys(b"another secret").derive(stream) != KEYS.derive(stream)
    assert (
        KEYS.derive(commands.open(SECOND_EVENT_ID)).partition("-")[2] != KEYS.derive(stream).partition("-")[2]
    )


@pytest.mark.parametrize("status", [ScheduleStatus.CANCELED, ScheduleStatus.POSTPONED])
def test_an_event_that_does_not_take_place_gets_no_stream(commands: Any, status: ScheduleStatus) -> None:
    commands.events[EVENT_ID] = build_event(EVENT_ID, schedule=Schedule(status))
    with pytest.raises(RefusedError) as error:
        commands.open(EVENT_ID)
    assert error.value.message == f"The event is {status.value}. First reinstate or reschedule it."
    assert commands.streams.list_all() == []


def test_each_open_stream_has_its_own_port_and_releases_it(commands: Any) -> None:
    assert [commands.open(event).port for event in (EVENT_ID, SECOND_EVENT_ID)] == [19350, 19351]
    with pytest.raises(RefusedError) as error:
        commands.open(THIRD_EVENT_ID)
    assert error.value.message == (
        "All ports for live streams are in use (19350 to 19351). "
        "End a stream, or widen TOUCHLINE_INGEST_PORTS."
    )
    stream = commands.streams.get_by_event(EVENT_ID)
    stream.port = None
    commands.streams.save(stream)
    assert commands.open(THIRD_EVENT_ID).port == 19350


def test_streams_with_a_shared_url_have_no_port(commands: Any) -> None:
    commands.ingest.ports = ()
    assert commands.open(EVENT_ID).port is None


def test_a_stream_gets_another_port_when_its_own_is_no_longer_configured(commands: Any) -> None:
    commands.open(EVENT_ID)
    commands.ingest.ports = (20000,)
    assert commands.open(EVENT_ID).port == 20000


def test_the_key_of_a_finished_stream_is_refused_until_it_is_reopened(commands: Any) -> None:
    stream = finish_stream(commands)
    assert not commands.admit(KEYS.derive(stream))
    for new_key in (False, True):
        with pytest.raises(RefusedError) as error:
            commands.open(EVENT_ID, new_key=new_key)
        assert error.value.message == STREAM_ENDED
    again = commands.reopen(EVENT_ID)
    assert KEYS.derive(again) == KEYS.derive(stream)
    assert commands.admit(KEYS.derive(stream))
    assert (again.port, again.folder) == (19350, stream.folder)
    assert (commands.states.ended, commands.states.publishing, commands.states.interrupted) == (
        set(),
        {EVENT_ID},
        {EVENT_ID},
    )


def test_a_reopened_event_shows_its_stream_instead_of_the_recording(commands: Any) -> None:
    asset = commands.assets.add("0" * 64, "game")
    owner, added = MediaOwner("event", EVENT_ID), commands.assets.add("1" * 64, "from another camera")
    commands.rows.attach(owner, asset.id, "Recording")
    finish_stream(commands, asset_id=asset.id)
    commands.states.set_recorded(EVENT_ID, True)
    commands.reopen(EVENT_ID)
    assert commands.rows.list_owners(asset.id) == []
    assert commands.states.recorded == set()
    assert [row.type for row in commands.rows.items] == [MediaType.LIVE]
    commands.rows.attach(owner, added.id, "Another camera")
    assert commands.rows.list_owners(added.id) == [owner]


@pytest.mark.parametrize("state", [RecordingState.HIDDEN, RecordingState.WITHDRAWN])
def test_an_event_with_a_taken_down_recording_is_not_reopened(commands: Any, state: RecordingState) -> None:
    finish_stream(commands)
    commands.recordings.set_state(MediaOwner("event", EVENT_ID), state, NOON)
    with pytest.raises(RefusedError, match="hidden or withdrawn"):
        commands.reopen(EVENT_ID)
    assert not commands.streams.get_by_event(EVENT_ID).is_open


def test_only_a_streamed_event_can_be_reopened(commands: Any) -> None:
    with pytest.raises(RefusedError, match="has not been streamed"):
        commands.reopen(EVENT_ID)
    commands.open(EVENT_ID)
    with pytest.raises(RefusedError, match="already open"):
        commands.reopen(EVENT_ID)


def test_an_unused_stream_opens_again_with_the_same_key(commands: Any) -> None:
    stream = finish_stream(commands, started_at=None)
    assert KEYS.derive(commands.open(EVENT_ID)) == KEYS.derive(stream)
    assert commands.states.publishing == set()


def test_a_stream_test_has_its_own_key_and_port(commands: Any) -> None:
    real, test = commands.open(EVENT_ID), commands.test.open(EVENT_ID)
    key = KEYS.derive(test)
    assert key.startswith("5-test-") and key != KEYS.derive(real)
    assert (test.folder.startswith("live/test-"), test.dvr_seconds) == (True, 600)
    assert commands.admit(key) and commands.admit(KEYS.derive(real))
    assert commands.test.open(EVENT_ID).folder == test.folder
    commands.test.stop(EVENT_ID)
    assert not commands.admit(key)
    assert commands.admit(KEYS.derive(real))
    with pytest.raises(RefusedError, match="no open stream test"):
        commands.test.stop(EVENT_ID)


def test_a_closing_stream_cannot_be_opened(commands: Any) -> None:
    finish_stream(commands, state=LiveState.ENDING)
    for command in (commands.open, commands.reopen):
        with pytest.raises(RefusedError, match="being closed"):
            command(EVENT_ID)


def test_the_dvr_window_cannot_be_changed_after_the_start(commands: Any) -> None:
    assert commands.open(EVENT_ID, dvr_seconds=600).dvr_seconds == 600
    started_stream = commands.streams.get_by_event(EVENT_ID)
    started_stream.started_at = NOON
    commands.streams.save(started_stream)
    assert commands.open(EVENT_ID, dvr_seconds=60).dvr_seconds == 600


def test_a_stream_that_is_not_open_cannot_be_stopped(commands: Any) -> None:
    with pytest.raises(RefusedError):
        commands.stop(EVENT_ID)
    commands.open(EVENT_ID)
    assert commands.stop(EVENT_ID).state is LiveState.ENDING
    with pytest.raises(RefusedError):
        commands.stop(EVENT_ID)


def test_only_the_current_key_of_an_open_stream_is_authorized(commands: Any) -> None:
    stream = commands.open(EVENT_ID)
    key = KEYS.derive(stream)
    assert commands.admit(key)
    for invalid_key in (
        "",
        "5",
        "5-",
        key[:-1],
        key.upper(),
        f"{key} ",
        key.replace("5-", "6-"),
        "9" * 400,
        "é",
    ):
        assert not commands.admit(invalid_key), invalid_key
    commands.open(EVENT_ID, new_key=True)
    assert not commands.admit(key)


def test_a_wrong_key_is_reported_to_the_operator(commands: Any) -> None:
    stream = commands.open(EVENT_ID)
    assert not commands.admit(f"{KEYS.derive(stream)}x")
    assert commands.streams.get_by_event(EVENT_ID).fault == WRONG_KEY_FAULT
    commands.stop(EVENT_ID)
    ended = commands.streams.get_by_event(EVENT_ID)
    ended.fault = ""
    commands.streams.save(ended)
    assert not commands.admit(KEYS.derive(stream))
    assert commands.streams.get_by_event(EVENT_ID).fault == ""


def test_the_hook_requires_the_token() -> None:
    assert KEYS.is_hook_token(KEYS.hook_token)
    for invalid_key in ("", KEYS.hook_token[:-1], StreamKeys(b"another secret").hook_token, "é"):
        assert not KEYS.is_hook_token(invalid_key)
