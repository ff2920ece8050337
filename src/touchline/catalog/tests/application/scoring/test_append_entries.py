"""Adding entries: the scoreboard that follows, without folding a long timeline twice."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.catalog.application.scoring import append_entries
from touchline.catalog.application.scoring.append_entries import LoadedTimeline
from touchline.catalog.domain.scoring.scoreboard import fold
from touchline.catalog.domain.scoring.timeline import TimelineEntry
from touchline.catalog.ports.scoring.timelines import StoredEntry
from touchline.catalog.tests.domain.scoring.test_convergence import games
from touchline.catalog.tests.domain.scoring.timelines import SPORTS, TimelineBuilder

SPORT = SPORTS["hockey"]


def store(entries: list[TimelineEntry], first: int = 1) -> list[StoredEntry]:
    return [StoredEntry(revision, entry) for revision, entry in enumerate(entries, first)]


def load(entries: list[TimelineEntry]) -> LoadedTimeline:
    event: Any = None
    return LoadedTimeline(event, SPORT, len(entries), store(entries))


@settings(deadline=None, max_examples=25)
@given(games(), games(), st.integers(0, 100))
def test_added_entries_lead_to_the_scoreboards_of_the_whole_timeline(
    stored: list[TimelineEntry], added: list[TimelineEntry], later_ms: int
) -> None:
    added = [replace(entry, id=f"new-{entry.id}", at_ms=entry.at_ms + later_ms) for entry in added]
    assert load(stored).fold_with(store(added, len(stored) + 1)) == fold(SPORT, [*stored, *added])


def test_a_timeline_is_folded_once_for_a_feed(monkeypatch: pytest.MonkeyPatch) -> None:
    builder = TimelineBuilder("hockey")
    builder.add("clock_started")
    builder.score("home", times=3)
    goal = replace(builder.entries[-1], id="new", at_ms=builder.entries[-1].at_ms + 1)
    folded: list[int] = []

    def count(sport: Any, entries: list[TimelineEntry]) -> Any:
        folded.append(len(entries))
        return fold(sport, entries)

    monkeypatch.setattr(append_entries, "fold", count)
    timeline = load(builder.entries)
    assert timeline.get_scoreboard(goal.at_ms).points == (0, 3)
    assert timeline.fold_with(store([goal], 5))[-1].scoreboard.points == (0, 4)
    assert folded == [4]
