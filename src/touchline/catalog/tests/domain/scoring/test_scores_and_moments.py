"""The score and the key moments that follow from a timeline."""

from __future__ import annotations

from touchline.catalog.domain.events.score import Ending, Score, Shootout, Winner
from touchline.catalog.domain.scoring.moments import KeyMoment, MomentKind, list_key_moments
from touchline.catalog.domain.scoring.scoreboard import fold
from touchline.catalog.domain.scoring.scores import name_phase, to_score
from touchline.catalog.tests.domain.scoring.timelines import TimelineBuilder


def get_score(game: TimelineBuilder) -> Score | None:
    return to_score(game.sport, game.board)


def list_moments(game: TimelineBuilder) -> list[KeyMoment]:
    return list_key_moments(game.sport, fold(game.sport, game.entries))


def test_a_game_has_no_score_before_its_start() -> None:
    game = TimelineBuilder("hockey")
    game.add("note", text="Anthem")
    assert get_score(game) is None


def test_an_unscored_sport_never_has_a_score() -> None:
    meet = TimelineBuilder("swimming")
    meet.add("period_started")
    assert get_score(meet) is None


def test_the_score_of_a_running_game_names_the_period() -> None:
    game = TimelineBuilder("hockey")
    game.add("clock_started")
    game.score("home")
    assert get_score(game) == Score(0, 1, {"en": "1st period", "fr": "1re période"})
    game.add("period_ended")
    score = get_score(game)
    assert score is not None and score.note["en"] == "1st intermission"


def test_the_score_of_volleyball_is_the_sets() -> None:
    game = TimelineBuilder("volleyball")
    for away, home in ((25, 20), (20, 25), (25, 20), (25, 20)):
        game.play_set(away, home)
    game.add("game_ended")
    assert get_score(game) == Score(3, 1, period=4)


def test_a_shootout_keeps_the_equal_score_and_a_forfeit_its_winner() -> None:
    game = TimelineBuilder("hockey")
    game.add("clock_started")
    game.add("shootout_started")
    assert name_phase(game.sport, game.board)["en"] == "Shootout"
    game.score("home")
    game.add("game_ended")
    assert get_score(game) == Score(0, 0, {}, Ending.SHOOTOUT, Shootout(0, 1), period=1)
    forfeit = TimelineBuilder("baseball")
    forfeit.add("game_ended", winner="home")
    assert get_score(forfeit) == Score(0, 0, {}, Ending.FORFEIT, winner=Winner.HOME)


def test_extra_innings_name_the_last_one() -> None:
    game = TimelineBuilder("baseball")
    game.add("period_started", period=9, half="bottom")
    game.score("home")
    game.add("game_ended")
    assert get_score(game) == Score(0, 1, {}, Ending.OVERTIME, period=9)


def test_a_goal_a_period_and_the_final_are_key_moments() -> None:
    game = TimelineBuilder("hockey")
    game.add("clock_started")
    game.score("home", type="goal", text="Lund")
    game.add("clock_stopped")
    game.add("moment", type="penalty-shot", side="away")
    game.add("moment", type="save")
    game.add("game_ended")
    moments = list_moments(game)
    assert [(moment.kind, moment.name.get("en"), moment.is_big) for moment in moments] == [
        (MomentKind.PERIOD_START, "1st period", False),
        (MomentKind.SCORE, "Goal", True),
        (MomentKind.MOMENT, "Penalty shot", True),
        (MomentKind.MOMENT, "Save", False),
        (MomentKind.FINAL, None, False),
    ]
    assert (moments[1].text, moments[1].scoreboard.points) == ("Lund", (0, 1))


def test_a_basket_is_no_key_moment() -> None:
    game = TimelineBuilder("basketball")
    game.add("clock_started")
    game.score("home", 2, type="two")
    assert [moment.kind for moment in list_moments(game)] == [MomentKind.PERIOD_START]


def test_the_end_of_a_set_is_a_key_moment() -> None:
    game = TimelineBuilder("volleyball")
    game.play_set(25, 20)
    ended = list_moments(game)[-1]
    assert (ended.kind, ended.name["en"], ended.scoreboard.sets) == (MomentKind.PERIOD_END, "Set 1", (1, 0))


def test_an_undone_goal_is_no_moment() -> None:
    game = TimelineBuilder("hockey")
    game.add("clock_started")
    goal = game.score("home", type="goal")
    game.add("undone", target=goal.id)
    assert [moment.kind for moment in list_moments(game)] == [MomentKind.PERIOD_START]
