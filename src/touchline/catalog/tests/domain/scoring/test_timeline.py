"""The timeline: which entries count, in which order, and with which corrections."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.catalog.domain.scoring.timeline import Side, TimelineEntry, resolve


def entry(entry_id: str, kind: str, at_ms: int, **data: Any) -> TimelineEntry:
    return TimelineEntry.create(entry_id, kind, at_ms, "", data)


def goal(entry_id: str, at_ms: int, side: str = "home", **data: Any) -> TimelineEntry:
    return entry(entry_id, "scored", at_ms, side=side, points=1, **data)


def ids(*entries: TimelineEntry) -> list[str]:
    return [item.id for item in resolve(entries)]


def test_entries_are_ordered_by_the_time_at_which_they_happened() -> None:
    assert ids(goal("b", 20), goal("a", 30), goal("c", 10)) == ["c", "b", "a"]


def test_entries_of_a_millisecond_are_ordered_by_kind_and_then_by_id() -> None:
    start = entry("z", "period_started", 10)
    assert ids(goal("b", 10), goal("a", 10), start) == ["z", "a", "b"]


def test_an_undone_entry_does_not_count_and_comes_back_if_the_undo_is_undone() -> None:
    scored, undo = goal("a", 10), entry("b", "undone", 20, target="a")
    assert ids(scored, undo) == []
    assert ids(scored, undo, entry("c", "undone", 30, target="b")) == ["a"]


@pytest.mark.parametrize("target", ["unknown", "b", "later"])
def test_an_undo_of_something_unknown_of_itself_or_of_a_later_entry_changes_nothing(target: str) -> None:
    undo = entry("b", "undone", 20, target=target)
    assert ids(goal("a", 10), undo, goal("later", 30)) == ["a", "later"]


def test_the_last_correction_counts_for_each_field() -> None:
    (corrected,) = resolve(
        [
            goal("a", 10, "home", type="goal"),
            entry("b", "corrected", 20, target="a", side="away", text="Lund"),
            entry("c", "corrected", 30, target="a", text="Moore"),
        ]
    )
    assert (corrected.side, corrected.text, corrected.type) == (Side.AWAY, "Moore", "goal")


def test_a_correction_moves_an_entry_and_later_corrections_still_find_it() -> None:
    moved = entry("b", "corrected", 20, target="a", moved_to_ms=50)
    again = entry("c", "corrected", 30, target="a", side="away")
    first, second = resolve([goal("a", 10), goal("other", 40), moved, again])
    assert [first.id, second.id] == ["other", "a"]
    assert (second.at_ms, second.side) == (50, Side.AWAY)


def test_an_undone_correction_does_not_count() -> None:
    correction = entry("b", "corrected", 20, target="a", side="away")
    (scored,) = resolve([goal("a", 10), correction, entry("c", "undone", 30, target="b")])
    assert scored.side is Side.HOME


def test_a_correction_can_be_undone_in_the_same_millisecond() -> None:
    """A phone whose clock is fast sends both, and the server gives both the current time."""
    correction = entry("z", "corrected", 20, target="a", side="away")
    (scored,) = resolve([goal("a", 10), correction, entry("b", "undone", 20, target="z")])
    assert scored.side is Side.HOME


def test_undos_and_corrections_cannot_be_corrected() -> None:
    undo = entry("b", "undone", 20, target="a")
    assert ids(goal("a", 10), undo, entry("c", "corrected", 30, target="b", text="No")) == []


def test_an_entry_keeps_its_plain_values() -> None:
    data = {"side": "away", "points": 0, "score": [1, 2], "half": "top", "winner": "home", "target": "x"}
    assert entry("a", "scored", 10, **data).get_data() == data
