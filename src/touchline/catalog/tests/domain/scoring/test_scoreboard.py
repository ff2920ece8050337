"""The scoreboard of each kind of sport."""

from __future__ import annotations

import pytest

from touchline.catalog.domain.events.score import Ending, Winner
from touchline.catalog.domain.scoring.scoreboard import GameClock, Phase
from touchline.catalog.domain.scoring.sport import ClockDirection
from touchline.catalog.domain.scoring.timeline import Half
from touchline.catalog.tests.domain.scoring.timelines import TimelineBuilder


def test_the_clock_of_hockey_counts_down_and_stops_at_zero() -> None:
    game = TimelineBuilder("hockey")
    game.add("clock_started", at_ms=1000)
    clock = game.board.clock
    assert clock == GameClock(17 * 60_000, 1000, is_running=True)
    assert clock.get_ms(61_000, ClockDirection.DOWN) == 16 * 60_000
    assert clock.get_ms(99 * 60_000, ClockDirection.DOWN) == 0
    game.add("clock_stopped", at_ms=61_000)
    assert game.board.clock == GameClock(16 * 60_000, 61_000)
    game.add("clock_set", at_ms=62_000, seconds=700)
    assert game.board.clock == GameClock(700_000, 62_000)


def test_the_second_half_of_soccer_goes_on_from_45_minutes() -> None:
    game = TimelineBuilder("soccer")
    game.add("clock_started")
    game.add("period_ended")
    game.add("clock_started")
    board = game.board
    assert (board.period, board.clock and board.clock.shown_ms) == (2, 45 * 60_000)


def test_goals_count_for_their_periods() -> None:
    game = TimelineBuilder("hockey")
    game.add("period_started")
    game.score("home", times=2)
    game.add("period_started", period=2)
    game.score("away")
    game.add("period_ended")
    board = game.board
    assert (board.points, board.by_period, board.phase) == ((1, 2), ((0, 2), (1, 0)), Phase.BREAK)


def test_both_scorers_start_and_end_a_period_once() -> None:
    game = TimelineBuilder("basketball")
    for kind in ("period_started", "period_started", "period_ended", "period_ended"):
        game.add(kind, period=1)
    assert (game.board.period, game.board.phase) == (1, Phase.BREAK)
    game.add("period_started", period=2)
    game.add("period_ended", period=1)
    assert (game.board.period, game.board.phase) == (2, Phase.PERIOD)


def test_a_score_before_the_start_starts_the_first_period() -> None:
    game = TimelineBuilder("basketball")
    game.score("home", 3)
    board = game.board
    assert (board.phase, board.period, board.points) == (Phase.PERIOD, 1, (0, 3))


def test_the_side_that_leads_wins_the_set() -> None:
    game = TimelineBuilder("volleyball")
    game.play_set(25, 23)
    game.play_set(20, 25)
    board = game.board
    assert (board.sets, board.by_period, board.period) == ((1, 1), ((25, 23), (20, 25)), 2)
    game.add("period_started")
    assert (game.board.points, game.board.period) == ((0, 0), 3)


def test_the_next_set_ends_the_one_before() -> None:
    game = TimelineBuilder("volleyball")
    game.add("period_started")
    game.add("score_set", score=[25, 12])
    game.add("period_started", period=2)
    board = game.board
    assert (board.sets, board.points, board.period) == ((1, 0), (0, 0), 2)


def test_a_set_is_counted_once_if_a_system_has_counted_it() -> None:
    game = TimelineBuilder("volleyball")
    for _ in range(2):
        game.play_set(25, 20)
    game.add("period_started")
    game.add("score_set", score=[25, 20], sets=[3, 0])
    game.add("game_ended")
    assert (game.board.sets, game.board.ending) == ((3, 0), Ending.REGULATION)


def test_innings_have_halves() -> None:
    game = TimelineBuilder("baseball")
    game.add("period_started")
    assert (game.board.period, game.board.half) == (1, Half.TOP)
    game.score("away")
    game.add("period_started", period=1, half="bottom")
    assert (game.board.period, game.board.half, game.board.points) == (1, Half.BOTTOM, (1, 0))
    game.score("home", times=2)
    game.add("period_started", period=2, half="top")
    board = game.board
    assert (board.period, board.half, board.by_period) == (2, Half.TOP, ((1, 2),))


def test_overtime_is_the_ending_of_a_game_that_needed_it() -> None:
    game = TimelineBuilder("hockey")
    for period in (1, 2, 3):
        game.add("period_started", period=period)
    game.add("game_ended")
    assert game.board.ending is Ending.REGULATION
    game.add("period_started", period=4)
    assert game.board.ending is None
    game.score("home")
    game.add("game_ended")
    assert game.board.ending is Ending.OVERTIME


def test_a_shootout_has_its_own_score() -> None:
    game = TimelineBuilder("soccer")
    game.add("clock_started")
    game.add("shootout_started")
    game.score("away", times=4)
    game.score("home", times=3)
    game.add("game_ended")
    board = game.board
    assert (board.points, board.shootout, board.ending) == ((0, 0), (4, 3), Ending.SHOOTOUT)


def test_a_taken_goal_of_a_shootout_is_subtracted() -> None:
    game = TimelineBuilder("hockey")
    game.add("shootout_started")
    game.score("home", times=2)
    game.score("home", -1)
    assert game.board.shootout == (0, 1)


def test_play_after_a_shootout_that_was_started_by_mistake_forgets_it() -> None:
    game = TimelineBuilder("hockey")
    game.add("shootout_started")
    game.score("home")
    game.add("period_started", period=4)
    game.add("game_ended")
    assert (game.board.shootout, game.board.ending) == (None, Ending.OVERTIME)


def test_a_forfeit_names_the_winner() -> None:
    game = TimelineBuilder("hockey")
    game.add("game_ended", winner="away")
    assert (game.board.ending, game.board.winner) == (Ending.FORFEIT, Winner.AWAY)


def test_a_goal_that_arrives_after_the_end_changes_the_ending() -> None:
    game = TimelineBuilder("hockey")
    game.add("clock_started")
    game.add("shootout_started")
    game.score("home")
    game.add("game_ended")
    game.score("away")
    assert (game.board.points, game.board.ending) == ((1, 0), Ending.REGULATION)


@pytest.mark.parametrize("sport", ["volleyball", "wrestling", "baseball"])
def test_a_sport_without_a_clock_ignores_it(sport: str) -> None:
    game = TimelineBuilder(sport)
    game.add("period_started")
    game.add("clock_set", seconds=60)
    game.add("clock_started")
    assert game.board.clock is None


def test_a_score_never_falls_below_zero() -> None:
    game = TimelineBuilder("basketball")
    game.score("home", 2)
    game.score("home", -3)
    assert (game.board.points, game.board.by_period) == ((0, 0), ((0, 0),))
