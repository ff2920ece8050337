"""An ingest process at work: what encoders send becomes what viewers read, despite interruptions."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.application.live.stream_service import JOIN_RECORDING
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.assets import MediaType
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState
from touchline.catalog.events import EventWentLive
from touchline.catalog.ports.media.ingest import LOW_BANDWIDTH
from touchline.catalog.ports.media.storage import StorageFullError
from touchline.catalog.tests.ingest_harness import EVENT_ID, GRACE, SECOND, IngestHarness, run_for
from touchline.catalog.tests.samples import NOON
from touchline.shared.ids import EventId


def test_an_encoder_is_expected_with_the_issued_key(harness: IngestHarness) -> None:
    stream = harness.open_stream()
    harness.create_supervisor().tick()
    (ingest_session,) = harness.ingest.sessions
    assert (ingest_session.endpoint.stream_key, ingest_session.endpoint.port) == (
        harness.keys.derive(stream),
        19350,
    )
    assert harness.get_stream().state is LiveState.WAITING
    assert harness.states.publishing == set()
    assert harness.announced == []


def test_an_event_is_live_once_the_first_segment_is_published(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    assert harness.get_stream().state is LiveState.LIVE
    assert harness.states.publishing == {EVENT_ID}
    assert harness.announced == [EventWentLive(harness.get_stream().channel_id, EVENT_ID)]
    (row,) = harness.media_items.items
    assert (row.type, row.url) == (MediaType.LIVE, f"{harness.get_stream().folder}/master.m3u8")
    assert row.start_ts == int(NOON.timestamp())
    assert harness.list_segments() == ["source/1-00000.ts", "source/1-00001.ts"]
    assert harness.list_segments("small") == ["small/1-00000.ts", "small/1-00001.ts"]
    with harness.storage.open(f"{harness.get_stream().folder}/small/1-00001.ts") as file:
        assert file.read().endswith(b"360p 1\n")
    with harness.storage.open(f"{harness.get_stream().folder}/master.m3u8") as file:
        assert b"source.m3u8" in file.read()


def test_only_segments_complete_in_all_renditions_are_listed(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    ingest_session = harness.ingest.sessions[0]
    ingest_session.receive(2000)
    list_segments = ingest_session.segments
    ingest_session.segments = lambda name: list_segments(name)[: 2 if name == LOW_BANDWIDTH else 3]
    live_supervisor.tick()
    assert len(harness.list_segments()) == len(harness.list_segments("small")) == 2


def test_an_encoder_that_reconnects_within_the_reconnect_window_continues_the_stream(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    folder = harness.get_stream().folder
    harness.ingest.sessions[0].receive(1500)
    harness.ingest.sessions[0].end()
    live_supervisor.tick()
    assert harness.get_stream().state is LiveState.INTERRUPTED
    assert harness.states.publishing == {EVENT_ID}
    run_for(harness, live_supervisor, GRACE - SECOND)
    harness.ingest.sessions[-1].receive(2000)
    live_supervisor.tick()
    run_for(harness, live_supervisor, 2 * GRACE)
    assert (harness.get_stream().state, harness.get_stream().folder) == (LiveState.LIVE, folder)
    assert len(harness.announced) == 1
    text = harness.read_playlist()
    assert text.count("#EXT-X-DISCONTINUITY\n") == 1
    assert "#EXT-X-ENDLIST" not in text
    assert [name.partition("/")[2] for name in harness.list_segments()] == [
        "1-00000.ts",
        "1-00001.ts",
        "1-00002.ts",
        "3-00000.ts",
    ]


def test_an_encoder_that_does_not_reconnect_ends_the_stream_once(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].end()
    live_supervisor.tick()
    run_for(harness, live_supervisor, GRACE)
    assert harness.get_stream().state is LiveState.FINISHED
    assert (harness.states.publishing, harness.states.ended) == (set(), {EVENT_ID})
    assert harness.read_playlist().endswith("#EXT-X-ENDLIST\n")
    assert harness.read_playlist("small").endswith("#EXT-X-ENDLIST\n")
    run_for(harness, live_supervisor, GRACE)
    (task,) = harness.jobs.tasks
    assert (task.name, task.ids) == (JOIN_RECORDING, (1, harness.get_stream().id))
    assert all(ingest_session.is_closed for ingest_session in harness.ingest.sessions)
    assert harness.get_stream().port is None


def test_an_encoder_that_connects_at_the_last_moment_is_not_cut_off(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].end()
    live_supervisor.tick()
    live_supervisor.tick()
    harness.ingest.sessions[-1].receive()
    run_for(harness, live_supervisor, 2 * GRACE)
    assert harness.get_stream().state is LiveState.INTERRUPTED
    harness.ingest.sessions[-1].end()
    live_supervisor.tick()
    assert harness.get_stream().state is LiveState.FINISHED


def test_stopping_ends_the_event_at_once_and_the_playlists_after_the_last_segment(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].receive(900)
    harness.stop(EVENT_ID)
    assert (harness.states.publishing, harness.states.ended) == (set(), {EVENT_ID})
    run_for(harness, live_supervisor, 2 * SECOND)
    assert harness.get_stream().state is LiveState.FINISHED
    assert len(harness.list_segments()) == 3
    assert harness.read_playlist().endswith("#EXT-X-ENDLIST\n")
    assert harness.ingest.sessions[0].is_closed


def test_a_stream_without_an_encoder_does_not_change_the_event_status(harness: IngestHarness) -> None:
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    harness.stop(EVENT_ID)
    run_for(harness, supervisor, 2 * SECOND)
    assert harness.get_stream().state is LiveState.FINISHED
    assert (harness.states.ended, harness.jobs.tasks, harness.media_items.items) == (set(), [], [])


def test_a_killed_process_is_replaced_without_losing_segments(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    (harness.storage._root / harness.get_stream().folder / "source" / "1-00002.ts").write_bytes(
        b"never listed"
    )
    successor = harness.create_supervisor()
    successor.tick()
    assert len(harness.ingest.sessions) == 1
    run_for(harness, successor, LIVE_LEASE + SECOND)
    assert harness.get_stream().state is LiveState.INTERRUPTED
    harness.ingest.sessions[-1].receive(2000)
    successor.tick()
    assert [name.partition("/")[2] for name in harness.list_segments()] == [
        "1-00000.ts",
        "1-00001.ts",
        "3-00000.ts",
    ]
    assert not any(key.endswith("1-00002.ts") for key in harness.storage.list("live/"))


def test_a_process_that_lost_its_lease_changes_nothing(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.clock.advance(LIVE_LEASE + SECOND)
    harness.ingest.sessions[0].receive(2000)
    successor = harness.create_supervisor()
    successor.tick()
    playlist = harness.read_playlist()
    live_supervisor.tick()
    assert harness.ingest.sessions[0].is_closed
    assert harness.read_playlist() == playlist
    harness.ingest.sessions[1].receive(2000)
    successor.tick()
    assert harness.get_stream().state is LiveState.LIVE


def test_a_process_that_crashes_while_closing_is_completed_by_the_next(
    harness: IngestHarness, live_supervisor: SuperviseStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    harness.stop(EVENT_ID)
    with monkeypatch.context() as patch:
        patch.setattr(harness.ingest_services.stream_service, "finish", lambda *_: 1 / 0)
        run_for(harness, live_supervisor, 2 * SECOND)
    assert harness.get_stream().state is LiveState.ENDING
    successor = harness.create_supervisor()
    run_for(harness, successor, LIVE_LEASE + 2 * SECOND)
    assert harness.get_stream().state is LiveState.FINISHED
    assert len(harness.jobs.tasks) == 1


def test_a_process_that_cannot_renew_its_lease_publishes_nothing(
    harness: IngestHarness, live_supervisor: SuperviseStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_unavailable(*_: object) -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(harness.streams, "list_unfinished", raise_unavailable)
        patch.setattr(harness.streams, "update", raise_unavailable)
        run_for(harness, live_supervisor, LIVE_LEASE)
        harness.ingest.sessions[0].receive(2000)
        run_for(harness, live_supervisor, LIVE_LEASE)
        assert len(harness.list_segments()) == 2
    run_for(harness, live_supervisor, 5 * SECOND)
    assert len(harness.list_segments()) == 3


def test_the_reconnect_window_restarts_when_a_process_takes_over(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].end()
    live_supervisor.tick()
    live_supervisor.release_all()
    harness.clock.advance(timedelta(hours=1))
    successor = harness.create_supervisor()
    run_for(harness, successor, GRACE - SECOND)
    assert harness.get_stream().state is LiveState.INTERRUPTED
    run_for(harness, successor, 3 * SECOND)
    assert harness.get_stream().state is LiveState.FINISHED


def test_a_stopping_process_releases_its_streams_at_once(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].receive(2000)
    live_supervisor.release_all()
    assert harness.ingest.sessions[0].is_closed
    assert len(harness.list_segments()) == 3
    successor = harness.create_supervisor()
    successor.tick()
    assert len(harness.ingest.sessions) == 2


def test_a_new_key_disconnects_the_encoder_with_the_old_one(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    old = harness.ingest.sessions[0]
    harness.open_stream(new_key=True)
    run_for(harness, live_supervisor, SECOND)
    assert old.is_closed
    assert (
        harness.ingest.sessions[-1].endpoint.stream_key
        == harness.keys.derive(harness.get_stream())
        != old.endpoint.stream_key
    )
    assert harness.get_stream().state is LiveState.INTERRUPTED


def test_a_new_key_disconnects_the_encoder_even_if_its_row_was_just_written(
    harness: IngestHarness,
) -> None:
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    (session,) = harness.ingest.sessions
    session.receive(2000)
    run_for(harness, supervisor, 2 * SECOND)
    harness.open_stream(new_key=True)
    session.fault = "The keyframes are too far apart."
    supervisor.tick()
    assert harness.get_stream().fault == session.fault
    run_for(harness, supervisor, 2 * SECOND)
    assert session.is_closed
    assert harness.ingest.sessions[-1].endpoint.stream_key == harness.keys.derive(harness.get_stream())


def test_the_reason_of_a_disconnect_is_shown_until_another_encoder_publishes(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].fault = "The encoder sends only audio, no video. Add a video source."
    harness.ingest.sessions[0].end()
    live_supervisor.tick()
    live_supervisor.tick()
    assert len(harness.ingest.sessions) == 2
    assert harness.get_stream().fault == "The encoder sends only audio, no video. Add a video source."
    harness.ingest.sessions[1].receive(2000)
    live_supervisor.tick()
    assert harness.get_stream().fault == ""


def test_an_encoder_fault_is_reported_and_cleared(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].fault = "The keyframes are too far apart."
    live_supervisor.tick()
    assert harness.get_stream().fault == "The keyframes are too far apart."
    harness.ingest.sessions[0].fault = ""
    live_supervisor.tick()
    assert harness.get_stream().fault == ""


def test_a_busy_port_is_reported_and_retried_without_affecting_other_streams(harness: IngestHarness) -> None:
    harness.open_stream()
    harness.open_stream(EventId(6))
    harness.ingest.busy_ports = {19350}
    supervisor = harness.create_supervisor()
    supervisor.tick()
    assert harness.get_stream().fault == "Port 19350 is taken by another program."
    assert [ingest_session.endpoint.port for ingest_session in harness.ingest.sessions] == [19351]
    harness.ingest.busy_ports = set()
    run_for(harness, supervisor, 5 * SECOND)
    assert harness.get_stream().fault == ""
    assert [ingest_session.endpoint.port for ingest_session in harness.ingest.sessions] == [19351, 19350]


def test_a_stream_with_a_port_outside_the_range_waits_for_another(harness: IngestHarness) -> None:
    harness.open_stream()
    harness.ingest.ports = (20000,)
    supervisor = harness.create_supervisor()
    supervisor.tick()
    assert "has no port" in harness.get_stream().fault
    harness.open_stream()
    run_for(harness, supervisor, 5 * SECOND)
    assert [ingest_session.endpoint.port for ingest_session in harness.ingest.sessions] == [20000]
    assert harness.get_stream().fault == ""


def test_nothing_is_lost_while_the_storage_is_full(
    harness: IngestHarness, live_supervisor: SuperviseStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_full(*_: object) -> None:
        raise StorageFullError("The disk is full.")

    with monkeypatch.context() as patch:
        patch.setattr(harness.storage, "put", raise_full)
        harness.ingest.sessions[0].receive(2000)
        live_supervisor.tick()
    assert harness.get_stream().fault == "The disk is full."
    harness.ingest.sessions[0].receive(2000)
    run_for(harness, live_supervisor, 5 * SECOND)
    assert len(harness.list_segments()) == len(harness.list_segments("small")) == 4


def test_a_sliding_window_removes_expired_segments_and_is_not_recorded(harness: IngestHarness) -> None:
    harness.open_stream(dvr_seconds=10)
    supervisor = harness.create_supervisor()
    supervisor.tick()
    for _ in range(3):
        harness.ingest.sessions[0].receive(*[2000] * 20)
        run_for(harness, supervisor, SECOND)
    assert len(harness.list_segments()) == 5
    segments_before = [key for key in harness.storage.list("live/") if "/source/" in key]
    assert 35 <= len(segments_before) <= 37
    harness.stop(EVENT_ID)
    run_for(harness, supervisor, 2 * SECOND)
    assert (harness.get_stream().state, harness.jobs.tasks) == (LiveState.FINISHED, [])


def test_a_temporary_database_outage_ends_no_stream(
    harness: IngestHarness, live_supervisor: SuperviseStreams, monkeypatch: pytest.MonkeyPatch
) -> None:
    def raise_unavailable() -> None:
        raise ConnectionError

    with monkeypatch.context() as patch:
        patch.setattr(harness.streams, "list_unfinished", raise_unavailable)
        harness.ingest.sessions[0].receive(2000)
        run_for(harness, live_supervisor, 3 * SECOND)
    assert len(harness.list_segments()) == 3
    assert harness.get_stream().state is LiveState.LIVE
