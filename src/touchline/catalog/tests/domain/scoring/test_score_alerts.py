"""Score alerts: which moments have one, what it says, and when viewers have seen the moment."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.status import StreamState
from touchline.catalog.domain.media.wall_clock import ClockAnchor
from touchline.catalog.domain.scoring.score_alerts import (
    describe_content,
    is_under_way,
    list_alert_moments,
    write_alert,
)
from touchline.catalog.domain.scoring.scoreboard import fold
from touchline.catalog.domain.scoring.viewer_clock import VideoSource, ViewerClock, get_stream_delay
from touchline.catalog.tests.domain.scoring.timelines import TimelineBuilder
from touchline.catalog.tests.samples import NOON, build_event

HOUR = timedelta(hours=1)
NOON_MS = int(NOON.timestamp() * 1000)


def write_all(
    game: TimelineBuilder, language: str = "en", event: Event | None = None
) -> list[tuple[str, str]]:
    """Return the title and the body of each alert of a game of Harlan Falls at Cedar Ridge."""
    moments = list_alert_moments(game.sport, fold(game.sport, game.entries))
    texts = [write_alert(event or build_event(), game.sport, moment, language, "en") for moment in moments]
    return [(text.title, text.body) for text in texts]


@pytest.mark.parametrize(
    ("language", "title", "body"),
    [
        ("en", "Goal – Harlan Falls 0, Cedar Ridge 1", "Cedar Ridge · 2nd period 16:59 · Lund"),
        ("fr", "But – Harlan Falls 0, Cedar Ridge 1", "Cedar Ridge · 2e période 16:59 · Lund"),
    ],
)
def test_a_goal_has_the_score_the_team_the_period_and_the_clock(language: str, title: str, body: str) -> None:
    game = TimelineBuilder("hockey")
    game.add("period_started", period=2)
    game.add("clock_started")
    game.score("home", type="goal", text="Lund")
    assert write_all(game, language) == [(title, body)]


@pytest.mark.parametrize(("language", "note"), [("en", "OT"), ("fr", "prol.")])
def test_the_final_is_written_as_the_sport_writes_it(language: str, note: str) -> None:
    game = TimelineBuilder("hockey")
    game.add("period_started", period=4)
    game.score("away", type="goal")
    game.add("game_ended")
    assert write_all(game, language)[-1] == (f"Final – Harlan Falls 1, Cedar Ridge 0 ({note})", "")


def test_a_shootout_and_its_final_have_the_score_of_the_shootout() -> None:
    game = TimelineBuilder("hockey")
    game.add("clock_started")
    game.add("shootout_started")
    game.score("home", type="goal")
    game.add("game_ended")
    assert write_all(game) == [
        ("Goal – Harlan Falls 0, Cedar Ridge 0 (0–1 SO)", "Cedar Ridge · Shootout"),
        ("Final – Harlan Falls 0, Cedar Ridge 0 (0–1 SO)", ""),
    ]


@pytest.mark.parametrize(("language", "word"), [("en", "Forfeit"), ("fr", "Forfait")])
def test_a_forfeit_has_no_score(language: str, word: str) -> None:
    game = TimelineBuilder("baseball")
    game.add("game_ended", winner="home")
    assert write_all(game, language) == [(f"Final – Harlan Falls @ Cedar Ridge ({word})", "")]


def test_volleyball_has_an_alert_for_each_set_and_none_for_a_kill() -> None:
    game = TimelineBuilder("volleyball")
    game.play_set(25, 20)
    game.add("period_started")
    game.add("moment", type="kill", side="home")
    assert write_all(game) == [("Set 1 – Harlan Falls 1, Cedar Ridge 0", "25–20")]


def test_basketball_has_no_alert_for_a_basket_and_one_for_a_dunk() -> None:
    game = TimelineBuilder("basketball")
    game.add("clock_started")
    game.score("home", 2, times=30, type="two")
    game.add("moment", type="dunk", side="home")
    [(title, _)] = write_all(game)
    assert title == "Dunk – Harlan Falls 0, Cedar Ridge 60"


def test_the_games_of_a_doubleheader_have_their_labels() -> None:
    game = TimelineBuilder("baseball")
    game.add("game_ended")
    event = build_event(label={"en": "Game 2", "fr": "2e match"})
    assert write_all(game, "fr", event)[0][1] == "2e match"


def test_a_correction_changes_the_content_and_a_note_of_the_scorer_does_not() -> None:
    def describe(**correction: Any) -> str:
        game = TimelineBuilder("hockey")
        game.add("clock_started")
        goal = game.score("home", type="goal")
        if correction:
            game.add("corrected", target=goal.id, **correction)
        [moment] = list_alert_moments(game.sport, fold(game.sport, game.entries))
        return describe_content(game.sport, moment)

    assert describe(text="Lund") == describe() != describe(side="away")


def test_viewers_see_a_moment_after_the_delay_of_its_video() -> None:
    stream, external, none = (get_stream_delay(source) for source in VideoSource)
    assert timedelta(seconds=20) < stream < timedelta(seconds=30)
    assert external >= timedelta(seconds=15)
    assert none == timedelta(seconds=15)
    assert get_stream_delay(VideoSource.STREAM, timedelta(seconds=30)) == stream + timedelta(seconds=30)
    assert ViewerClock(stream).get_shown_ms(NOON_MS) == NOON_MS + stream / timedelta(milliseconds=1)


def test_a_recording_that_is_shown_as_live_has_its_own_clock() -> None:
    # The game had a break of an hour after ten minutes, which the recording does not have.
    anchors = [ClockAnchor(0, NOON_MS), ClockAnchor(600_000, NOON_MS + 4_200_000)]
    viewer_clock = ViewerClock(timedelta(seconds=26), NOON + 6 * HOUR, anchors)
    shown_ms = NOON_MS + 6 * 3_600_000 + 8_000
    for minutes, position_minutes in ((-5, 0), (3, 3), (30, 10), (71, 11)):
        found = viewer_clock.get_shown_ms(NOON_MS + minutes * 60_000)
        assert found == shown_ms + position_minutes * 60_000


@pytest.mark.parametrize(
    ("hours", "changes", "expected"),
    [
        (0, {}, True),
        (-0.5, {}, True),
        (-2, {}, False),
        (5, {}, True),
        (15, {}, False),
        (15, {"stream": StreamState(is_publishing=True)}, True),
        (20, {"simulate_at": NOON + 19 * HOUR}, True),
        (40, {"simulate_at": NOON + 19 * HOUR}, False),
    ],
)
def test_a_game_of_another_day_is_not_under_way(
    hours: float, changes: dict[str, Any], expected: bool
) -> None:
    assert is_under_way(build_event(**changes), NOON + hours * HOUR) is expected
