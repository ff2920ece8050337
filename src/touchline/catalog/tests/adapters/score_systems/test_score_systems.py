"""Score systems: their JSON, read as the state of a scoreboard."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from touchline.catalog.adapters.score_systems.daktronics import read_daktronics
from touchline.catalog.adapters.score_systems.field_values import FieldValue, read_clock, read_period
from touchline.catalog.adapters.score_systems.scoresight import read_scoresight
from touchline.catalog.application.scoring.score_feed import FeedState
from touchline.catalog.domain.scoring.timeline import Half
from touchline.shared.errors import InvalidInputError

EXAMPLES = Path(__file__).parents[6] / "contracts/scoreboards"
STATES: dict[str, dict[str, Any]] = {
    "scoresight-full": {"points": (None, 3), "clock_seconds": 431, "period": 2},
    "scoresight-simple": {"points": (2, 3), "clock_seconds": 431, "period": 2},
    "daktronics-basketball": {
        "points": (71, 71), "clock_seconds": 59, "is_clock_running": True, "period": 5, "overtime": 1,
    },
    "daktronics-hockey": {"points": (1, 2), "clock_seconds": 522, "is_clock_running": False, "period": 3},
    "daktronics-football": {"points": (17, 21), "clock_seconds": 525, "is_clock_running": False, "period": 3},
    "daktronics-soccer": {"points": (0, 1), "clock_seconds": 3727, "is_clock_running": True, "period": 2},
    "daktronics-volleyball": {"points": (21, 18), "sets": (1, 1), "period": 3},
    "daktronics-baseball": {"points": (3, 4), "period": 6, "half": Half.BOTTOM},
}  # fmt: skip


def read_example(name: str) -> Any:
    return json.loads((EXAMPLES / f"{name}.json").read_text("utf-8"))


def field(name: str, text: object, state: str = "Success") -> dict[str, object]:
    """Return a field of ScoreSight's full format."""
    return {"name": name, "text": text, "state": state, "rect": {"x": 0, "y": 0, "width": 9, "height": 9}}


def get_errors(read: Any, body: object) -> dict[str, list[str]]:
    with pytest.raises(InvalidInputError) as caught:
        read(body, 0)
    return caught.value.errors


@pytest.mark.parametrize("name", sorted(path.stem for path in EXAMPLES.glob("*.json")))
def test_each_example_becomes_a_state(name: str) -> None:
    read = read_scoresight if name.startswith("scoresight") else read_daktronics
    assert read(read_example(name), 1000) == FeedState(1000, **STATES[name])


@pytest.mark.parametrize("state", ["Empty", "FailedFilter"])
@pytest.mark.parametrize("text", ["", "0", "B8"])
def test_what_scoresight_could_not_read_is_not_known(state: str, text: str) -> None:
    body = [field("Home Score", text, state), field("Away Score", "4")]
    assert read_scoresight(body, 0) == FeedState(0, points=(4, None))


def test_scoresight_repeats_a_text_that_it_did_not_trust_as_unchanged() -> None:
    body = [field("Home Score", "B8", "SameNoChange"), field("Time", "", "SameNoChange")]
    assert read_scoresight(body, 0).is_empty


@pytest.mark.parametrize("name", ["home score", "Home_Score", " HOME  SCORE "])
def test_names_of_scoresight_may_be_written_in_several_ways(name: str) -> None:
    assert read_scoresight({name: "7"}, 0).points == (None, 7)


def test_scoresight_reads_sets_and_innings_from_fields_of_these_names() -> None:
    body = {"Home Sets": "2", "Visitor Sets": "1", "Inning": "T5"}
    state = read_scoresight(body, 0)
    assert (state.sets, state.period, state.half) == ((1, 2), 5, Half.TOP)


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("Home Score", "1B", "Home Score is “1B”. Send a whole number from 0 to 1000."),
        ("Home Score", "1001", "Home Score is “1001”. Send a whole number from 0 to 1000."),
        ("Home Score", "٣", "Home Score is “٣”. Send a whole number from 0 to 1000."),
        ("Home Score", [1], "Home Score is “[1]”. Send a whole number from 0 to 1000."),
        ("Away Score", -1, "Away Score is “-1”. Send a whole number from 0 to 1000."),
        ("Time", "1234", "Time is “1234”. Send a time such as 12:34, 59.9 or :45."),
        ("Time", "7:75", "Time is “7:75”. Send a time such as 12:34, 59.9 or :45."),
        ("Period", "HOME", "Period is “HOME”. Send the number of the period, OT or FINAL."),
    ],
)
def test_a_bad_value_is_refused_with_the_name_of_its_field(name: str, value: object, message: str) -> None:
    for body in ({name: value}, [field(name, value)]):
        assert get_errors(read_scoresight, body) == {name: [message]}
    if name != "Time":
        assert get_errors(read_daktronics, {name: value}) == {name: [message]}


@pytest.mark.parametrize("body", [{}, [], None, 3, "x", [3, {"name": 4}], {"Fouls": "3"}])
@pytest.mark.parametrize("read", [read_scoresight, read_daktronics])
def test_a_body_without_a_known_field_is_refused(read: Any, body: object) -> None:
    assert "No field of the scoreboard is known" in get_errors(read, body)["body"][0]


def test_a_blank_console_knows_nothing() -> None:
    body = {"Home Team Score": "    ", "Guest Team Score": "", "Main Clock Stopped": " ", "Period": " 0"}
    assert read_daktronics(body, 0).is_empty


def test_scores_of_periods_and_other_clocks_are_not_the_score_and_the_clock() -> None:
    body = {
        "Home Score - Period 1": "9",
        "home_score_period_2": "9",
        "Home Score - Current Period": "9",
        "Shot Clock Time (mm:ss)": "0:14",
        "Main Clock/Time Out/TOD (mm:ss/ss.t)": "1:00",
        "Main Clock =0": "z",
        "5 Main Clock 0": "z",
        "Main Clock Horn": "h",
        "Time Out Time (mm:ss)": "0:30",
        "Home Match Score": "9",
        "Guest Team Score": "4",
    }
    assert read_daktronics(body, 0) == FeedState(0, points=(4, None))


def test_the_first_clock_that_is_not_blank_counts() -> None:
    body = {"Main Clock Time (mm:ss/ss.t)": "", "Main Clock Time (mm:ss.t)": "0:09.5"}
    assert read_daktronics(body, 0).clock_seconds == 9


@pytest.mark.parametrize(("flag", "is_running"), [("s", False), (True, False), ("", True), (False, True)])
def test_the_console_says_whether_its_clock_is_stopped(flag: object, is_running: bool) -> None:
    body = {"Main Clock Time": "5:00", "Main_Clock_Stopped______or__s__": flag}
    assert read_daktronics(body, 0).is_clock_running is is_running


def test_a_text_that_the_operator_of_the_console_changed_is_ignored() -> None:
    body = {"Period": "2", "Period Text": "GO CATS", "Home Team Score": "1"}
    assert read_daktronics(body, 0) == FeedState(0, points=(None, 1), period=2)


def test_the_number_and_the_texts_of_a_period_complete_each_other() -> None:
    body = {"Inning": "7", "Inning Text": "7th", "Inning Description": "Top of 7th"}
    assert read_daktronics(body, 0) == FeedState(0, period=7, half=Half.TOP)
    final = {"Quarter": "5", "Quarter Text": "OT", "Quarter Description": "Final"}
    assert read_daktronics(final, 0) == FeedState(0, period=5, overtime=1, is_final=True)


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("12:34", 754), ("0:52", 52), ("59.9", 59), (":45", 45), ("8:45.2", 525), ("90:00", 5400), ("", None),
     ("19:05:00", None)],
)  # fmt: skip
def test_clocks_are_read_as_scoreboards_show_them(text: str, seconds: int | None) -> None:
    assert read_clock(FieldValue("Time", text)) == seconds


@pytest.mark.parametrize(
    ("text", "period", "overtime", "half", "is_final"),
    [
        ("3", 3, None, None, False),
        ("2nd", 2, None, None, False),
        ("Q4", 4, None, None, False),
        ("2nd Half", 2, None, None, False),
        ("0", None, None, None, False),
        ("OT", None, 1, None, False),
        ("OT/2", None, 2, None, False),
        ("2OT", None, 2, None, False),
        ("F", None, None, None, True),
        ("Final", None, None, None, True),
        ("FINAL/2OT", None, 2, None, True),
        ("F/9", 9, None, None, True),
        ("Top of 1st", 1, None, Half.TOP, False),
        ("Bottom of the 9th", 9, None, Half.BOTTOM, False),
        ("B7", 7, None, Half.BOTTOM, False),
        ("Mid 4", 4, None, None, False),
        ("End of 1st", 1, None, None, False),
        ("HALF", None, None, None, False),
        ("Halftime", None, None, None, False),
        ("SO", None, None, None, False),
    ],
)
def test_periods_are_read_as_scoreboards_show_them(
    text: str, period: int | None, overtime: int | None, half: Half | None, is_final: bool
) -> None:
    found = read_period(FieldValue("Period", text))
    assert (found.period, found.overtime, found.half, found.is_final) == (period, overtime, half, is_final)


@pytest.mark.parametrize("text", ["f " * 100_000, "9" * 100_000, "(" * 100_000])
def test_a_long_text_is_refused_and_a_long_name_ignored(text: str) -> None:
    for name in ("Period", "Home Score", "Time"):
        assert list(get_errors(read_scoresight, {name: text})) == [name]
    for read in (read_scoresight, read_daktronics):
        assert read({text: "1", "Home Score": "1"}, 0) == FeedState(0, points=(None, 1))
