"""The scores on cards and in lists, which show no point before viewers see it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.media.live_streams import LiveStream
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard, Snapshot
from touchline.catalog.domain.scoring.scores import to_score
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.viewer_clock import VideoSource, get_stream_delay
from touchline.catalog.ports.media.live_streams import LiveStreams
from touchline.catalog.ports.scoring.timelines import Timelines
from touchline.shared.clock import Clock
from touchline.shared.tasks.jobs import Jobs

UPDATE_SHOWN_SCORE = "catalog.update_shown_score"
_RUNNING = (Phase.PERIOD, Phase.SHOOTOUT)


@dataclass(frozen=True)
class ShownScores:
    """Saves the score that cards and lists show.

    If the stream of an event has a safety delay, they show what its viewers have seen.
    """

    timelines: Timelines
    streams: LiveStreams
    jobs: Jobs
    clock: Clock

    def save(self, event: Event, sport: Sport, snapshots: Sequence[Snapshot]) -> None:
        """Save the score that may be shown now. Save it again once viewers have seen what is newer."""
        stream = self._find_delayed(event)
        delay = _get_delay(stream)
        self._save(event, sport, self._get_shown(snapshots, delay))
        if stream is not None and snapshots and snapshots[-1].at_ms > self._get_shown_ms(delay):
            seconds = math.ceil(delay.total_seconds())
            self.jobs.enqueue(UPDATE_SHOWN_SCORE, stream.channel_id, event.id, timeout=600, delay=seconds)

    def update(self, event: Event, sport: Sport, snapshots: Sequence[Snapshot]) -> None:
        """Save the score that may be shown now. Each newer entry has a job of its own."""
        delay = _get_delay(self._find_delayed(event))
        self._save(event, sport, self._get_shown(snapshots, delay))

    def _save(self, event: Event, sport: Sport, board: Scoreboard) -> None:
        """Save a score. Lists of events get it at each new period, break and end: their caches would be made
        anew with each point otherwise.
        """
        score = to_score(sport, board)
        self.timelines.save_score(event.id, score)
        shown = event.result
        has_note = score is not None and shown is not None and score.note == shown.note
        if board.phase not in _RUNNING or not has_note:
            self.timelines.save_result(event.id, score, self.clock.now())

    def _get_shown(self, snapshots: Sequence[Snapshot], delay: timedelta) -> Scoreboard:
        shown_ms = self._get_shown_ms(delay)
        seen = (item.scoreboard for item in reversed(snapshots) if not delay or item.at_ms <= shown_ms)
        return next(seen, Scoreboard())

    def _get_shown_ms(self, delay: timedelta) -> int:
        """Return the time of what all viewers have seen by now, in milliseconds since 1970."""
        return int((self.clock.now() - delay).timestamp() * 1000)

    def _find_delayed(self, event: Event) -> LiveStream | None:
        """Return the open stream of an event if it has a safety delay. Its video may not be out yet."""
        stream = self.streams.get_by_event(event.id)
        return stream if stream is not None and stream.is_delayed else None


def _get_delay(stream: LiveStream | None) -> timedelta:
    """Return how long it takes until all viewers have seen a point. Nothing, if they need not be awaited."""
    if stream is None:
        return timedelta(0)
    return get_stream_delay(VideoSource.STREAM, timedelta(seconds=stream.safety_delay_seconds))
