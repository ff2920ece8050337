"""Two scorers end up with one state, in whatever order and however often their entries arrive.

`tests/proof` plays many more games each night.
"""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.catalog.domain.scoring.scoreboard import Scoreboard, fold
from touchline.catalog.domain.scoring.scores import to_score
from touchline.catalog.domain.scoring.timeline import EntryKind, TimelineEntry, resolve
from touchline.catalog.tests.domain.scoring.timelines import SPORTS

ENTRIES_PER_GAME = 40
QUICK_GAMES = 10
_SIDES = st.sampled_from(["away", "home"])
_SPORTS = st.sampled_from(["hockey", "soccer", "basketball", "volleyball", "baseball"])
_DATA: dict[EntryKind, dict[str, st.SearchStrategy[Any]]] = {
    EntryKind.SCORED: {"side": _SIDES, "points": st.integers(-1, 3)},
    EntryKind.SCORE_SET: {"score": st.tuples(st.integers(0, 9), st.integers(0, 9))},
    EntryKind.PERIOD_STARTED: {"period": st.one_of(st.none(), st.integers(1, 5))},
    EntryKind.PERIOD_ENDED: {"period": st.one_of(st.none(), st.integers(1, 5))},
    EntryKind.CLOCK_SET: {"seconds": st.integers(0, 900)},
    EntryKind.GAME_ENDED: {"winner": st.one_of(st.none(), st.none(), _SIDES)},
    EntryKind.CORRECTED: {
        "side": st.one_of(st.none(), _SIDES),
        "points": st.one_of(st.none(), st.integers(0, 3)),
        "moved_to_ms": st.one_of(st.none(), st.integers(0, 90)),
    },
}


@st.composite
def games(draw: st.DrawFn) -> list[TimelineEntry]:
    """Draw what two scorers press. Undos and corrections are about entries of either."""
    entries: list[TimelineEntry] = []
    for number in range(draw(st.integers(1, ENTRIES_PER_GAME))):
        kind = draw(st.sampled_from(EntryKind))
        data = {name: draw(value) for name, value in _DATA.get(kind, {}).items()}
        if kind in (EntryKind.UNDONE, EntryKind.CORRECTED):
            data["target"] = draw(st.sampled_from([*(entry.id for entry in entries), "unknown"]))
        author = draw(st.sampled_from(["scorer:Ana", "scorer:Ben"]))
        entry_id = f"{draw(st.integers(0, 9))}-{number}"
        entries.append(TimelineEntry.create(entry_id, kind, draw(st.integers(0, 60)), author, data))
    return entries


@st.composite
def arrivals(draw: st.DrawFn, entries: list[TimelineEntry]) -> list[TimelineEntry]:
    """Draw an order in which entries arrive. Some arrive again, because the answer was lost."""
    repeated = draw(st.lists(st.sampled_from(entries), max_size=10))
    return draw(st.permutations([*entries, *repeated]))


def receive(arriving: list[TimelineEntry]) -> list[TimelineEntry]:
    """Return the log of a server that keeps each id once."""
    log: dict[str, TimelineEntry] = {}
    for entry in arriving:
        log.setdefault(entry.id, entry)
    return list(log.values())


def check_game(data: st.DataObject) -> None:
    """Assert that two orders of arrival lead to the same state, that nothing is lost and nothing is twice."""
    sport = SPORTS[data.draw(_SPORTS)]
    pressed = data.draw(games())
    first, second = (receive(data.draw(arrivals(pressed))) for _ in range(2))
    snapshots = fold(sport, first)
    assert snapshots == fold(sport, second) == fold(sport, pressed)
    counted = [snapshot.entry.id for snapshot in snapshots]
    assert len(counted) == len(set(counted))
    targets = {entry.target for entry in pressed if entry.kind is EntryKind.UNDONE}
    about_game = {entry.id for entry in pressed if entry.kind not in (EntryKind.UNDONE, EntryKind.CORRECTED)}
    assert about_game - targets <= set(counted) <= about_game
    for snapshot in snapshots:
        assert_is_possible(snapshot.scoreboard)
        to_score(sport, snapshot.scoreboard)  # raises for a score that contradicts itself


def assert_is_possible(board: Scoreboard) -> None:
    """Assert that no number is negative."""
    assert min(*board.points, *board.sets, *(board.shootout or (0, 0))) >= 0
    assert all(min(pair) >= 0 for pair in board.by_period)


@settings(max_examples=QUICK_GAMES, deadline=None)
@given(st.data())
def test_two_scorers_converge(data: st.DataObject) -> None:
    check_game(data)


@settings(max_examples=QUICK_GAMES, deadline=None)
@given(games())
def test_an_undo_of_everything_leaves_an_empty_game(pressed: list[TimelineEntry]) -> None:
    about_game = [entry for entry in pressed if entry.kind not in (EntryKind.UNDONE, EntryKind.CORRECTED)]
    undos = [
        TimelineEntry(f"undo-{number}", EntryKind.UNDONE, 100, target=entry.id)
        for number, entry in enumerate(about_game)
    ]
    assert resolve([*pressed, *undos]) == []
