"""A lease is held for as long as the work goes on, and no longer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TypeVar

import pytest

from touchline.shared.attempts import BEATS_A_LEASE, Attempt
from touchline.shared.clock import FixedClock
from touchline.shared.errors import NotFound
from touchline.shared.work import Work, WorkState

T = TypeVar("T")
NOW = datetime(2026, 11, 22, 9, 0, tzinfo=UTC)
PATIENCE = 30.0


class Killed(BaseException):
    """What ends a process in the middle."""


@dataclass
class Film(Work):
    """Something that takes long to make."""

    def finish(self, lease: str) -> None:
        """It is made."""
        self._done(lease)


@dataclass
class Workshop:
    """A work, and a thread that waits only for as long as the test lets it: `beats` times not at all, and
    then for the end."""

    beats: int
    film: Film = field(default_factory=Film)
    clock: FixedClock = field(default_factory=lambda: FixedClock(NOW))
    is_there: bool = True
    waits: list[float] = field(default_factory=list)
    beaten: threading.Event = field(default_factory=threading.Event)
    shares: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.lock = threading.Lock()
        self.attempt = Attempt(self.change, self.clock, wait=self.wait)

    def change(self, act: Callable[[Film], T]) -> T:
        with self.lock:
            if not self.is_there:
                raise NotFound
            return act(self.film)

    def wait(self, over: threading.Event, seconds: float) -> bool:
        self.waits.append(seconds)
        self.shares.append(self.film.progress)
        if len(self.waits) <= self.beats:
            self.clock.advance(timedelta(seconds=seconds))
            return False
        self.beaten.set()
        return over.wait(PATIENCE)

    def run(self, make: Callable[[], None]) -> None:
        def finish(_: Film) -> None:
            make()
            self.change(lambda film: film.finish(self.attempt.lease))

        self.attempt.run(finish, lambda _: "")

    def work_in_silence(self) -> None:
        """Work that tells nothing until the thread has beaten."""
        assert self.beaten.wait(PATIENCE)


@pytest.fixture(autouse=True)
def no_thread_is_left() -> Iterator[None]:
    yield
    assert _threads() == []


def test_work_that_tells_nothing_for_ten_leases_is_taken_over_by_nobody() -> None:
    shop = Workshop(beats=10 * BEATS_A_LEASE)

    def somebody_else_comes() -> None:
        shop.work_in_silence()
        assert shop.clock.now() == NOW + 10 * Film.LEASE
        assert shop.film.leased_until == shop.clock.now() + Film.LEASE
        Attempt(shop.change, shop.clock).run(lambda _: pytest.fail("taken over"), str)

    shop.run(somebody_else_comes)
    assert (shop.film.state, shop.film.attempts) == (WorkState.READY, 1)
    assert set(shop.waits) == {Film.LEASE.total_seconds() / BEATS_A_LEASE}


def test_the_thread_repeats_the_share_that_was_told_last() -> None:
    shop = Workshop(beats=2)
    shop.attempt.note(0.4)
    shop.run(shop.work_in_silence)
    assert shop.shares[1:] == [40, 40]


@pytest.mark.parametrize("is_there", [True, False], ids=["lost", "gone"])
def test_a_lease_that_is_lost_is_not_taken_back_and_the_thread_ends(is_there: bool) -> None:
    shop = Workshop(beats=3)

    def lose_it(over: threading.Event, seconds: float) -> bool:
        with shop.lock:
            shop.film.lease, shop.is_there = "another", is_there
        return shop.wait(over, seconds)

    def wait_for_the_thread() -> None:
        for thread in _threads():
            thread.join(PATIENCE)

    shop.attempt = Attempt(shop.change, shop.clock, wait=lose_it)
    shop.run(wait_for_the_thread)
    assert len(shop.waits) == 1, "it did not beat again"
    assert (shop.film.state, shop.film.lease) == (WorkState.PROCESSING, "another")
    assert shop.film.leased_until == NOW + Film.LEASE


def _threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "heartbeat"]


def test_a_database_that_is_away_for_a_moment_costs_one_beat() -> None:
    shop = Workshop(beats=2)
    change, calls = shop.change, iter([True, False, True, True])

    def now_and_then(act: Callable[[Film], T]) -> T:
        if not next(calls, True):
            raise OSError("away")
        return change(act)

    shop.attempt = Attempt(now_and_then, shop.clock, wait=shop.wait)
    shop.run(shop.work_in_silence)
    assert shop.film.state is WorkState.READY
    assert len(shop.waits) == 3


def test_nothing_is_renewed_after_the_work_was_broken_off() -> None:
    shop = Workshop(beats=1)

    def die() -> None:
        shop.work_in_silence()
        raise Killed

    with pytest.raises(Killed):
        shop.run(die)
    assert shop.film.state is WorkState.PROCESSING
    assert len(shop.waits) == 2


def test_whoever_finds_it_in_others_hands_waits_for_the_lease_where_it_was_told_to_and_else_ends() -> None:
    shop = Workshop(beats=0)
    shop.film.begin("dead", NOW)
    shop.run(lambda: pytest.fail("it is not ours"))
    pauses: list[float] = []

    def pause(seconds: float) -> None:
        pauses.append(seconds)
        shop.clock.advance(timedelta(seconds=seconds))

    shop.attempt = Attempt(shop.change, shop.clock, pause=pause, wait=shop.wait)
    shop.run(lambda: None)
    assert (shop.film.state, shop.film.attempts) == (WorkState.READY, 2)
    assert [round(seconds) for seconds in pauses] == [30]
