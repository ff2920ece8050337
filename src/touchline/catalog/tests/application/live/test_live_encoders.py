"""The renditions of a live stream, and the faults that operators see for refused encoders."""

from __future__ import annotations

from touchline.catalog.application.live.stream_keys import AuthorizePublisher
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.renditions import RenditionName
from touchline.catalog.ports.media.ingest import LOW_BANDWIDTH, SECOND_ENCODER_FAULT, WRONG_KEY_FAULT
from touchline.catalog.tests.ingest_harness import EVENT_ID, SECOND, IngestHarness, run_for
from touchline.shared.ids import EventId


def test_a_stream_uses_the_channel_renditions_configured_when_it_waits_for_its_encoder(
    harness: IngestHarness,
) -> None:
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    harness.renditions.live_names = (RenditionName.SOURCE, RenditionName.P720)
    harness.ingest.sessions[0].end()
    run_for(harness, supervisor, 3 * SECOND)
    first, second = harness.ingest.sessions
    assert first.requested_renditions == ("source",)
    assert second.requested_renditions == ("source", "720p")
    assert not second.exactly


def test_a_stream_keeps_the_renditions_it_started_with(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    """Players have loaded the playlists, so every playlist must have all segments."""
    harness.renditions.live_names = (RenditionName.SOURCE, RenditionName.P720)
    harness.ingest.sessions[-1].end()
    run_for(harness, live_supervisor, 3 * SECOND)
    assert harness.ingest.sessions[-1].requested_renditions == ("source", LOW_BANDWIDTH)
    assert harness.ingest.sessions[-1].exactly
    harness.ingest.sessions[-1].receive(2000)
    run_for(harness, live_supervisor, SECOND)
    assert (
        harness.list_segments("small")[-1]
        == harness.list_segments()[-1].replace("source", "small")
        == "small/3-00000.ts"
    )


def test_another_process_continues_with_the_published_renditions(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    live_supervisor.release_all()
    supervisor = harness.create_supervisor()
    run_for(harness, supervisor, 2 * SECOND)
    assert (harness.ingest.sessions[-1].requested_renditions, harness.ingest.sessions[-1].exactly) == (
        ("source", LOW_BANDWIDTH),
        True,
    )


def test_a_wrong_key_fault_stays_until_an_encoder_publishes(harness: IngestHarness) -> None:
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    stream = harness.get_stream()
    stream.fault = WRONG_KEY_FAULT
    harness.streams.save(stream)
    for seconds in (2, 15, 15):  # a check, then lease renewals
        run_for(harness, supervisor, seconds * SECOND)
    assert harness.get_stream().fault == WRONG_KEY_FAULT
    harness.ingest.sessions[0].receive(2000)
    supervisor.tick()
    assert harness.get_stream().fault == ""


def test_a_wrong_key_fault_reported_before_supervision_stays_as_well(harness: IngestHarness) -> None:
    harness.open_stream()
    stream = harness.get_stream()
    stream.fault = WRONG_KEY_FAULT
    harness.streams.save(stream)
    supervisor = harness.create_supervisor()
    for _ in range(2):
        run_for(harness, supervisor, SECOND)
    assert harness.get_stream().fault == WRONG_KEY_FAULT
    harness.ingest.sessions[0].receive(2000)
    supervisor.tick()
    assert harness.get_stream().fault == ""


def test_a_second_encoder_fault_is_shown_for_half_a_minute(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    admit = AuthorizePublisher(harness.streams, harness.test_streams, harness.keys)
    for _ in range(2):  # the fault is shown again when the encoder returns
        admit(harness.keys.derive(harness.get_stream()))
        for seconds in (1, 12, 12):  # a check, then lease renewals
            run_for(harness, live_supervisor, seconds * SECOND)
            assert harness.get_stream().fault == SECOND_ENCODER_FAULT
        run_for(harness, live_supervisor, 10 * SECOND)
        assert harness.get_stream().fault == ""


def test_the_first_encoder_and_a_reconnecting_one_are_not_second_encoders(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    admit = AuthorizePublisher(harness.streams, harness.test_streams, harness.keys)
    other = harness.open_stream(EventId(6))
    assert admit(harness.keys.derive(other))
    harness.ingest.sessions[0].end()
    live_supervisor.tick()
    assert admit(harness.keys.derive(harness.get_stream()))
    run_for(harness, live_supervisor, SECOND)
    assert [stream.fault for stream in harness.streams.list_all()] == ["", ""]


def test_a_second_encoder_of_a_stream_test_is_reported_in_the_test(harness: IngestHarness) -> None:
    harness.stream_tests.open(EVENT_ID)
    supervisor = harness.create_test_supervisor()
    supervisor.tick()
    harness.ingest.sessions[0].receive(2000)
    supervisor.tick()
    test = harness.test_streams.get_by_event(EVENT_ID)
    AuthorizePublisher(harness.streams, harness.test_streams, harness.keys)(harness.keys.derive(test))
    run_for(harness, supervisor, SECOND)
    assert harness.test_streams.get_by_event(EVENT_ID).fault == SECOND_ENCODER_FAULT
