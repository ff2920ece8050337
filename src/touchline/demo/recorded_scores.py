"""The timelines of the demo's finished games, from what the scoreboards in their videos show."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from touchline.catalog.application.scoring.score_feed import FeedState, PostScoreboard
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.score import Ending
from touchline.catalog.domain.scoring.timeline import Pair
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.scoring.timelines import Timelines
from touchline.demo.footage.timeline import VideoTimeline, get_timeline_file, read_timeline
from touchline.demo.live_scores import SOURCE
from touchline.shared.ids import EventId

_PAUSE_MS = 1000
"""Time between the end of the video and the final, which a recording does not show."""
_KNOWN_ENDINGS = (Ending.REGULATION, Ending.OVERTIME)


class RecordedScores:
    """Writes the timeline of a finished game whose recording is a demo video."""

    def __init__(self, events: Events, timelines: Timelines, post: PostScoreboard) -> None:
        self._events = events
        self._timelines = timelines
        self._post = post

    def record(self, event_id: EventId, video: Path) -> None:
        """Write the timeline, unless the event has one. The video is a part of the game, so the result of the
        pack follows its end. Does nothing for a game without a result, or one that a shootout or a forfeit
        decided.
        """
        event = self._events.get(event_id)
        if event is None or event.score is None or event.score.ending not in _KNOWN_ENDINGS:
            return
        if not get_timeline_file(video).is_file() or self._timelines.lock(event_id):
            return
        for state in list_states(event, read_timeline(video)):
            self._post(event_id, SOURCE, state)


def list_states(event: Event, timeline: VideoTimeline) -> Iterator[FeedState]:
    """Yield what the scoreboard shows during the video, and the result after it."""
    started_ms = int(event.starts_at.timestamp() * 1000)
    for board in timeline.states:
        yield FeedState(
            started_ms + round(board.seconds * 1000),
            board.points,
            board.sets,
            timeline.period,
            timeline.get_clock_seconds(board.seconds),
            is_clock_running=True,
        )
    score = event.score
    if score is None:
        return
    final: Pair = (score.away, score.home)
    points, sets = (timeline.states[-1].points, final) if timeline.states[-1].sets else (final, None)
    ended_ms = started_ms + round(timeline.seconds * 1000) + _PAUSE_MS
    period = timeline.period + (score.ending is Ending.OVERTIME)
    yield FeedState(ended_ms, points, sets, period, is_clock_running=False, is_final=True)
