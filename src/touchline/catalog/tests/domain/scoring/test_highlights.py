"""Highlights: which moments make one, what they are called, and which segments show them."""

from __future__ import annotations

from touchline.catalog.domain.scoring.moment_names import name_moment
from touchline.catalog.domain.scoring.moments import list_big_moments, list_key_moments, list_news
from touchline.catalog.domain.scoring.scoreboard import fold
from touchline.catalog.domain.scoring.summaries import choose_highlight
from touchline.catalog.domain.scoring.timeline import Side
from touchline.catalog.tests.domain.scoring.test_summaries import START, starts_of, video
from touchline.catalog.tests.domain.scoring.timelines import TimelineBuilder

TEAMS = {Side.AWAY: {"en": "Owls", "fr": "Hiboux"}, Side.HOME: {"en": "Kodiaks"}}


def list_names(timeline: TimelineBuilder, language: str = "en") -> list[str]:
    """Return the names of the big moments of a timeline."""
    moments = list_key_moments(timeline.sport, fold(timeline.sport, timeline.entries))
    return [name_moment(timeline.sport, it, TEAMS, "en")[language] for it in list_big_moments(moments)]


def has_changed(timeline: TimelineBuilder, entries: int) -> bool:
    """Return whether the last entries change the big moments or the end of a timeline."""
    sport = timeline.sport
    before, after = fold(sport, timeline.entries[:-entries]), fold(sport, timeline.entries)
    return list_news(sport, before) != list_news(sport, after)


def test_a_goal_is_named_after_the_team_its_score_the_period_and_the_clock() -> None:
    timeline = TimelineBuilder("hockey")
    timeline.add("period_started", period=1)
    timeline.score("home", type="goal")
    timeline.add("period_started", period=2)
    timeline.add("clock_set", seconds=372)
    timeline.score("away", type="goal")
    timeline.score("home", type="goal")
    assert list_names(timeline)[1:] == ["Goal – Owls 1–1, 2nd 06:12", "Goal – Kodiaks 2–1, 2nd 06:12"]
    assert list_names(timeline, "fr")[1].startswith("But – Hiboux 1–1, 2")


def test_a_sport_without_a_clock_names_the_period_alone() -> None:
    timeline = TimelineBuilder("baseball")
    timeline.add("period_started", period=3)
    timeline.score("away", type="run", times=1)
    assert all(":" not in name for name in list_names(timeline))


def test_starts_and_ends_are_no_highlights_but_the_final_is_announced() -> None:
    timeline = TimelineBuilder("volleyball")
    timeline.play_set(25, 20)
    timeline.add("game_ended")
    assert list_names(timeline) == []
    assert has_changed(timeline, 1)


def test_a_press_on_the_clock_changes_no_big_moment_and_an_undo_does() -> None:
    timeline = TimelineBuilder("hockey")
    timeline.add("period_started", period=1)
    goal = timeline.score("home", type="goal")
    assert has_changed(timeline, 1)
    timeline.add("clock_started")
    assert not has_changed(timeline, 1)
    timeline.add("undone", target=goal.id)
    assert has_changed(timeline, 1)


def test_a_highlight_shows_8_seconds_before_and_4_after_its_moment() -> None:
    times = video(200)
    assert starts_of(times, choose_highlight(START + 100_000, times, is_growing=False)) == [92, 96, 100]
    assert choose_highlight(START + 300_000, times, is_growing=False) == []


def test_a_live_stream_must_have_the_last_segment_of_a_highlight() -> None:
    at_ms = START + 100_000
    assert choose_highlight(at_ms, video(102, 2000), is_growing=True) == []
    ready = video(104, 2000)
    assert starts_of(ready, choose_highlight(at_ms, ready, is_growing=True)) == [92, 94, 96, 98, 100, 102]
    ended = video(102, 2000)
    assert starts_of(ended, choose_highlight(at_ms, ended, is_growing=False)) == [92, 94, 96, 98, 100]
