"""An ingest process without a database: received segments are published, and nothing starts or ends."""

from __future__ import annotations

from datetime import timedelta

import pytest

from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState
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
