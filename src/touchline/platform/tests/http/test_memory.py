"""What is kept of answers: how much, for whom, for how long."""

import gc
import sys
import tracemalloc
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from touchline.platform.db.marks import Seen
from touchline.platform.http.memory import Kept, Memory


def kept(body: bytes = b"x", seconds: tuple[float, float] | None = None, until: float = 100.0) -> Kept:
    return Kept((), body, None, (("games", 7),), seconds, until, ("list", "/list"))


def seen(**marks: int) -> Seen:
    return Seen(sum(marks.values()), marks)


def test_what_was_not_asked_for_longest_goes_first_and_the_bytes_stay_within_their_bound() -> None:
    memory = Memory(140_000)
    for name in ("a", "b"):
        memory.keep(name, kept(b"x" * 10_000))
    assert memory.find("a")
    for number in range(8):
        memory.keep(number, kept(b"x" * 10_000))
    assert memory.find("a") and memory.find("b") is None
    assert memory.size <= 140_000


def test_what_is_kept_again_counts_once_and_what_is_too_large_not_at_all() -> None:
    memory = Memory(100_000)
    memory.keep("a", kept(b"x" * 5_000))
    size = memory.size
    memory.keep("a", kept(b"x" * 5_000))
    memory.keep("b", kept(b"x" * 50_000))
    assert memory.size == size and memory.find("b") is None


def test_facts_that_answers_differ_by_are_added_up() -> None:
    memory = Memory(100_000)
    assert memory.facts("list") is None
    memory.learn("list", frozenset({"language"}))
    assert memory.learn("list", frozenset({"account_id"})) == ("account_id", "language")


def test_an_answer_is_right_while_its_tables_its_time_and_its_age_are() -> None:
    same, other = seen(games=7, more=1), seen(games=8)
    assert kept().is_right(same, 0, 99.0)
    assert not kept().is_right(other, 0, 99.0)
    assert not kept().is_right(seen(), 0, 99.0)
    assert not kept().is_right(same, 0, 100.0)
    assert kept(seconds=(5, 7)).is_right(same, 6, 0)
    assert not kept(seconds=(5, 7)).is_right(same, 7, 0) and not kept(seconds=(5, 7)).is_right(same, 4, 0)


def test_an_answer_that_was_right_by_some_marks_is_held_against_others_again() -> None:
    answer = kept()
    same, other = seen(games=7), seen(games=8)
    assert answer.is_right(same, 0, 0) and answer.is_right(same, 0, 0)
    assert not answer.is_right(other, 0, 0)


def test_an_answer_holds_no_marks_but_its_own() -> None:
    answer, marks = kept(), {"games": 7}
    answer.is_right(Seen(7, marks), 0, 0)
    assert gc.get_referrers(marks) == []


def test_what_is_asked_counts_like_what_is_answered() -> None:
    """Whoever asks chooses how long an address is, and how many there are."""
    memory = Memory(200_000)
    for number in range(1_000):
        base = ("http", "prairie.localhost", "/api/events", f"q={number:01990}", "", 1)
        memory.keep((base, memory.learn(base, frozenset()), "en"), kept())
    tracemalloc.start()
    try:
        memory.clear()
        before = tracemalloc.get_traced_memory()[0]
        for number in range(1_000):
            base = ("http", "prairie.localhost", "/api/events", f"q={number:01990}", "", 1)
            memory.keep((base, memory.learn(base, frozenset()), "en"), kept())
        assert tracemalloc.get_traced_memory()[0] - before < 200_000
    finally:
        tracemalloc.stop()
    memory.clear()
    memory.keep((base, "en"), kept())
    size = memory.size
    memory.keep((base[0], "en"), kept())
    assert memory.size - size < size - 1_990


def test_a_kind_that_is_asked_for_outlives_those_that_are_not() -> None:
    memory = Memory(100_000)
    memory.learn("list", frozenset({"language"}))
    for number in range(100):
        assert memory.facts("list") == ("language",)
        memory.learn(number, frozenset())
    assert memory.facts(0) is None


@pytest.fixture
def hasty_threads() -> Iterator[None]:
    """Threads take turns after each step, almost."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hasty_threads")
def test_threads_find_and_keep_at_once_while_others_make_room() -> None:
    """An error here is raised outside of Flask: visitors would get an empty 500, as one in 20,000 did."""
    memory, is_over = Memory(60_000), Event()

    def find() -> None:
        while not is_over.is_set():
            for name in "abc":
                if memory.find(name) is None:
                    memory.keep(name, kept())

    def keep(turn: int) -> None:
        for number in range(50_000):
            memory.keep((turn, number), kept(b"x" * 900))

    with ThreadPoolExecutor(4) as threads:
        finding = [threads.submit(find) for _ in range(2)]
        try:
            list(threads.map(keep, range(2)))
        finally:
            is_over.set()
        assert [each.result() for each in finding] == [None, None]
    assert 0 < memory.size <= 60_000
