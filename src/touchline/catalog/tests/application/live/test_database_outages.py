"""An ingest process without a database: received segments are published, and nothing starts or ends."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from touchline.catalog.application.live.camera_feed import CameraServices
from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState
from touchline.catalog.ports.media.live_streams import LiveStreamsUnavailableError
from touchline.catalog.tests.broadcast import BACKUP, PRIMARY, Broadcast
from touchline.catalog.tests.camera_fakes import FakeCameraIngest, FakeCameraSessions
from touchline.catalog.tests.ingest_harness import GRACE, SECOND, IngestHarness, run_for

LONG_OUTAGE = LIVE_LEASE + timedelta(seconds=60)


@pytest.fixture
def live_supervisor(harness: IngestHarness) -> SuperviseStreams:
    """Return a process with one live event and one published segment.

    Its database is now unavailable.
    """
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    harness.ingest.sessions[0].receive(2000)
    harness.clock.advance(2 * SECOND)
    supervisor.tick()
    harness.streams.is_unavailable = True
    return supervisor


def test_an_encoder_is_published_long_after_the_lease_expired(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    run_for(harness, live_supervisor, LONG_OUTAGE)
    harness.ingest.sessions[0].receive(2000)
    live_supervisor.tick()
    assert len(harness.list_segments()) == 2
    harness.streams.is_unavailable = False
    harness.ingest.sessions[0].receive(2000)
    run_for(harness, live_supervisor, 5 * SECOND)
    assert (len(harness.list_segments()), harness.get_stream().state) == (3, LiveState.LIVE)
    leased_until = harness.get_stream().leased_until
    assert leased_until is not None and leased_until > harness.clock.now()


def test_a_replaced_process_stops_writing_once_the_database_responds(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    run_for(harness, live_supervisor, LONG_OUTAGE)
    harness.streams.is_unavailable = False
    successor = harness.create_supervisor()
    successor.tick()
    run_for(harness, live_supervisor, 5 * SECOND)
    assert len(harness.list_segments()) == 1
    assert harness.ingest.sessions[0].is_closed


def test_without_a_lease_no_encoder_is_expected(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].end()
    run_for(harness, live_supervisor, LONG_OUTAGE)
    assert len(harness.ingest.sessions) == 1


def test_an_encoder_that_left_during_the_outage_is_detected_afterwards(
    harness: IngestHarness, live_supervisor: SuperviseStreams
) -> None:
    harness.ingest.sessions[0].end()
    live_supervisor.tick()
    harness.streams.is_unavailable = False
    run_for(harness, live_supervisor, 5 * SECOND)
    assert harness.get_stream().state is LiveState.INTERRUPTED
    run_for(harness, live_supervisor, GRACE + SECOND)
    assert harness.get_stream().state is LiveState.FINISHED


def disconnect_primary(broadcast: Broadcast) -> None:
    broadcast.leave(PRIMARY)


def stall_primary(broadcast: Broadcast) -> None:
    broadcast.sending.discard(PRIMARY)


@pytest.mark.parametrize("fail", [disconnect_primary, stall_primary])
def test_the_backup_goes_on_air_while_the_database_is_unavailable(
    tmp_path: Path, fail: Callable[[Broadcast], None]
) -> None:
    broadcast = Broadcast(tmp_path)
    broadcast.run(8)
    broadcast.harness.streams.is_unavailable = True
    fail(broadcast)
    broadcast.run(8)
    assert broadcast.list_sessions() == [1, 2]
    before = len(broadcast.list_names())
    broadcast.run(8)
    assert len(broadcast.list_names()) == before + 4
    broadcast.harness.streams.is_unavailable = False
    broadcast.run(4)
    stream = broadcast.harness.get_stream()
    assert (stream.on_air, stream.state) == (BACKUP, LiveState.LIVE)


def test_looking_for_a_phone_camera_does_not_hold_up_an_encoder_during_an_outage(
    harness: IngestHarness,
) -> None:
    sessions = FakeCameraSessions()
    cameras = CameraServices(sessions, sessions, FakeCameraIngest(), harness.storage, harness.clock)
    encoders = replace(harness.ingest_services.encoders, cameras=cameras)
    harness.ingest_services = replace(harness.ingest_services, encoders=encoders)
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    harness.ingest.sessions[0].receive(2000)
    run_for(harness, supervisor, 2 * SECOND)
    sessions.fail, harness.streams.is_unavailable = LiveStreamsUnavailableError(), True
    for count in range(2, 6):
        harness.ingest.sessions[0].receive(2000)
        run_for(harness, supervisor, 2 * SECOND)
        assert len(harness.list_segments()) == count
