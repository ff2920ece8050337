"""Adds entries to the timeline of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from touchline.catalog.application.scoring.event_checks import require_event
from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.scoring.moments import list_highlights
from touchline.catalog.domain.scoring.scoreboard import Phase, Scoreboard, fold
from touchline.catalog.domain.scoring.scores import to_score
from touchline.catalog.domain.scoring.timeline import TimelineEntry
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.scoring.timelines import StoredEntry, Timelines
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import EventId

MAX_ENTRIES = 20_000
_RUNNING = (Phase.PERIOD, Phase.SHOOTOUT)
TIMELINE_FULL = ErrorMessage(
    "errors.timeline_full", "The timeline of this event is full. It cannot have more than {limit} entries."
)


@dataclass(frozen=True)
class AppendedEntries:
    """The result of adding entries: the timeline as a whole, and the scoreboard that follows from it."""

    entries: Sequence[StoredEntry]
    scoreboard: Scoreboard

    @property
    def revision(self) -> int:
        """The revision of the timeline."""
        return self.entries[-1].revision if self.entries else 0


@dataclass(frozen=True)
class AppendEntries:
    """Use case: add entries to a timeline, and save the score that follows from it.

    Entries that the timeline has are left out, so a call may be repeated. An entry cannot be in the future:
    a phone whose clock is fast gets the current time.
    """

    events: Events
    timelines: Timelines
    sports: EventSports
    clock: Clock

    def __call__(self, event_id: EventId, author: str, entries: Sequence[TimelineEntry]) -> AppendedEntries:
        """Add the entries. Raises `NotFoundError` for an unknown event, and `RefusedError` for a full
        timeline.
        """
        require_event(self.events, event_id)
        revision = self.timelines.lock(event_id)
        event = self.events.get(event_id)
        if event is None:
            raise NotFoundError()
        new = self._select_new(event_id, author, entries)
        if revision + len(new) > MAX_ENTRIES:
            raise RefusedError(TIMELINE_FULL.with_params(limit=MAX_ENTRIES))
        if new:
            self.timelines.add(event_id, new, self.clock.now())
        stored = self.timelines.list_entries(event_id)
        sport = self.sports.get(event)
        snapshots = fold(sport, [item.entry for item in stored])
        board = snapshots[-1].scoreboard if snapshots else Scoreboard()
        if new:
            self._save_score(event, board)
            earlier = fold(sport, [item.entry for item in stored if item.revision <= revision])
            if list_highlights(sport, earlier) != list_highlights(sport, snapshots):
                self.timelines.announce_moments(event_id)
        return AppendedEntries(stored, board)

    def _select_new(
        self, event_id: EventId, author: str, entries: Sequence[TimelineEntry]
    ) -> list[TimelineEntry]:
        """Return the entries that the timeline lacks, each once, with their author and a past time."""
        unique = {entry.id: entry for entry in reversed(entries)}
        known = self.timelines.find_existing(event_id, unique.keys()) if unique else frozenset()
        now_ms = int(self.clock.now().timestamp() * 1000)
        return [
            replace(entry, author=author, at_ms=min(entry.at_ms, now_ms))
            for entry in entries
            if entry.id not in known and unique[entry.id] is entry
        ]

    def _save_score(self, event: Event, board: Scoreboard) -> None:
        """Save the score. Lists of events get it at each new period, break and end: their caches would be
        made anew with each point otherwise.
        """
        score = to_score(self.sports.get(event), board)
        self.timelines.save_score(event.id, score)
        shown = event.result
        has_note = score is not None and shown is not None and score.note == shown.note
        if board.phase not in _RUNNING or not has_note:
            self.timelines.save_result(event.id, score)
