"""The season of a team: which games count, and what they count."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.schedule import Schedule, ScheduleStatus
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.scoring.season import (
    Record,
    TeamResult,
    count_results,
    find_streak,
    format_record,
    get_season,
    get_season_start,
    list_games,
    list_results,
    select_meetings,
)
from touchline.catalog.domain.taxonomy import Category
from touchline.catalog.tests.domain.scoring.games import NOW, OVERTIME, SHOOTOUT, SPORTS, game, team
from touchline.shared.ids import CategoryId, EventId

SOCCER = SPORTS["soccer"]
CO_OP = team(1, team(11), team(12))


def find_results(*events: Event, sport: str = "hockey", of: Any = None) -> list[TeamResult]:
    """Return the results of team 1, or of another one, in the events."""
    return list_results(list_games(of or team(1), events), SPORTS.get(sport), NOW)


def count(*events: Event, sport: str = "hockey", of: Any = None) -> Record:
    """Return the record of team 1, or of another one, in the events."""
    return count_results(find_results(*events, sport=sport, of=of), SPORTS.get(sport))


def test_a_record_counts_wins_losses_and_ties_at_home_and_away() -> None:
    record = count(game(2, 1, "1-3"), game(1, 2, "2-0"), game(1, 2, "0-4"), game(2, 1, "2-2"))
    assert (record.won, record.lost, record.tied, record.played) == (2, 1, 1, 4)
    assert (record.scored, record.allowed, record.difference) == (7, 7, 0)
    assert record.win_share == 0.625


def test_games_without_score_or_end_have_no_result() -> None:
    live = game(1, 2, "1-3", stream=StreamState(is_publishing=True))
    upcoming = game(1, 2, "1-3", days_ago=-1)
    assert find_results(game(1, 2), live, upcoming, replace(game(1, 2, "1-3"), sides=())) == []


@pytest.mark.parametrize("status", [ScheduleStatus.CANCELED, ScheduleStatus.POSTPONED])
def test_a_game_that_did_not_take_place_has_no_result(status: ScheduleStatus) -> None:
    assert find_results(game(1, 2, "1-3", schedule=Schedule(status))) == []
    assert len(find_results(game(1, 2, "1-3", schedule=Schedule(ScheduleStatus.RESCHEDULED)))) == 1


def test_a_forfeit_counts_for_its_winner_even_before_the_start_but_its_numbers_do_not() -> None:
    forfeit: dict[str, Any] = {"ending": "forfeit", "winner": "away"}
    record = count(game(1, 2, "0-1", days_ago=-3, **forfeit), game(2, 1, "5-0", **forfeit))
    assert (record.won, record.lost, record.scored, record.allowed) == (1, 1, 0, 0)


def test_other_competitions_do_not_count() -> None:
    exhibition = Category(CategoryId(99), "exhibition", {"en": "Exhibition"})
    games = [game(1, 2, "1-3", category=exhibition), game(1, 2, "4-3"), game(1, 2, "5-3", category=None)]
    assert count(*games).won == 2
    assert count(*games, of=team(1)) == count(*games[1:])
    assert count(*games, of=replace(team(1), category_id=None)).played == 3


def test_games_of_the_teams_that_a_team_stands_for_are_its_own() -> None:
    games = [game(2, 11, "1-5"), game(12, 2, "5-1"), game(11, 12, "5-1"), game(1, 2, "0-1")]
    assert (count(*games, of=CO_OP).won, count(*games, of=CO_OP).played) == (2, 3)
    assert count(*games, of=team(11)).played == 2


def test_hockey_counts_overtime_losses_apart_and_gives_a_point_for_them() -> None:
    record = count(
        game(1, 2, "1-2", **OVERTIME), game(1, 2, "2-2", **SHOOTOUT), game(1, 2, "0-1"), game(1, 2, "3-3")
    )
    assert (record.won, record.lost, record.tied, record.overtime_losses) == (0, 1, 1, 2)
    assert record.points == 3


def test_soccer_counts_a_loss_after_overtime_as_a_loss() -> None:
    record = count(game(1, 2, "1-2", **OVERTIME), game(1, 2, "3-1"), sport="soccer")
    assert (record.won, record.lost, record.overtime_losses, record.points) == (1, 1, 0, 3)


def test_basketball_has_no_points_in_its_standings() -> None:
    assert count(game(1, 2, "50-60", **OVERTIME), sport="basketball") == Record(lost=1, scored=50, allowed=60)
    assert count(game(1, 2, "50-60"), sport="kabaddi").points is None


def test_a_sport_may_count_a_shootout_as_a_tie() -> None:
    assert SOCCER.shootout
    sport = replace(SOCCER, shootout=replace(SOCCER.shootout, counts_as_tie=True))
    [shootout] = list_results(list_games(team(1), [game(1, 2, "1-1", **SHOOTOUT)]), sport, NOW)
    assert shootout.outcome == "tied"
    assert count_results([shootout], sport).points == 1
    assert count_results(find_results(game(1, 2, "1-1", **SHOOTOUT)), SOCCER).lost == 1


def test_a_shootout_in_a_note_decides_a_game_from_before_scores_had_endings() -> None:
    record = count(game(1, 2, "2-2", note={"en": "SO 4-3"}), game(1, 2, "2-2", note={"en": "SO 1-3"}))
    assert (record.won, record.overtime_losses, record.points) == (1, 1, 3)


def test_a_forfeit_may_cost_points() -> None:
    hockey = SPORTS["hockey"]
    assert hockey.standings
    sport = replace(hockey, standings=replace(hockey.standings, forfeit_loss=-1))
    results = list_results(
        list_games(team(1), [game(1, 2, "0-1", ending="forfeit", winner="home")]), sport, NOW
    )
    assert count_results(results, sport).points == -1


def test_a_streak_is_the_last_outcome_and_how_often_it_was() -> None:
    won, lost, tied = game(1, 2, "2-0"), game(1, 2, "0-2"), game(1, 2, "1-1")
    streak = find_streak(find_results(lost, won, won, won))
    assert streak
    assert (streak.format("en", "en"), streak.format("fr", "en")) == ("W3", "V3")
    lost_one = find_streak(find_results(won, lost))
    assert lost_one
    assert (lost_one.format("en", "en"), lost_one.format("fr", "en")) == ("L1", "D1")
    tied_one = find_streak(find_results(won, tied))
    assert tied_one
    assert tied_one.format("fr", "en") == "N1"
    assert find_streak([]) is None


def test_meetings_are_the_games_against_a_team_or_its_co_op() -> None:
    games = list_games(team(2), [game(2, 11, "1-5", id=EventId(5)), game(3, 2, "5-1"), game(1, 2, "0-1")])
    assert [meeting.event.id for meeting in select_meetings(games, team(11))] == [5]
    assert len(select_meetings(games, CO_OP)) == 2


@pytest.mark.parametrize(
    ("record", "can_tie", "text"),
    [
        (Record(won=4, lost=1), True, "4–1"),
        (Record(won=4, lost=1, tied=2), True, "4–1–2"),
        (Record(won=4, lost=1, tied=2, overtime_losses=1), True, "4–1–2–1"),
        (Record(won=4, lost=1, overtime_losses=1), True, "4–1–0–1"),
        (Record(won=4, lost=1, overtime_losses=1), False, "4–1–1"),
    ],
)
def test_a_record_has_ties_and_overtime_losses_only_if_there_are_any(
    record: Record, can_tie: bool, text: str
) -> None:
    assert format_record(record, can_tie=can_tie) == text


def test_a_season_starts_on_the_last_august_1() -> None:
    assert get_season_start(date(2026, 11, 26)) == date(2026, 8, 1)
    assert get_season_start(date(2026, 7, 31)) == date(2025, 8, 1)
    assert get_season_start(date(2026, 8, 1)) == date(2026, 8, 1)


def test_a_season_starts_in_the_time_zone_of_the_channel_and_lasts_a_year() -> None:
    vancouver = ZoneInfo("America/Vancouver")
    before = get_season(datetime(2026, 8, 1, 4, tzinfo=UTC), vancouver)
    assert before.since == datetime(2025, 8, 1, 7, tzinfo=UTC)
    assert before.before == datetime(2026, 8, 1, 7, tzinfo=UTC)
    after = get_season(datetime(2026, 8, 1, 7, tzinfo=UTC), vancouver)
    assert after.since == before.before
    assert after.since + timedelta(days=365) == after.before
