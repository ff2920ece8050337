"""Whatever the format, a game that a system sends ends with the scoreboard of the states themselves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.catalog.adapters.score_systems.daktronics import read_daktronics
from touchline.catalog.adapters.score_systems.scoresight import read_scoresight
from touchline.catalog.application.scoring.score_feed import FeedState, find_changes
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard, fold
from touchline.catalog.domain.scoring.timeline import Half, TimelineEntry
from touchline.catalog.tests.domain.scoring.timelines import SPORTS

_SPORTS = st.sampled_from(["hockey", "soccer", "basketball", "football", "volleyball", "baseball"])
_PERIOD_NAMES = {"football": "Quarter", "soccer": "Half", "volleyball": "Game", "baseball": "Inning"}
_SPELLINGS = (
    lambda name: name,
    lambda name: name.lower().replace(" ", "_"),
    lambda name: name.replace(" ", "_"),
    lambda name: f"16 {name}",
    lambda name: f"{name} (mm:ss)",
)


def often(values: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Draw values that the system often knows."""
    return st.one_of(values, values, st.none())


@st.composite
def states(draw: st.DrawFn) -> FeedState:
    """Draw the state of a scoreboard. Values that the system does not know are None."""
    points = (draw(often(st.integers(0, 40))), draw(often(st.integers(0, 40))))
    sets = (draw(often(st.integers(0, 3))), draw(often(st.integers(0, 3))))
    clock = draw(often(st.integers(0, 2700)))
    overtime = draw(st.one_of(st.none(), st.none(), st.integers(1, 3)))
    return FeedState(
        0,
        points if points != (None, None) else None,
        sets if sets != (None, None) else None,
        draw(often(st.integers(1, 9))) if overtime is None else None,
        clock,
        draw(often(st.booleans())) if clock is not None else None,
        overtime=overtime,
        half=draw(often(st.sampled_from(Half))) if overtime is None else None,
        is_final=draw(st.integers(0, 15)) == 0,
    )


def render_daktronics(draw: st.DrawFn, sport: str, state: FeedState) -> dict[str, Any]:
    """Return the state as a program for Daktronics sends it. Its fields are blank, padded or left out."""
    period = _PERIOD_NAMES.get(sport, "Period")
    away, home = state.points or (None, None)
    away_sets, home_sets = state.sets or (None, None)
    text = f"OT/{state.overtime}" if state.overtime else ""
    values: dict[str, object] = {
        "Guest Team Score": away,
        "Home Team Score": home,
        "Guest Games Won": away_sets,
        "Home Games Won": home_sets,
        period: state.period,
        "Main Clock Time": format_clock(state),
        f"{period} Text": f"FINAL/{text}" if state.is_final else text,
        "Home At Bat Indicator": ">" if state.half is Half.BOTTOM else "",
        "Guest At Bat Indicator": ">" if state.half is Half.TOP else "",
    }
    if state.is_clock_running is not None:
        values["Main Clock Stopped"] = "" if state.is_clock_running else "s"
    spell = draw(st.sampled_from(_SPELLINGS))
    padding = draw(st.sampled_from(["", " ", "   "]))
    body = {spell(name): f"{padding}{'' if value is None else value} " for name, value in values.items()}
    return {**body, "Home Team Fouls": "7", "Shot Clock Time": "0:14"}


def render_scoresight(draw: st.DrawFn, state: FeedState) -> Any:
    """Return the state as ScoreSight sends it, with what it could not read."""
    away, home = state.points or (None, None)
    away_sets, home_sets = state.sets or (None, None)
    half = {Half.TOP: "T", Half.BOTTOM: "B", None: ""}[state.half]
    period = f"{half}{state.period}" if state.period else ""
    period = f"OT{state.overtime}" if state.overtime else period
    values = {
        "Away Score": away,
        "Home Score": home,
        "Away Sets": away_sets,
        "Home Sets": home_sets,
        "Time": format_clock(state) or None,
        "Period": (f"F/{period}" if state.is_final else period) or None,
    }
    texts = {name: "" if value is None else str(value) for name, value in values.items()}
    if draw(st.booleans()):
        return texts
    fields = []
    for name, text in texts.items():
        state_name = draw(st.sampled_from(["Success", "SameNoChange"]))
        unread = draw(st.sampled_from([("", "Empty"), ("8", "FailedFilter"), ("x", "SameNoChange")]))
        text, state_name = (text, state_name) if text else unread
        fields.append({"name": name, "text": text, "state": state_name, "rect": {}})
    return fields


def format_clock(state: FeedState) -> str:
    """Return what the clock shows; empty if that is not known."""
    seconds = state.clock_seconds
    return "" if seconds is None else f"{seconds // 60}:{seconds % 60:02}"


def play(sport: str, sent: Sequence[FeedState]) -> Scoreboard:
    """Return the scoreboard after the states."""
    entries: list[TimelineEntry] = []
    board = Scoreboard()
    for state in sent:
        entries += find_changes(SPORTS[sport], board, state, "7:test")
        snapshots = fold(SPORTS[sport], entries)
        board = snapshots[-1].scoreboard if snapshots else board
    return board


def list_steps(draw: st.DrawFn, sent: Sequence[FeedState]) -> list[FeedState]:
    at_ms, steps = 0, []
    for state in sent:
        at_ms += draw(st.sampled_from([200, 1000, 5000, 60_000]))
        steps.append(replace(state, at_ms=at_ms))
    return steps


@settings(deadline=None)
@given(_SPORTS, st.lists(states(), min_size=1, max_size=12), st.data())
def test_daktronics_ends_with_the_same_scoreboard(sport: str, sent: list[FeedState], data: Any) -> None:
    steps = list_steps(data.draw, sent)
    read = [read_daktronics(render_daktronics(data.draw, sport, state), state.at_ms) for state in steps]
    assert play(sport, read) == play(sport, steps)


@settings(deadline=None)
@given(_SPORTS, st.lists(states(), min_size=1, max_size=12), st.data())
def test_scoresight_ends_with_the_same_scoreboard(sport: str, sent: list[FeedState], data: Any) -> None:
    steps = [
        # ScoreSight knows neither whether the clock runs nor the bottom half without its inning.
        replace(state, is_clock_running=None, half=state.half if state.period else None)
        for state in list_steps(data.draw, sent)
    ]
    read = [read_scoresight(render_scoresight(data.draw, state), state.at_ms) for state in steps]
    final_halves = [replace(item, half=None) if item.is_final else item for item in steps]
    assert play(sport, read) == play(sport, final_halves)


@settings(deadline=None)
@given(_SPORTS, st.lists(states(), min_size=1, max_size=12), st.data())
def test_the_scoreboard_shows_what_the_system_sent_last(sport: str, sent: list[FeedState], data: Any) -> None:
    steps = list_steps(data.draw, sent)
    board, last = play(sport, steps), steps[-1]
    for shown, value in zip(board.points, last.points or (None, None), strict=True):
        assert value is None or (shown == value or board.phase is Phase.SHOOTOUT)
    period = last.get_period(SPORTS[sport])
    assert period is None or board.period == period
