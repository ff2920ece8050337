"""Results in a file: scores, overtimes, shootouts and forfeits, and what is not clear about them."""

from __future__ import annotations

from typing import Any
from zoneinfo import ZoneInfo

import pytest

from touchline.channel.domain.document.entries import EntryRef
from touchline.front.imports.choices import RowClass
from touchline.front.imports.import_output import format_value
from touchline.front.imports.parsers.parse_file import parse_file
from touchline.front.imports.parsers.results import RowResult
from touchline.front.imports.parsers.schedule_row import ParsedFile, ReadOptions
from touchline.front.imports.tests.conftest import Importer

ZONE = ZoneInfo("America/Chicago")
GAMES = "Date,Home,Away,Result,Status\n2026-12-01,Otter Creek,Hawk Hill,{},{}\n"


def parse(text: str, **options: Any) -> ParsedFile:
    """Parse a file."""
    return parse_file(text.encode(), ZONE, ReadOptions(**options))


def read(result: str, status: str = "", **options: Any) -> tuple[RowResult | None, list[str]]:
    """Return the result of a game between two teams, and the codes of its problems."""
    parsed = parse(GAMES.format(f'"{result}"', status or "final"), **options)
    [row] = parsed.rows
    return row.score, [problem.code for problem in parsed.problems]


OVERTIME = RowResult(3, 2, "overtime")


@pytest.mark.parametrize(
    ("result", "status", "score"),
    [
        ("3-2", "", RowResult(3, 2)), ("W, 3\u20132", "", RowResult(3, 2)),
        ("3-2 final", "", RowResult(3, 2)),
        ("3-2 OT", "", OVERTIME), ("3-2 (OT)", "", OVERTIME), ("3-2 F/OT", "", OVERTIME),
        ("3-2 2OT", "", OVERTIME), ("3-2 (2 OT)", "", OVERTIME), ("W 3-2/OT", "", OVERTIME),
        ("3-2", "Final/OT", OVERTIME), ("3-2", "F/OT", OVERTIME), ("3-2", "2OT", OVERTIME),
        ("3-2 en prolongation", "", OVERTIME), ("3-2 a.e.t.", "", OVERTIME),
        ("2-2 (SO 4-3)", "", RowResult(2, 2, "shootout", (4, 3))),
        ("2-2 (4-3 t.a.b.)", "", RowResult(2, 2, "shootout", (4, 3))),
        ("2-2 4-3", "F/OT/SO", RowResult(2, 2, "shootout", (4, 3))),
        ("3-2 (SO 4-3)", "", RowResult(2, 2, "shootout", (4, 3))),
        ("2-3 (fusillade 0-1)", "", RowResult(2, 2, "shootout", (0, 1))),
        ("1-0 forfeit", "", RowResult(1, 0, "forfeit", winner="home")),
        ("0-7", "forfait", RowResult(0, 7, "forfeit", winner="away")),
        ("", "F/OT", None), ("SO", "", None),
    ],
)  # fmt: skip
def test_a_result_says_how_the_game_ended(result: str, status: str, score: RowResult | None) -> None:
    assert read(result, status) == (score, [])


@pytest.mark.parametrize(
    ("result", "status", "score", "code"),
    [
        ("3-2 SO", "", None, "shootout_unclear"), ("3-2", "Final/SO", None, "shootout_unclear"),
        ("2-2 (SO)", "", None, "shootout_unclear"), ("2-2 (SO 3-3)", "", None, "shootout_unclear"),
        ("3-2 (SO 3-4)", "", None, "shootout_unclear"), ("5-2 (SO 4-3)", "", None, "shootout_unclear"),
        ("forfeit", "", None, "forfeit_unclear"), ("", "forfeit", None, "forfeit_unclear"),
        ("3-2 forfeit", "", None, "forfeit_unclear"), ("0-0 ff", "", None, "forfeit_unclear"),
        ("3-2 OT", "forfeit", None, "ending_unclear"),
        ("3-2 (rain)", "", RowResult(3, 2), "ending_unknown"),
    ],
)  # fmt: skip
def test_what_is_not_clear_is_left_out_with_a_notice(
    result: str, status: str, score: RowResult | None, code: str
) -> None:
    assert read(result, status) == (score, [code])


@pytest.mark.parametrize("result", ["3-2 (1-1)", "3", "3-2-1", "2-2 (SO 4-3) 1-1", "3-2 (7)"])
def test_numbers_that_are_no_score_keep_the_row_out(result: str) -> None:
    parsed = parse(GAMES.format(result, "final"))
    assert not parsed.rows
    assert [problem.code for problem in parsed.problems] == ["score_invalid"]


def test_the_away_team_can_be_first_in_both_scores() -> None:
    score = RowResult(3, 3, "shootout", (2, 1))
    assert read("3-3 (SO 1-2)", is_away_score_first=True) == (score, [])
    assert read("0-1 forfeit", is_away_score_first=True)[0] == RowResult(1, 0, "forfeit", winner="home")


def test_scores_in_two_columns_have_their_ending_beside_them() -> None:
    text = "Date,Home,Away,Home score,Away score,Result\n2026-12-01,Otters,Hawks,3,2,{}\n"
    assert parse(text.format("OT")).rows[0].score == OVERTIME
    assert parse(text.format("3-2 OT")).rows[0].score == OVERTIME
    assert parse(text.format("W")).rows[0].score == RowResult(3, 2)


@pytest.mark.parametrize(
    ("side", "result", "winner"),
    [("Home", "W forfeit", "home"), ("Away", "W (forfeit)", "away"), ("Home", "L - forfait", "away")],
)
def test_the_schedule_of_a_team_says_whether_it_won_by_forfeit(side: str, result: str, winner: str) -> None:
    text = f"Date,Opponent,Home/Away,Result\n2026-12-01,Hawks,{side},{result}\n"
    [row] = parse(text, own_team="otters").rows
    assert row.score == RowResult(0, 0, "forfeit", winner=winner)


def test_an_ending_reaches_the_event_and_stays_there(importer: Importer) -> None:
    studio = importer.studio
    importer.apply(GAMES.format("3-2 OT", "final"))
    key = studio.latest().changes[0].ref.key
    score = studio.read("events", key).value["score"]
    assert score == {"away": 2, "home": 3, "ending": "overtime"}
    assert studio.latest().changes[0].ref == EntryRef("events", key)
    plain = importer.preview(GAMES.format("3-2", "final"), source="other")
    assert [row.row_class for row in plain.rows] == [RowClass.UNCHANGED]
    importer.apply(GAMES.format("3-2 (SO 4-3)", "final"))
    score = studio.read("events", key).value["score"]
    assert score == {"away": 2, "home": 2, "ending": "shootout", "shootout": {"away": 3, "home": 4}}
    importer.apply(GAMES.format("5-4", "final"))
    assert studio.read("events", key).value["score"] == {"away": 4, "home": 5}


def test_an_ending_of_the_studio_stays_if_the_file_has_none(importer: Importer) -> None:
    studio = importer.studio
    importer.apply(GAMES.format("3-2", "final"))
    key = studio.latest().changes[0].ref.key
    studio.edit("events", key, score={"away": 2, "home": 3, "ending": "overtime"})
    assert importer.classes(GAMES.format("3-2", "final")) == {"unchanged": 1}
    assert importer.classes(GAMES.format("4-2", "final")) == {"changed": 1}


def test_the_preview_shows_the_ending() -> None:
    assert format_value(OVERTIME.to_fields()) == "3-2 (OT)"
    assert format_value(RowResult(2, 2, "shootout", (4, 3)).to_fields()) == "2-2 (SO 4-3)"
    assert format_value(RowResult(1, 0, "forfeit", winner="home").to_fields()) == "1-0 (forfeit)"
