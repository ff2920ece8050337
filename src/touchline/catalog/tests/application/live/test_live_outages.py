"""A live event with outages has one stream and one recording until its planned end or an operator's stop."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.application.live.join_recording import JoinRecording
from touchline.catalog.application.live.stream_service import JOIN_RECORDING
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.assets import MediaOwner, MediaType
from touchline.catalog.domain.media.live_streams import LiveState
from touchline.catalog.events import EventFinished, EventWentLive
from touchline.catalog.tests.ingest_harness import (
    EVENT_ID,
    GRACE,
    MARGIN,
    SECOND,
    IngestHarness,
    create_harness,
    run_for,
)
from touchline.catalog.tests.media_fakes import CHANNEL
from touchline.catalog.tests.samples import NOON

LENGTH = timedelta(minutes=20)
OUTAGE = 2 * GRACE


@pytest.fixture
def harness(tmp_path: Path) -> IngestHarness:
    """Return a harness with an event that is planned to end in twenty minutes."""
    created = create_harness(tmp_path)
    created.streams.planned_end = NOON + LENGTH
    created.open_stream()
    return created


def send_segments(harness: IngestHarness, supervisor: SuperviseStreams, *durations_ms: int) -> None:
    """Connect the encoder if needed, and send segments of these durations."""
    supervisor.tick()
    harness.ingest.sessions[-1].receive(*durations_ms)
    harness.clock.advance(timedelta(milliseconds=sum(durations_ms)))
    supervisor.tick()


def disconnect(harness: IngestHarness, supervisor: SuperviseStreams) -> None:
    """Disconnect the encoder."""
    harness.ingest.sessions[-1].end()
    supervisor.tick()


def list_segment_names(harness: IngestHarness) -> list[str]:
    """Return the name of each segment in order: session number, hyphen, segment number."""
    return [name.partition("/")[2].partition(".")[0] for name in harness.list_segments()]


def test_outages_longer_than_the_reconnect_window_give_one_event_and_one_recording(
    harness: IngestHarness,
) -> None:
    supervisor, folder = harness.create_supervisor(), harness.get_stream().folder
    for _ in range(3):
        send_segments(harness, supervisor, 2000, 2000)
        disconnect(harness, supervisor)
        run_for(harness, supervisor, OUTAGE)
        assert harness.get_stream().state is LiveState.INTERRUPTED
        assert (harness.states.publishing, harness.states.interrupted) == ({EVENT_ID}, {EVENT_ID})
    send_segments(harness, supervisor, 2000)
    assert (harness.get_stream().state, harness.states.interrupted) == (LiveState.LIVE, set())
    assert (harness.get_stream().folder, len(harness.announced), harness.jobs.tasks) == (folder, 1, [])
    harness.stop(EVENT_ID)
    run_for(harness, supervisor, 2 * SECOND)
    numbers = list_segment_names(harness)
    assert len(numbers) == 7 and numbers == sorted(numbers)
    assert harness.read_playlist().count("#EXT-X-DISCONTINUITY\n") == 3
    (task,) = harness.jobs.tasks
    assert (task.name, task.ids) == (JOIN_RECORDING, (1, harness.get_stream().id))


def test_a_process_restart_during_an_outage_keeps_the_event_open(harness: IngestHarness) -> None:
    first = harness.create_supervisor()
    send_segments(harness, first, 2000)
    disconnect(harness, first)
    run_for(harness, first, OUTAGE)
    first.release_all()
    second = harness.create_supervisor()
    run_for(harness, second, OUTAGE)
    send_segments(harness, second, 2000)
    assert harness.get_stream().state is LiveState.LIVE
    assert len(list_segment_names(harness)) == 2
    assert len(harness.announced) == 1


def test_a_camera_test_long_before_the_start_does_not_end_the_event(harness: IngestHarness) -> None:
    harness.streams.planned_end = NOON + timedelta(hours=3)
    supervisor = harness.create_supervisor()
    send_segments(harness, supervisor, 2000)
    disconnect(harness, supervisor)
    run_for(harness, supervisor, timedelta(minutes=30))
    assert harness.get_stream().state is LiveState.INTERRUPTED
    send_segments(harness, supervisor, 2000)
    assert harness.get_stream().state is LiveState.LIVE


def test_without_an_encoder_an_event_ends_after_its_planned_end_and_the_margin(
    harness: IngestHarness,
) -> None:
    supervisor = harness.create_supervisor()
    send_segments(harness, supervisor, 2000)
    disconnect(harness, supervisor)
    remaining = NOON + LENGTH + MARGIN - harness.clock.now()
    run_for(harness, supervisor, remaining - 2 * SECOND)
    assert harness.get_stream().state is LiveState.INTERRUPTED
    run_for(harness, supervisor, 4 * SECOND)
    assert harness.get_stream().state is LiveState.FINISHED


def test_an_event_in_overtime_continues_while_its_encoder_publishes(harness: IngestHarness) -> None:
    supervisor = harness.create_supervisor()
    send_segments(harness, supervisor, 2000)
    run_for(harness, supervisor, LENGTH + MARGIN + GRACE)
    assert harness.get_stream().state is LiveState.LIVE


def test_a_reopened_event_continues_one_recording_and_is_not_announced_again(harness: IngestHarness) -> None:
    supervisor = harness.create_supervisor()
    send_segments(harness, supervisor, 2000)
    harness.stop(EVENT_ID)
    run_for(harness, supervisor, 2 * SECOND)
    assert harness.read_playlist().endswith("#EXT-X-ENDLIST\n")
    harness.reopen(EVENT_ID)
    run_for(harness, supervisor, 2 * SECOND)
    assert "#EXT-X-ENDLIST" not in harness.read_playlist()
    assert "#EXT-X-ENDLIST" not in harness.read_playlist("small")
    send_segments(harness, supervisor, 2000)
    assert (harness.get_stream().state, harness.states.ended) == (LiveState.LIVE, set())
    assert len(list_segment_names(harness)) == 2
    harness.clock.advance(SECOND)
    harness.stop(EVENT_ID)
    run_for(harness, supervisor, 2 * SECOND)
    started, *ended = harness.announced
    assert started == EventWentLive(CHANNEL, EVENT_ID)
    assert ended == 2 * [EventFinished(CHANNEL, EVENT_ID)]
    first, second = harness.jobs.tasks
    assert first.unique != second.unique


def test_each_end_within_one_second_has_a_recording_of_its_own(harness: IngestHarness) -> None:
    supervisor = harness.create_supervisor()
    send_segments(harness, supervisor, 2000)
    harness.stop(EVENT_ID)
    run_for(harness, supervisor, SECOND)
    harness.reopen(EVENT_ID)
    harness.clock.advance(timedelta(milliseconds=300))
    harness.stop(EVENT_ID)
    harness.create_supervisor().tick()
    first, second = harness.jobs.tasks
    assert first.unique != second.unique


def test_a_recording_joined_before_the_stream_was_reopened_is_discarded(
    harness: IngestHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    supervisor = harness.create_supervisor()
    send_segments(harness, supervisor, 2000)
    harness.stop(EVENT_ID)
    run_for(harness, supervisor, 2 * SECOND)
    join = JoinRecording(harness.streams, harness.storage, harness.video, harness.add, harness.assets)
    store_source = harness.add.store_source

    def reopen_during_store(file: object) -> str:
        monkeypatch.setattr(harness.add, "store_source", store_source)
        sha256: str = store_source(file)
        harness.reopen(EVENT_ID)
        run_for(harness, supervisor, 2 * SECOND)
        send_segments(harness, supervisor, 2000)
        harness.clock.advance(SECOND)
        harness.stop(EVENT_ID)
        run_for(harness, supervisor, 2 * SECOND)
        return sha256

    monkeypatch.setattr(harness.add, "store_source", reopen_during_store)
    join(CHANNEL, harness.get_stream().id)
    assert harness.get_stream().asset_id is None
    join(CHANNEL, harness.get_stream().id)
    asset = harness.assets.get(harness.get_stream().asset_id)
    with harness.storage.open(f"sources/1-{asset.source_sha256}/video") as file:
        assert file.read().count(b"source") == 2
    assert harness.media_items.list_owners(asset.id) == [MediaOwner("event", EVENT_ID)]


def test_a_stream_test_leaves_nothing_behind(harness: IngestHarness) -> None:
    stream_supervisor, supervisor = harness.create_supervisor(), harness.create_test_supervisor()
    test = harness.stream_tests.open(EVENT_ID)
    stream_supervisor.tick()
    supervisor.tick()
    test_session = next(
        ingest_session
        for ingest_session in harness.ingest.sessions
        if ingest_session.endpoint.stream_key == harness.keys.derive(test)
    )
    test_session.receive(2000, 2000)
    supervisor.tick()
    live_test = harness.test_streams.get_by_event(EVENT_ID)
    assert live_test is not None and live_test.state is LiveState.LIVE
    assert list(harness.storage.list(f"{live_test.folder}/"))
    assert (harness.announced, harness.media_items.items, harness.states.publishing) == ([], [], set())
    test_session.end()
    supervisor.tick()
    run_for(harness, supervisor, GRACE + 2 * SECOND)
    finished_test = harness.test_streams.get_by_event(EVENT_ID)
    assert finished_test is not None and finished_test.state is LiveState.FINISHED
    assert list(harness.storage.list("live/test-")) == []
    assert (harness.jobs.tasks, harness.states.ended, harness.media_items.items) == ([], set(), [])
    assert harness.get_stream().state is LiveState.WAITING
    again = harness.stream_tests.open(EVENT_ID)
    assert harness.keys.derive(again) == harness.keys.derive(test)


def test_a_stream_test_does_not_affect_the_event_stream(harness: IngestHarness) -> None:
    stream_supervisor, supervisor = harness.create_supervisor(), harness.create_test_supervisor()
    send_segments(harness, stream_supervisor, 2000)
    harness.stream_tests.open(EVENT_ID)
    supervisor.tick()
    harness.ingest.sessions[-1].receive(2000)
    supervisor.tick()
    harness.stream_tests.stop(EVENT_ID)
    run_for(harness, supervisor, 2 * SECOND)
    run_for(harness, stream_supervisor, 2 * SECOND)
    assert harness.get_stream().state is LiveState.LIVE
    assert [row.type for row in harness.media_items.items] == [MediaType.LIVE]
    assert len(list_segment_names(harness)) == 1
