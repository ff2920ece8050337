"""The timelines of the demo's finished games: the video's scoreboard, then the result of the pack."""

from __future__ import annotations

from dataclasses import replace

import pytest

from touchline.catalog.adapters.sports.shipped_sports import load_shipped_sports
from touchline.catalog.application.scoring.score_feed import find_changes
from touchline.catalog.domain.events.score import Ending, Score
from touchline.catalog.domain.scoring.scoreboard import Scoreboard, Snapshot, fold
from touchline.catalog.domain.scoring.scores import to_score
from touchline.catalog.domain.scoring.timeline import Pair, TimelineEntry
from touchline.catalog.tests.samples import build_event
from touchline.demo.footage.timeline import BoardState, VideoTimeline
from touchline.demo.recorded_scores import list_states

HOCKEY = VideoTimeline(40.0, 3, 372, True, (BoardState(0.0, (2, 1), None), BoardState(12.5, (2, 2), None)))
VOLLEYBALL = VideoTimeline(
    40.0, 4, None, False, (BoardState(0.0, (20, 18), (2, 1)), BoardState(30.0, (21, 18), (2, 1)))
)


def fold_game(sport_key: str, timeline: VideoTimeline, score: Score) -> list[Snapshot]:
    """Return the scoreboards of a finished game with this result."""
    sport = load_shipped_sports()[sport_key]
    event = replace(build_event(1), score=score)
    entries: list[TimelineEntry] = []
    for state in list_states(event, timeline):
        snapshots = fold(sport, entries)
        board = snapshots[-1].scoreboard if snapshots else Scoreboard()
        entries += find_changes(sport, board, state, "1:Demo")
    return fold(sport, entries)


@pytest.mark.parametrize(
    ("sport_key", "timeline", "score", "during"),
    [
        ("hockey", HOCKEY, Score(4, 5, ending=Ending.OVERTIME, period=4), [(2, 1), (2, 2)]),
        ("hockey", HOCKEY, Score(2, 6, period=3), [(2, 1), (2, 2)]),
        ("volleyball", VOLLEYBALL, Score(3, 1, period=4), [(20, 18), (21, 18)]),
    ],
)
def test_the_scoreboard_is_that_of_the_video_and_ends_with_the_result(
    sport_key: str, timeline: VideoTimeline, score: Score, during: list[Pair]
) -> None:
    snapshots = fold_game(sport_key, timeline, score)
    start_ms = snapshots[0].at_ms
    shown = {
        snapshot.at_ms - start_ms: snapshot.scoreboard.points
        for snapshot in snapshots
        if snapshot.at_ms - start_ms <= timeline.seconds * 1000
    }
    assert [*shown.values()] == during
    assert to_score(load_shipped_sports()[sport_key], snapshots[-1].scoreboard) == score
