"""Results: how they are written in English and French, and who won."""

from __future__ import annotations

from typing import Any

import pytest

from touchline.catalog.adapters.sports.shipped_sports import load_shipped_sports
from touchline.catalog.domain.events.score import Score
from touchline.catalog.domain.scoring.results import format_ending, format_result, get_leader

OVERTIME = {"ending": "overtime"}
SHOOTOUT = {"ending": "shootout", "shootout": {"away": 4, "home": 3}}
SPORTS = load_shipped_sports()


def score(away: int, home: int, **parts: Any) -> Score:
    return Score.from_dict({"away": away, "home": home, **parts})


@pytest.mark.parametrize(
    ("sport", "result", "english", "french"),
    [
        ("hockey", score(4, 5), "4–5", "4–5"),
        ("hockey", score(2, 2), "2–2", "2–2"),
        ("hockey", score(4, 5, **OVERTIME), "4–5 (OT)", "4–5 (prol.)"),
        ("hockey", score(4, 5, **OVERTIME, period=4), "4–5 (OT)", "4–5 (prol.)"),
        ("hockey", score(4, 5, **OVERTIME, period=5), "4–5 (2OT)", "4–5 (prol. 2)"),
        ("hockey", score(2, 2, **SHOOTOUT), "2–2 (4–3 SO)", "2–2 (4–3 TB)"),
        ("soccer", score(1, 1, **SHOOTOUT), "1–1 (4–3 PK)", "1–1 (4–3 TAB)"),
        ("soccer", score(1, 2, **OVERTIME, period=4), "1–2 (OT)", "1–2 (prol.)"),
        ("football", score(20, 14, **OVERTIME, period=7), "20–14 (3OT)", "20–14 (prol. 3)"),
        ("volleyball", score(3, 2), "3–2", "3–2"),
        ("baseball", score(5, 4, **OVERTIME, period=9), "5–4 (9)", "5–4 (9)"),
        ("baseball", score(5, 4, **OVERTIME), "5–4", "5–4"),
        ("hockey", score(0, 1, ending="forfeit", winner="home"), "Forfeit", "Forfait"),
        ("kabaddi", score(4, 5, **OVERTIME, period=7), "4–5 (OT)", "4–5 (prol.)"),
        ("kabaddi", score(2, 2, **SHOOTOUT), "2–2 (4–3 SO)", "2–2 (4–3 TB)"),
        ("wrestling", score(30, 36, **OVERTIME), "30–36 (OT)", "30–36 (prol.)"),
    ],
)
def test_a_result_is_written_as_its_sport_does(sport: str, result: Score, english: str, french: str) -> None:
    assert format_result(result, SPORTS.get(sport), "en", "en") == english
    assert format_result(result, SPORTS.get(sport), "fr", "en") == french


def test_the_home_team_may_come_first() -> None:
    result = format_result(score(2, 2, **SHOOTOUT), SPORTS["hockey"], "en", "en", is_home_first=True)
    assert result == "2–2 (3–4 SO)"
    assert format_result(score(4, 5), None, "en", "en", is_home_first=True) == "5–4"


def test_the_ending_of_a_regulation_game_or_a_forfeit_has_no_note() -> None:
    assert format_ending(score(4, 5), SPORTS["hockey"], "en", "en") == ""
    assert format_ending(score(0, 0, ending="forfeit", winner="away"), None, "en", "en") == ""


@pytest.mark.parametrize(
    ("result", "leader"),
    [
        (score(4, 5), "home"),
        (score(5, 4), "away"),
        (score(2, 2), None),
        (score(2, 2, **SHOOTOUT), "away"),
        (score(5, 2, ending="forfeit", winner="home"), "home"),
        (score(3, 2, note={"en": "OT"}), "away"),
        (score(1, 2, note={"en": "SO 4–3"}), "home"),
        (score(2, 2, note={"en": "SO 4–3"}), "away"),
        (score(2, 2, note={"en": "(SO 3-4)"}), "home"),
        (score(2, 2, note={"en": "F/SO 2–3"}), "home"),
        (score(2, 2, note={"en": "pens 5–4"}), "away"),
        (score(2, 2, note={"fr": "t.a.b. 4–2"}), "away"),
        (score(2, 2, note={"en": "Shootout: 0-1"}), "home"),
        (score(2, 2, note={"fr": "fus. 3–2"}), "away"),
        (score(2, 2, note={"en": "OT"}), None),
        (score(2, 2, note={"en": "P3 6:12"}), None),
        (score(2, 2, note={"en": "Sets 25–20"}), None),
    ],
)
def test_the_leader_is_the_side_that_the_score_the_shootout_or_the_forfeit_names(
    result: Score, leader: str | None
) -> None:
    assert get_leader(result) == leader
