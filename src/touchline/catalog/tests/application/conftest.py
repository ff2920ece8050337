"""Fixtures for the tests of all use cases."""

import os
from pathlib import Path

import pytest

from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.tests.ingest_harness import SECOND, IngestHarness, create_harness


@pytest.fixture(autouse=True)
def disable_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable `os.fsync`: these tests do not cover power failures."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)


@pytest.fixture
def harness(tmp_path: Path) -> IngestHarness:
    """Return a harness without a stream."""
    return create_harness(tmp_path)


@pytest.fixture
def live_supervisor(harness: IngestHarness) -> SuperviseStreams:
    """Return a process with one live event. Two segments of its first session are published."""
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    harness.ingest.sessions[0].receive(2000, 2000)
    harness.clock.advance(4 * SECOND)
    supervisor.tick()
    return supervisor
