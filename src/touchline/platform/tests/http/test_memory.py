"""What is kept of answers: how much, for whom, for how long."""

from touchline.platform.http.memory import Kept, Memory


def kept(body: bytes = b"x", seconds: tuple[float, float] | None = None, until: float = 100.0) -> Kept:
    return Kept((), body, None, (("games", 7),), seconds, until, ("list", "/list"))


def test_what_was_not_asked_for_longest_goes_first_and_the_bytes_stay_within_their_bound() -> None:
    memory = Memory(100_000)
    for name in ("a", "b"):
        memory.keep(name, kept(b"x" * 10_000))
    assert memory.find("a")
    for number in range(8):
        memory.keep(number, kept(b"x" * 10_000))
    assert memory.find("a") and memory.find("b") is None
    assert memory.size <= 100_000


def test_what_is_kept_again_counts_once_and_what_is_too_large_not_at_all() -> None:
    memory = Memory(100_000)
    memory.keep("a", kept(b"x" * 5_000))
    size = memory.size
    memory.keep("a", kept(b"x" * 5_000))
    memory.keep("b", kept(b"x" * 50_000))
    assert memory.size == size and memory.find("b") is None


def test_facts_that_answers_differ_by_are_added_up() -> None:
    memory = Memory(1000)
    assert memory.facts("list") is None
    memory.learn("list", frozenset({"language"}))
    assert memory.learn("list", frozenset({"account_id"})) == ("account_id", "language")


def test_an_answer_is_right_while_its_tables_its_time_and_its_age_are() -> None:
    same, other = {"games": 7, "more": 1}, {"games": 8}
    assert kept().is_right(same, 0, 99.0)
    assert not kept().is_right(other, 0, 99.0)
    assert not kept().is_right({}, 0, 99.0)
    assert not kept().is_right(same, 0, 100.0)
    assert kept(seconds=(5, 7)).is_right(same, 6, 0)
    assert not kept(seconds=(5, 7)).is_right(same, 7, 0) and not kept(seconds=(5, 7)).is_right(same, 4, 0)


def test_an_answer_that_was_right_by_some_marks_is_held_against_others_again() -> None:
    answer = kept()
    same, other = {"games": 7}, {"games": 8}
    assert answer.is_right(same, 0, 0) and answer.is_right(same, 0, 0)
    assert not answer.is_right(other, 0, 0)
