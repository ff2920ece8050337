"""Standings: their order, ties between teams, and teams that others stand for."""

from __future__ import annotations

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.scoring.standings import Standing, rank_teams
from touchline.catalog.tests.domain.scoring.games import NOW, OVERTIME, SPORTS, game, team

TEAMS = (team(1), team(2), team(3), team(4))


def rank(*events: Event, sport: str = "hockey", teams: tuple[Participant, ...] = TEAMS) -> list[Standing]:
    """Return the standings of the teams."""
    return rank_teams(teams, events, SPORTS[sport], NOW)


def list_ranks(standings: list[Standing]) -> list[tuple[int, int | None]]:
    """Return the id and rank of each team, in order."""
    return [(row.team.id, row.rank) for row in standings]


def test_points_decide_in_a_sport_with_points() -> None:
    standings = rank(game(1, 2, "1-2", **OVERTIME), game(3, 1, "4-0"), game(2, 3, "0-3"))
    assert list_ranks(standings) == [(3, 1), (2, 2), (1, 3), (4, None)]
    assert [row.record.points for row in standings] == [4, 2, 1, 0]


def test_the_share_of_wins_decides_in_a_sport_without_points() -> None:
    standings = rank(
        *(game(1, 3, "50-40"), game(3, 1, "60-50"), game(1, 4, "50-40"), game(2, 4, "70-60")),
        sport="basketball",
    )
    assert list_ranks(standings) == [(2, 1), (1, 2), (3, 3), (4, 4)]
    assert [round(row.record.win_share, 3) for row in standings] == [1, 0.667, 0.5, 0]


def test_games_against_each_other_decide_between_equal_teams() -> None:
    standings = rank(game(1, 2, "1-0"), game(3, 1, "9-0"), game(2, 4, "9-0"), teams=TEAMS[:2])
    assert [row.record.points for row in standings] == [2, 2]
    assert list_ranks(standings) == [(1, 1), (2, 2)]


def test_the_difference_decides_if_each_of_the_equal_teams_has_beaten_another() -> None:
    standings = rank(game(1, 2, "1-0"), game(3, 1, "9-0"), game(2, 3, "1-0"), teams=TEAMS[:3])
    assert list_ranks(standings) == [(3, 1), (2, 2), (1, 3)]


def test_the_difference_then_the_own_score_decide_between_teams_that_have_not_met() -> None:
    standings = rank(game(1, 3, "2-0"), game(2, 4, "5-1"))
    assert list_ranks(standings) == [(2, 1), (1, 2), (3, 3), (4, 4)]
    closer = rank(game(1, 3, "2-1"), game(2, 4, "5-4"))
    assert list_ranks(closer) == [(2, 1), (1, 2), (4, 3), (3, 4)]


def test_teams_that_are_equal_share_a_rank_and_the_next_one_is_left_out() -> None:
    standings = rank(game(1, 3, "2-1"), game(2, 4, "2-1"))
    assert list_ranks(standings) == [(1, 1), (2, 1), (3, 3), (4, 3)]


def test_teams_without_a_result_have_no_rank_and_come_last() -> None:
    standings = rank(game(4, 3, "0-1"))
    assert list_ranks(standings) == [(3, 1), (4, 2), (1, None), (2, None)]
    assert standings[-1].streak is None
    assert rank()[0].rank is None


def test_a_row_has_the_streak_of_its_team() -> None:
    [first, *_] = rank(game(1, 2, "2-0", days_ago=3), game(1, 3, "2-0", days_ago=2))
    assert first.streak
    assert first.streak.format("en", "en") == "W2"


def test_each_game_counts_once_for_the_team_that_has_played_it() -> None:
    co_op = team(1)
    schools = (team(2, co_op), team(3, co_op))
    standings = rank(game(1, 4, "2-0"), game(4, 3, "0-1"), teams=(co_op, *schools, team(4)))
    assert list_ranks(standings) == [(1, 1), (3, 2), (4, 3)]
    assert [row.record.played for row in standings] == [1, 1, 2]


def test_a_team_that_only_stands_for_others_is_not_listed() -> None:
    standings = rank(teams=(team(1, team(2), team(3)), team(2), team(3)))
    assert list_ranks(standings) == [(2, None), (3, None)]
