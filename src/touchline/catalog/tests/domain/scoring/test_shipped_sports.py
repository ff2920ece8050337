"""The sports that ship: complete in English and French, with the rules of US high schools."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from touchline.catalog.adapters.sports.shipped_sports import load_shipped_sports
from touchline.catalog.domain.scoring.sport import ClockDirection, ScoringMethod, Sport

SPORTS = load_shipped_sports()
UNSCORED = {"cross-country", "swimming", "track-and-field"}


def iter_texts(value: Any, path: str) -> Iterator[tuple[str, dict[str, str]]]:
    """Yield every localized text in a sport, with its path."""
    if isinstance(value, dict):
        yield path, value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from iter_texts(item, f"{path}[{index}]")
    elif is_dataclass(value):
        for item in fields(value):
            yield from iter_texts(getattr(value, item.name), f"{path}.{item.name}")


def test_the_sports_of_high_schools_ship() -> None:
    scored = {"baseball", "basketball", "football", "hockey", "lacrosse", "soccer", "softball"}
    assert set(SPORTS) == scored | {"volleyball", "wrestling"} | UNSCORED


@pytest.mark.parametrize("sport", SPORTS.values(), ids=SPORTS)
def test_every_name_of_a_sport_is_in_english_and_french(sport: Sport) -> None:
    texts = dict(iter_texts(sport, sport.key))
    assert {
        path: text
        for path, text in texts.items()
        if set(text) != {"en", "fr"} and not (text == {} and path.endswith(".break_name"))
    } == {}


@pytest.mark.parametrize("sport", SPORTS.values(), ids=SPORTS)
def test_only_the_last_period_may_have_no_name_for_the_break_after_it(sport: Sport) -> None:
    assert [names.break_name for names in sport.periods.names[:-1] if not names.break_name] == []


def test_sports_without_a_score_have_moments_alone() -> None:
    unscored = {key for key, sport in SPORTS.items() if not sport.has_score}
    assert unscored == UNSCORED
    assert [SPORTS[key].scores for key in unscored] == [(), (), ()]
    assert all(SPORTS[key].moments for key in unscored)


def test_football_has_quarters_of_12_minutes_and_its_five_ways_to_score() -> None:
    football = SPORTS["football"]
    assert (football.periods.count, football.periods.seconds) == (4, 720)
    assert football.get_break_name(2, "en", "en") == "Halftime"
    assert {kind.key: kind.points for kind in football.scores} == {
        "touchdown": 6,
        "extra-point": 1,
        "two-point-conversion": 2,
        "field-goal": 3,
        "safety": 2,
    }
    assert football.get_start_seconds(5) == 0  # no clock runs in overtime


@pytest.mark.parametrize("key", ["baseball", "softball"])
def test_baseball_and_softball_have_7_innings_with_halves_and_no_clock(key: str) -> None:
    sport = SPORTS[key]
    assert (sport.periods.count, sport.periods.has_halves, sport.clock) == (7, True, ClockDirection.NONE)
    assert sport.get_period_name(9, "en", "en") == "9th inning"
    assert sport.get_period_name(9, "fr", "en") == "9e manche"
    assert sport.get_period_name(3, "fr", "en", is_short=True) == "3e"


def test_a_wrestling_meet_gives_team_points_by_bout() -> None:
    wrestling = SPORTS["wrestling"]
    assert (wrestling.periods.count, wrestling.clock) == (14, ClockDirection.NONE)
    assert wrestling.get_period_name(14, "fr", "en") == "14e combat"
    assert {kind.points for kind in wrestling.scores} == {1, 3, 4, 5, 6}


def test_sets_decide_volleyball_alone() -> None:
    assert {key for key, sport in SPORTS.items() if sport.method is ScoringMethod.SETS} == {"volleyball"}
