"""Parsers of schedules: encodings, delimiters, columns, dates, times, teams and calendars."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from touchline.front.imports.parsers.columns import map_columns
from touchline.front.imports.parsers.csv_table import read_table
from touchline.front.imports.parsers.dates import DateOrder, detect_order, parse_date
from touchline.front.imports.parsers.matchups import split_matchup, split_opponent
from touchline.front.imports.parsers.parse_file import parse_file
from touchline.front.imports.parsers.results import RowResult
from touchline.front.imports.parsers.schedule_row import ParsedFile, ReadOptions
from touchline.front.imports.parsers.text_encoding import decode_text
from touchline.front.imports.parsers.times import parse_time, to_instant
from touchline.front.imports.problems import UnreadableFileError, ValueProblem

ZONE = ZoneInfo("America/Chicago")
HEADER = "Date,Time,Home,Away"


def parse(text: str | bytes, **options: Any) -> ParsedFile:
    """Parse a file in the zone of the tests."""
    return parse_file(text.encode() if isinstance(text, str) else text, ZONE, ReadOptions(**options))


def list_codes(text: str, **options: Any) -> list[tuple[int, str, str, str]]:
    """Return the problems of a CSV file with the usual columns."""
    problems = parse(f"{HEADER}\n{text}", **options).problems
    return [(problem.row, problem.column, problem.value, problem.code) for problem in problems]


@pytest.mark.parametrize(
    ("encoding", "name"),
    [("utf-8", "utf-8"), ("utf-8-sig", "utf-8"), ("utf-16", "utf-16"), ("utf-16-le", "utf-16"),
     ("utf-16-be", "utf-16"), ("cp1252", "windows-1252")],
)  # fmt: skip
def test_every_encoding_of_spreadsheets_is_recognized(encoding: str, name: str) -> None:
    text = "Équipe,Élan\r\nÉcole,“Les Loutres”\r\n"
    assert decode_text(text.encode(encoding)) == (text, name)


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_the_delimiter_is_detected(delimiter: str) -> None:
    lines = [
        "Otter Creek, season 2026",
        "Date|Home|Away",
        '2026-12-01|"Hawks, Hill"|Otters',
        "",
        "|Total: 1|",
    ]
    table = read_table("\n".join(lines).replace('"', "").replace("|", delimiter).replace("Hawks,", "Hawks"))
    assert (table.delimiter, table.header, table.skipped) == (delimiter, ["Date", "Home", "Away"], [5])
    assert table.rows == [(3, ["2026-12-01", "Hawks Hill", "Otters"])]


@pytest.mark.parametrize(
    ("header", "fields"),
    [
        ("Date,Start Time,Home Team,Visitor,Venue", "date,time,home,away,location"),
        ("Équipe visiteuse;Équipe à domicile;Heure;Date;Lieu", "away,home,time,date,location"),
        ("Jour;Heure de début;Adversaire;Catégorie;Statut;Résultat",
         "date,time,opponent,category,status,score"),
        ("DATE,H/A,Opponent,Sponsor,Date", "date,side,opponent,ignored,ignored"),
    ],
)  # fmt: skip
def test_columns_are_known_by_their_names_in_two_languages(header: str, fields: str) -> None:
    assert map_columns(header.replace(";", ",").split(",")) == fields.split(",")


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2026-06-15", "2026-06-15"), ("2026/6/5", "2026-06-05"), ("15/06/2026", "2026-06-15"),
        ("6/15/26", "2026-06-15"), ("15.06.2026", "2026-06-15"), ("June 15, 2026", "2026-06-15"),
        ("Mon Jun 15 2026", "2026-06-15"), ("lundi 15 juin 2026", "2026-06-15"), ("15-Jun-26", "2026-06-15"),
        ("1er août 2026", "2026-08-01"), ("mar. 3 mars 2026", "2026-03-03"), ("Sat 15/06", "2027-06-15"),
    ],
)  # fmt: skip
def test_dates_are_read_in_every_form(text: str, day: str) -> None:
    written = parse_date(text)
    assert written.resolve(written.implied_order, 2027) == date.fromisoformat(day)


@pytest.mark.parametrize("text", ["tomorrow", "2026", "15/06/26/1", "46188", "June"])
def test_texts_that_are_no_dates_are_refused(text: str) -> None:
    with pytest.raises(ValueProblem):
        parse_date(text)


@settings(suppress_health_check=[HealthCheck.too_slow], deadline=None)
@given(
    st.lists(st.dates(date(2020, 1, 1), date(2030, 1, 1)), min_size=1, max_size=10),
    st.sampled_from(DateOrder),
)
def test_a_column_never_swaps_day_and_month(days: list[date], order: DateOrder) -> None:
    pattern = "%d/%m/%Y" if order is DateOrder.DAY_FIRST else "%m/%d/%Y"
    written = [parse_date(day.strftime(pattern)) for day in days]
    detected = detect_order(written)
    assert detected in (order, None)
    if any(day.day > 12 for day in days):
        assert detected is order
    assert [part.resolve(order, 2026) for part in written] == days


def test_contradicting_dates_are_an_error_and_ambiguous_ones_a_question() -> None:
    with pytest.raises(UnreadableFileError):
        parse(f"{HEADER}\n15/06/2026,,A,B\n06/15/2026,,A,B\n")
    text = f"{HEADER}\n06/05/2026,,A,B\n"
    parsed = parse(text)
    assert (parsed.questions, parsed.rows) == (["date_order"], ())
    assert parsed.date_example == {"day_first": "05-06", "month_first": "06-05"}
    assert parse(text, date_order=DateOrder.DAY_FIRST).rows[0].day == date(2026, 5, 6)
    assert parse(text + "15/06/2026,,A,B\n").rows[0].day == date(2026, 5, 6)


def test_dates_without_a_year_need_a_season() -> None:
    text = f"{HEADER}\n15/11,,A,B\n20/02,,B,A\n"
    assert parse(text).questions == ["season"]
    assert [row.day.year for row in parse(text, season=2026).rows] == [2026, 2027]


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("7:00 PM", time(19)), ("7pm", time(19)), ("7:30 p.m.", time(19, 30)), ("12:15 AM", time(0, 15)),
        ("12 pm", time(12)), ("19:00", time(19)), ("19h00", time(19)), ("19 h 30", time(19, 30)),
        ("9h", time(9)), ("19:00:00", time(19)), ("noon", time(12)), ("", None), ("TBA", None), ("TBD", None),
        ("À confirmer", None), ("à déterminer", None),
    ],
)  # fmt: skip
def test_times_are_read_in_every_form(text: str, clock: time | None) -> None:
    assert parse_time(text) == clock


@pytest.mark.parametrize("text", ["25:00", "19", "13:00 AM", "soon", "7:75 PM"])
def test_texts_that_are_no_times_are_refused(text: str) -> None:
    with pytest.raises(ValueProblem):
        parse_time(text)


def test_clock_changes_are_named() -> None:
    with pytest.raises(ValueProblem) as skipped:
        to_instant(date(2026, 3, 8), time(2, 30), ZONE)
    assert skipped.value.code == "time_skipped"
    assert to_instant(date(2026, 11, 1), time(1, 30), ZONE) == (
        datetime(2026, 11, 1, 6, 30, tzinfo=UTC),
        True,
    )


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("31/02/2026,,A,B", (2, "Date", "31/02/2026", "date_not_in_calendar")),
        (",19:00,A,B", (2, "Date", "", "date_missing")),
        ("2026-12-01,late,A,B", (2, "Time", "late", "time_invalid")),
        ("2026-12-01,,A,", (2, "Away", "", "team_missing")),
        ("2026-12-01,,A,a", (2, "Away", "a", "teams_equal")),
        ("2026-12-01,,A,B,C", (2, "", "C", "too_many_cells")),
        ("2026-12-01,,=A1+1,B", (2, "Home", "=A1+1", "formula")),
        ("2026-03-08,2:30 AM,A,B", (2, "Time", "2026-03-08 02:30", "time_skipped")),
        ("2026-12-01,7:00,A,B\n2026-12-02,7 PM,A,B", (2, "Time", "7:00", "time_ambiguous")),
        ("2026-12-01,,A,B\n2026-12-01,,A,B", (3, "", "", "duplicate_row")),
    ],
)
def test_each_problem_has_its_row_column_and_value(row: str, problem: tuple[int, str, str, str]) -> None:
    assert problem in list_codes(row)


def test_links_and_quoted_values_of_excel_are_read_as_their_text() -> None:
    text = f'{HEADER}\n="2026-12-01",,"=HYPERLINK(""https://example.org"",""Otters"")",Hawks\u00a0Hill\n'
    [row] = parse(text).rows
    assert (row.day, row.home, row.away) == (date(2026, 12, 1), "Otters", "Hawks Hill")


@pytest.mark.parametrize(
    ("title", "sides"),
    [
        ("Hawks @ Otters", ("Otters", "Hawks")), ("Hawks at Otters", ("Otters", "Hawks")),
        ("Hawks vs. Otters", ("Hawks", "Otters")), ("Faucons contre Loutres", ("Faucons", "Loutres")),
        ("Faucons chez Loutres", ("Loutres", "Faucons")), ("Coach talk", None),
    ],
)  # fmt: skip
def test_titles_are_split_into_teams(title: str, sides: tuple[str, str] | None) -> None:
    assert split_matchup(title) == sides


def test_a_list_of_opponents_needs_the_team_whose_schedule_it_is() -> None:
    assert [split_opponent(text) for text in ("@ Hawks", "vs Hawks", "Hawks")] == [
        ("Hawks", False),
        ("Hawks", True),
        ("Hawks", None),
    ]
    text = "Date,Opponent,Home/Away,Result\n2026-12-01,Hawks,Away,3-2\n2026-12-02,vs Hawks,,\n"
    assert parse(text).questions == ["own_team"]
    first, second = parse(text, own_team="otters").rows
    assert (first.home, first.away, first.score) == ("Hawks", "otters", RowResult(3, 2))
    assert (second.home, second.away) == ("otters", "Hawks")


def test_a_calendar_has_ids_zones_and_cancellations() -> None:
    event = "BEGIN:VEVENT\r\nUID:{}\r\nSUMMARY:{}\r\n{}\r\nEND:VEVENT\r\n"
    events = [
        event.format("a", "Hawks @ Otters", "DTSTART;TZID=America/New_York:20261201T190000"),
        event.format("b", "Hawks vs Otters", "DTSTART:20261202T010000Z\r\nSTATUS:CANCELLED"),
        event.format("c", "Practice", "DTSTART;VALUE=DATE:20261203"),
        event.format("d", "Practice", "DTSTART:20261204T190000"),
        event.format("e", "Practice", "DTSTART:20260308T023000"),
    ]
    parsed = parse(f"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:x\r\n{''.join(events)}END:VCALENDAR\r\n")
    assert [(row.id, row.home, row.day.day, row.status) for row in parsed.rows] == [
        ("a", "Otters", 1, "scheduled"),
        ("b", "Hawks", 1, "canceled"),
        ("c", "", 3, "scheduled"),
        ("d", "", 4, "scheduled"),
    ]
    starts = [row.starts for row in parsed.rows]
    assert starts[0] == datetime(2026, 12, 2, 0, 0, tzinfo=UTC) and starts[2] is None
    assert starts[3] == datetime(2026, 12, 5, 1, 0, tzinfo=UTC)
    assert [(problem.row, problem.code) for problem in parsed.problems] == [(5, "time_skipped")]


@pytest.mark.parametrize(
    "data", [b"", b"\0\1\2\3", b"BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", b"\xff\xfe\0\xd8"]
)
def test_files_that_cannot_be_read_are_refused(data: bytes) -> None:
    with pytest.raises(UnreadableFileError):
        parse(data)
