"""What holds for the tests of all use cases."""

import os
from pathlib import Path

import pytest

from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.tests.ingest_harness import SECOND, IngestHarness, create_harness


@pytest.fixture(autouse=True)
def disable_fsync(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is tested are use cases, not power cuts: nothing waits for the disk."""
    monkeypatch.setattr(os, "fsync", lambda _file: None)


@pytest.fixture
def harness(tmp_path: Path) -> IngestHarness:
    """With no stream in it."""
    return create_harness(tmp_path)


@pytest.fixture
def live_supervisor(harness: IngestHarness) -> SuperviseStreams:
    """A process with one game that is live: two segments of its first take are published."""
    harness.open_stream()
    supervisor = harness.create_supervisor()
    supervisor.tick()
    harness.ingest.sessions[0].receive(2000, 2000)
    harness.clock.advance(4 * SECOND)
    supervisor.tick()
    return supervisor
