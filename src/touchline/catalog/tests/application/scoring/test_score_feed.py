"""Score feeds: the entries that lead from the scoreboard of the timeline to the state of another system."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.catalog.application.scoring.score_feed import FeedState, find_changes
from touchline.catalog.domain.events.score import Ending
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard, fold
from touchline.catalog.domain.scoring.timeline import Half, TimelineEntry
from touchline.catalog.tests.domain.scoring.timelines import SPORTS


class Feed:
    """A system that sends the state of a game once a second."""

    def __init__(self, sport: str) -> None:
        self.sport = SPORTS[sport]
        self.entries: list[TimelineEntry] = []
        self._at_ms = 0

    def send(self, **state: Any) -> list[str]:
        """Send a state, and return the kinds of the entries that follow from it."""
        self._at_ms += 1000
        entries = find_changes(self.sport, self.board, FeedState(self._at_ms, **state), "7:Daktronics")
        self.entries += entries
        return [entry.kind.value for entry in entries]

    @property
    def board(self) -> Scoreboard:
        """The scoreboard of the timeline."""
        snapshots = fold(self.sport, self.entries)
        return snapshots[-1].scoreboard if snapshots else Scoreboard()


def test_a_clock_that_runs_starts_the_period_and_a_state_without_news_adds_nothing() -> None:
    feed = Feed("hockey")
    first = feed.send(points=(0, 0), period=1, clock_seconds=1020, is_clock_running=True)
    assert first == ["period_started", "clock_started"]
    assert feed.send(points=(0, 0), period=1, clock_seconds=1019, is_clock_running=True) == []
    assert feed.send(points=(0, 0), period=1, clock_seconds=1000, is_clock_running=True) == ["clock_set"]
    assert feed.send(points=(0, 0), period=1, clock_seconds=1000, is_clock_running=False) == ["clock_stopped"]


def test_a_goal_names_how_it_was_scored() -> None:
    feed = Feed("soccer")
    feed.send(points=(0, 0), period=1)
    feed.send(points=(0, 1), period=1)
    scored = feed.entries[-1]
    assert (scored.kind.value, scored.side, scored.type) == ("scored", "home", "goal")


@pytest.mark.parametrize(
    ("points", "kind", "score_type"),
    [
        ((0, 3), "scored", "three"),
        ((2, 0), "scored", "two"),
        ((2, 2), "score_set", ""),
        ((0, 4), "score_set", ""),
    ],
)
def test_points_that_no_way_to_score_explains_set_the_score(
    points: tuple[int, int], kind: str, score_type: str
) -> None:
    feed = Feed("basketball")
    feed.send(points=(0, 0), period=1)
    assert feed.send(points=points, period=1) == [kind]
    assert (feed.entries[-1].type, feed.board.points) == (score_type, points)


def test_a_score_that_falls_is_a_correction_by_the_system() -> None:
    feed = Feed("hockey")
    feed.send(points=(0, 1), period=1)
    assert feed.send(points=(0, 0), period=1) == ["score_set"]
    assert feed.board.points == (0, 0)


def test_a_system_that_knows_only_the_points_starts_the_game() -> None:
    feed = Feed("hockey")
    assert feed.send(points=(0, 0)) == []
    feed.send(points=(1, 0))
    assert (feed.board.phase, feed.board.period, feed.board.points) == (Phase.PERIOD, 1, (1, 0))


def test_sets_are_counted_whether_the_system_sends_them_or_not() -> None:
    with_sets, without_sets = Feed("volleyball"), Feed("volleyball")
    for period, points, sets in (
        (1, (25, 20), (0, 0)),
        (2, (0, 0), (1, 0)),
        (2, (20, 25), (1, 0)),
        (3, (3, 2), (1, 1)),
    ):
        with_sets.send(period=period, points=points, sets=sets)
        without_sets.send(period=period, points=points)
    assert with_sets.board.sets == without_sets.board.sets == (1, 1)
    assert with_sets.board.points == without_sets.board.points == (3, 2)


def test_the_last_set_counts_once() -> None:
    feed = Feed("volleyball")
    for period in (1, 2):
        feed.send(period=period, points=(25, 20), sets=(period - 1, 0))
    feed.send(period=3, points=(25, 20), sets=(3, 0), is_final=True)
    assert (feed.board.sets, feed.board.ending) == ((3, 0), Ending.REGULATION)


def test_innings_follow_each_other() -> None:
    feed = Feed("baseball")
    feed.send(period=1, points=(1, 0))
    feed.send(period=2, points=(1, 0))
    feed.send(period=8, points=(1, 2), is_final=True)
    board = feed.board
    assert (board.period, board.points, board.ending) == (8, (1, 2), Ending.OVERTIME)


def test_a_goal_in_overtime_ends_the_game() -> None:
    feed = Feed("hockey")
    feed.send(period=3, points=(2, 2))
    feed.send(period=4, points=(2, 3), is_final=True)
    assert (feed.board.ending, feed.board.by_period[3]) == (Ending.OVERTIME, (0, 1))


def test_a_final_state_that_is_sent_again_adds_nothing() -> None:
    feed = Feed("soccer")
    feed.send(period=2, points=(1, 0), is_final=True)
    assert feed.send(period=2, points=(1, 0), is_final=True) == []


def test_the_same_state_gets_the_same_ids() -> None:
    state = FeedState(1000, points=(0, 1), period=1, clock_seconds=900, is_clock_running=True)
    first, second = (find_changes(SPORTS["hockey"], Scoreboard(), state, "7:Daktronics") for _ in range(2))
    other = find_changes(SPORTS["hockey"], Scoreboard(), state, "7:Sportzcast")
    assert [entry.id for entry in first] == [entry.id for entry in second]
    assert {entry.id for entry in first}.isdisjoint(entry.id for entry in other)


def test_a_score_of_one_side_leaves_the_other_as_it_was() -> None:
    feed = Feed("hockey")
    feed.send(points=(1, 1), period=1)
    assert feed.send(points=(None, 2)) == ["scored"]
    assert feed.send(points=(0, None)) == ["score_set"]
    assert feed.board.points == (0, 2)


def test_half_of_a_score_in_a_new_set_begins_at_zero() -> None:
    feed = Feed("volleyball")
    feed.send(period=1, points=(25, 20), sets=(0, 0))
    feed.send(period=2, points=(None, 1), sets=(1, None))
    assert (feed.board.points, feed.board.sets) == ((0, 1), (1, 0))


def test_overtime_counts_on_from_the_periods_of_the_sport() -> None:
    feed = Feed("basketball")
    feed.send(period=4, points=(60, 60))
    feed.send(overtime=1, points=(60, 62))
    assert feed.board.period == 5
    feed.send(period=5, overtime=1, points=(62, 62))
    assert feed.board.period == 5
    feed.send(overtime=2)
    assert feed.board.period == 6


def test_the_halves_of_an_inning_follow_each_other() -> None:
    feed = Feed("baseball")
    assert feed.send(period=1, half=Half.TOP, points=(1, 0)) == ["period_started", "scored"]
    assert feed.send(period=1, half=Half.BOTTOM, points=(1, 0)) == ["period_started"]
    assert feed.send(period=1, half=Half.BOTTOM, points=(1, 1)) == ["scored"]
    assert feed.send(half=Half.BOTTOM) == []
    feed.send(period=2, half=Half.TOP)
    assert (feed.board.period, feed.board.half, feed.board.points) == (2, Half.TOP, (1, 1))


def test_a_sport_without_halves_ignores_them() -> None:
    feed = Feed("hockey")
    feed.send(period=1, points=(0, 0))
    assert feed.send(period=1, half=Half.BOTTOM) == []


@pytest.mark.parametrize(("sport", "first", "step"), [("hockey", 1020, -1), ("soccer", 0, 1)])
def test_a_clock_whose_state_is_not_known_runs_while_it_advances(sport: str, first: int, step: int) -> None:
    feed = Feed(sport)
    kinds = [feed.send(period=1, clock_seconds=first) for _ in range(3)]
    assert kinds == [["period_started"], [], []]
    kinds = [feed.send(period=1, clock_seconds=first + step * second) for second in range(1, 9)]
    assert kinds == [[], ["clock_set", "clock_started"], *[[]] * 6]
    kinds = [feed.send(period=1, clock_seconds=first + step * 8) for _ in range(5)]
    assert kinds == [[], ["clock_set", "clock_stopped"], [], [], []]
    assert feed.board.clock is not None
    assert (feed.board.clock.shown_ms, feed.board.clock.is_running) == ((first + step * 8) * 1000, False)


def test_a_stopped_clock_that_jumps_was_set() -> None:
    feed = Feed("hockey")
    feed.send(period=1, clock_seconds=1020)
    assert feed.send(period=1, clock_seconds=300) == ["clock_set"]
    assert feed.send(period=1, clock_seconds=600) == ["clock_set"]
    assert feed.board.clock is not None
    assert not feed.board.clock.is_running


def test_a_clock_that_is_known_before_the_period_is_kept() -> None:
    feed = Feed("hockey")
    feed.send(points=(0, 1), clock_seconds=300)
    assert feed.board.clock is not None
    assert (feed.board.period, feed.board.clock.shown_ms) == (1, 300_000)
