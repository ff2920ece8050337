"""Adds entries to the timeline of an event."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property

from touchline.catalog.application.scoring.event_checks import require_event
from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.application.scoring.shown_scores import ShownScores
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.scoring.moments import list_news
from touchline.catalog.domain.scoring.scoreboard import Scoreboard, Snapshot, fold, fold_from
from touchline.catalog.domain.scoring.sport import Sport
from touchline.catalog.domain.scoring.timeline import EntryKind, TimelineEntry
from touchline.catalog.ports.events.events import Events
from touchline.catalog.ports.scoring.timelines import StoredEntry, Timelines
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import EventId

MAX_ENTRIES = 20_000
_RESOLVED = frozenset((EntryKind.CORRECTED, EntryKind.UNDONE))
"""Kinds of entries that change what earlier entries say."""
_NO_MOMENTS = (EntryKind.NOTE, EntryKind.CLOCK_SET, EntryKind.CLOCK_STARTED, EntryKind.CLOCK_STOPPED)
"""Entries that change no big moment. Almost every press on a clock is one."""
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
class LoadedTimeline:
    """The timeline of an event. It is locked until the end of the transaction."""

    event: Event
    sport: Sport
    revision: int
    entries: Sequence[StoredEntry]

    @cached_property
    def snapshots(self) -> Sequence[Snapshot]:
        """The scoreboard after each entry that counts, in order."""
        return fold(self.sport, [item.entry for item in self.entries])

    def get_scoreboard(self, at_ms: int) -> Scoreboard:
        """Return the scoreboard at a time."""
        earlier = (item.scoreboard for item in reversed(self.snapshots) if item.at_ms <= at_ms)
        return next(earlier, Scoreboard())

    def fold_with(self, added: Sequence[StoredEntry]) -> Sequence[Snapshot]:
        """Return the scoreboards of the timeline with more entries. A long timeline is not folded twice: if
        all of them are later, continue from its scoreboards.
        """
        new = [item.entry for item in added]
        if _RESOLVED.isdisjoint(entry.kind for entry in new):
            latest_ms = max([entry.at_ms for entry in self._list_all()], default=-1)
            if all(entry.at_ms > latest_ms for entry in new):
                return [*self.snapshots, *fold_from(self.sport, self.get_scoreboard(latest_ms), new)]
        return fold(self.sport, [*(item.entry for item in self.entries), *new])

    def _list_all(self) -> list[TimelineEntry]:
        """Return the entries as they are and as they count: a correction may have moved one."""
        return [*(item.entry for item in self.entries), *(item.entry for item in self.snapshots)]


@dataclass(frozen=True)
class AppendEntries:
    """Use case: add entries to a timeline, and save the score that follows from it.

    Entries that the timeline has are left out, so a call may be repeated. An entry cannot be in the future:
    a phone whose clock is fast gets the current time.
    """

    events: Events
    timelines: Timelines
    sports: EventSports
    shown_scores: ShownScores
    clock: Clock

    def __call__(self, event_id: EventId, author: str, entries: Sequence[TimelineEntry]) -> AppendedEntries:
        """Add the entries. Raises `NotFoundError` for an unknown event, and `RefusedError` for a full
        timeline.
        """
        return self.add(self.load(event_id), author, entries)

    def load(self, event_id: EventId) -> LoadedTimeline:
        """Return the timeline of an event, locked. Raises `NotFoundError`."""
        require_event(self.events, event_id)
        revision = self.timelines.lock(event_id)
        event = self.events.get(event_id)
        if event is None:
            raise NotFoundError()
        stored = self.timelines.list_entries(event_id)
        return LoadedTimeline(event, self.sports.get(event), revision, stored)

    def add(self, timeline: LoadedTimeline, author: str, entries: Sequence[TimelineEntry]) -> AppendedEntries:
        """Add entries to a timeline that was loaded in this transaction. Raises `RefusedError`."""
        new = self._select_new(timeline, author, entries)
        if timeline.revision + len(new) > MAX_ENTRIES:
            raise RefusedError(TIMELINE_FULL.with_params(limit=MAX_ENTRIES))
        added = [StoredEntry(revision, entry) for revision, entry in enumerate(new, timeline.revision + 1)]
        snapshots = timeline.fold_with(added)
        board = snapshots[-1].scoreboard if snapshots else Scoreboard()
        if new:
            self.timelines.add(timeline.event.id, new, self.clock.now())
            self.shown_scores.save(timeline.event, timeline.sport, snapshots)
            self._announce_moments(timeline, snapshots, new)
        return AppendedEntries([*timeline.entries, *added], board)

    def _select_new(
        self, timeline: LoadedTimeline, author: str, entries: Sequence[TimelineEntry]
    ) -> list[TimelineEntry]:
        """Return the entries that the timeline lacks, each once, with their author and a past time."""
        unique = {entry.id: entry for entry in reversed(entries)}
        known = {item.entry.id for item in timeline.entries}
        now_ms = int(self.clock.now().timestamp() * 1000)
        return [
            replace(entry, author=author, at_ms=min(entry.at_ms, now_ms))
            for entry in entries
            if entry.id not in known and unique[entry.id] is entry
        ]

    def _announce_moments(
        self, timeline: LoadedTimeline, snapshots: Sequence[Snapshot], new: Sequence[TimelineEntry]
    ) -> None:
        """Announce whether the new entries changed the big moments or the end of the game."""
        if all(entry.kind in _NO_MOMENTS for entry in new):
            return
        sport = timeline.sport
        if list_news(sport, timeline.snapshots) != list_news(sport, snapshots):
            self.timelines.announce_moments(timeline.event.id)


@dataclass(frozen=True)
class UpdateShownScore:
    """Use case: show what the viewers of a stream with a safety delay have seen by now."""

    append_entries: AppendEntries
    shown_scores: ShownScores

    def __call__(self, event_id: EventId) -> None:
        """Save the score. Do nothing for an event that was deleted."""
        with suppress(NotFoundError):
            timeline = self.append_entries.load(event_id)
            self.shown_scores.update(timeline.event, timeline.sport, timeline.snapshots)
