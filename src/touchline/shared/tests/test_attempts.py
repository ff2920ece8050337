"""Tests that a lease is held exactly as long as the work runs."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFoundError
from touchline.shared.tasks.attempts import HEARTBEATS_PER_LEASE, Attempt
from touchline.shared.tasks.work import Work, WorkState

T = TypeVar("T")
NOW = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
TIMEOUT_SECONDS = 30.0


class KilledError(BaseException):
    """The sudden end of a process."""


@dataclass
class VideoWork(Work):
    """Work that takes long."""

    def finish(self, lease: str) -> None:
        """Complete the work."""
        self._complete(lease)


@dataclass
class AttemptHarness:
    """Work and a heartbeat thread whose waits the test controls.

    The first `beats` waits return at once. The next one waits for the end.
    """

    beats: int
    work: VideoWork = field(default_factory=VideoWork)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))
    exists: bool = True
    waits: list[float] = field(default_factory=list)
    is_done_beating: threading.Event = field(default_factory=threading.Event)
    progress_values: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lock = threading.Lock()
        self.attempt = Attempt(self.change, self.clock, wait=self.wait)

    def change(self, mutate: Callable[[VideoWork], T]) -> T:
        with self.lock:
            if not self.exists:
                raise NotFoundError
            return mutate(self.work)

    def wait(self, stopped: threading.Event, seconds: float) -> bool:
        self.waits.append(seconds)
        self.progress_values.append(self.work.progress)
        if len(self.waits) <= self.beats:
            self.clock.advance(timedelta(seconds=seconds))
            return False
        self.is_done_beating.set()
        return stopped.wait(TIMEOUT_SECONDS)

    def run(self, process: Callable[[], None]) -> None:
        def finish(_: VideoWork) -> None:
            process()
            self.change(lambda asset: asset.finish(self.attempt.lease))

        self.attempt.run(finish, lambda _: "")

    def work_without_progress(self) -> None:
        """Do work that reports no progress until all heartbeats are done."""
        assert self.is_done_beating.wait(TIMEOUT_SECONDS)


@pytest.fixture(autouse=True)
def assert_no_threads_left() -> Iterator[None]:
    yield
    assert _heartbeat_threads() == []


def test_silent_work_keeps_its_lease() -> None:
    harness = AttemptHarness(beats=10 * HEARTBEATS_PER_LEASE)

    def try_to_take_over() -> None:
        harness.work_without_progress()
        assert harness.clock.now() == NOW + 10 * VideoWork.LEASE
        assert harness.work.leased_until == harness.clock.now() + VideoWork.LEASE
        Attempt(harness.change, harness.clock).run(lambda _: pytest.fail("taken over"), str)

    harness.run(try_to_take_over)
    assert (harness.work.state, harness.work.attempts) == (WorkState.READY, 1)
    assert set(harness.waits) == {VideoWork.LEASE.total_seconds() / HEARTBEATS_PER_LEASE}


def test_the_heartbeat_repeats_the_last_progress() -> None:
    harness = AttemptHarness(beats=2)
    harness.attempt.report_progress(0.4)
    harness.run(harness.work_without_progress)
    assert harness.progress_values[1:] == [40, 40]


@pytest.mark.parametrize("exists", [True, False], ids=["lost", "gone"])
def test_a_lost_lease_ends_the_heartbeat(exists: bool) -> None:
    harness = AttemptHarness(beats=3)

    def lose_lease(stopped: threading.Event, seconds: float) -> bool:
        with harness.lock:
            harness.work.lease, harness.exists = "another", exists
        return harness.wait(stopped, seconds)

    def wait_for_thread() -> None:
        for thread in _heartbeat_threads():
            thread.join(TIMEOUT_SECONDS)

    harness.attempt = Attempt(harness.change, harness.clock, wait=lose_lease)
    harness.run(wait_for_thread)
    assert len(harness.waits) == 1, "the heartbeat continued"
    assert (harness.work.state, harness.work.lease) == (WorkState.PROCESSING, "another")
    assert harness.work.leased_until == NOW + VideoWork.LEASE


def _heartbeat_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "heartbeat"]


def test_a_transient_database_error_costs_one_beat() -> None:
    harness = AttemptHarness(beats=2)
    change, calls = harness.change, iter([True, False, True, True])

    def fail_sometimes(mutate: Callable[[VideoWork], T]) -> T:
        if not next(calls, True):
            raise OSError("away")
        return change(mutate)

    harness.attempt = Attempt(fail_sometimes, harness.clock, wait=harness.wait)
    harness.run(harness.work_without_progress)
    assert harness.work.state is WorkState.READY
    assert len(harness.waits) == 3


def test_no_lease_is_renewed_after_the_work_was_aborted() -> None:
    harness = AttemptHarness(beats=1)

    def raise_killed() -> None:
        harness.work_without_progress()
        raise KilledError

    with pytest.raises(KilledError):
        harness.run(raise_killed)
    assert harness.work.state is WorkState.PROCESSING
    assert len(harness.waits) == 2


def test_an_attempt_waits_for_a_held_lease_only_with_a_pause() -> None:
    harness = AttemptHarness(beats=0)
    harness.work.begin("dead", NOW)
    harness.run(lambda: pytest.fail("it is not ours"))
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        harness.clock.advance(timedelta(seconds=seconds))

    harness.attempt = Attempt(harness.change, harness.clock, pause=pause, wait=harness.wait)
    harness.run(lambda: None)
    assert (harness.work.state, harness.work.attempts) == (WorkState.READY, 2)
    assert [round(seconds) for seconds in pauses] == [30]
