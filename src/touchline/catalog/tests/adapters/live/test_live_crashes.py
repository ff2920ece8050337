"""Ingest processes killed between any two steps: the next process continues, and does nothing twice."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from touchline.catalog.application.live.supervise_streams import SuperviseStreams
from touchline.catalog.domain.media.live_streams import LIVE_LEASE, LiveState
from touchline.catalog.tests.ingest_harness import EVENT_ID, SECOND, IngestHarness, create_harness, run_for

_MAX_STEPS = 100


class ProcessKilled(BaseException):
    """A simulated SIGKILL: the process cannot handle it."""


class CrashPoint:
    """Kills the process before or after its nth external step."""

    def __init__(self, step: int, *, kill_after: bool) -> None:
        self._step, self._after, self.count = step, kill_after, 0

    def wrap(self, operation: Callable[..., Any]) -> Callable[..., Any]:
        def run_step(*arguments: Any) -> Any:
            self.count += 1
            if self.count == self._step and not self._after:
                raise ProcessKilled
            response = operation(*arguments)
            if self.count == self._step and self._after:
                raise ProcessKilled
            return response

        return run_step


class IngestDeployment:
    """A sequence of ingest processes: when one is killed, the next one starts."""

    def __init__(self, harness: IngestHarness, crash_point: CrashPoint) -> None:
        self._harness, self._supervisor = harness, harness.create_supervisor()
        harness.streams.update = crash_point.wrap(harness.streams.update)
        harness.storage.put = crash_point.wrap(harness.storage.put)

    def advance(self) -> None:
        try:
            self._advance(self._supervisor)
        except ProcessKilled:
            for ingest_session in self._harness.ingest.sessions:
                ingest_session.close()
            self._supervisor = self._harness.create_supervisor()
            self._harness.clock.advance(LIVE_LEASE + SECOND)
            self._advance(self._supervisor)

    def _advance(self, supervisor: SuperviseStreams) -> None:
        run_for(self._harness, supervisor, 2 * SECOND)

    def send(self, *lengths: int) -> None:
        self._harness.ingest.sessions[-1].receive(*lengths)
        self.advance()


def run_scenario(harness: IngestHarness, crash_point: CrashPoint) -> None:
    """Run an event with an interruption, from opening the stream to its end."""
    harness.open_stream()
    ingest_deployment = IngestDeployment(harness, crash_point)
    ingest_deployment.advance()
    ingest_deployment.send(2000, 2000)
    harness.ingest.sessions[-1].end()
    ingest_deployment.advance()
    ingest_deployment.send(2000)
    harness.stop(EVENT_ID)
    ingest_deployment.advance()
    ingest_deployment.advance()


def assert_consistent(harness: IngestHarness) -> None:
    assert harness.get_stream().state is LiveState.FINISHED
    assert (harness.states.publishing, harness.states.ended) == (set(), {EVENT_ID})
    assert len(harness.jobs.tasks) == 1
    for name in ("source", "small"):
        assert harness.read_playlist(name).endswith("#EXT-X-ENDLIST\n")
        listed = harness.list_segments(name)
        assert len(set(listed)) == len(listed) >= 1
        for segment in listed:
            harness.storage.stat(f"{harness.get_stream().folder}/{segment}")
    assert harness.list_segments() == [
        line.replace("small", "source") for line in harness.list_segments("small")
    ]
    (row,) = harness.media_items.items
    assert row.is_ingested


@pytest.mark.parametrize("kill_after", [False, True], ids=["before", "after"])
def test_a_process_can_be_killed_before_or_after_any_of_its_steps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kill_after: bool
) -> None:
    # the test kills processes, not the machine, so files need no sync
    monkeypatch.setattr(os, "fsync", lambda _file: None)
    crash_count = 0
    for step in range(1, _MAX_STEPS):
        harness, crash_point = create_harness(tmp_path / str(step)), CrashPoint(step, kill_after=kill_after)
        run_scenario(harness, crash_point)
        assert_consistent(harness)
        if crash_point.count < step:
            break
        crash_count += 1
    assert 20 < crash_count < _MAX_STEPS - 1, "the process was killed at every step"
