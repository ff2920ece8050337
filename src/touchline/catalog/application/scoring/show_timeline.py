"""The timeline of an event as a document that is the same for every viewer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from touchline.catalog.application.scoring.event_sports import EventSports
from touchline.catalog.application.scoring.recording_clock import find_recording_anchors
from touchline.catalog.application.scoring.scoreboard_serializer import ScoreboardSerializer
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.scoring.moments import list_key_moments
from touchline.catalog.domain.scoring.scoreboard import Snapshot, fold
from touchline.catalog.ports.current_channel import CurrentChannel
from touchline.catalog.ports.media.assets import Assets
from touchline.catalog.ports.scoring.timelines import StoredEntry, Timelines


@dataclass(frozen=True)
class ShowTimeline:
    """Query: the scoreboards of an event over time, and its key moments."""

    timelines: Timelines
    assets: Assets
    sports: EventSports
    current_channel: CurrentChannel

    def __call__(
        self, event: Event, language: str, *, after: int = 0, until_ms: int | None = None
    ) -> JsonObject:
        """Return the timeline.

        With `after`, only what has changed since that revision: the caller drops everything from
        `replaces_from_ms` on, and adds what the response has. With `until_ms`, nothing that happened later is
        in the response.
        """
        sport = self.sports.get(event)
        stored = self.timelines.list_entries(event.id)
        snapshots = _until(fold(sport, (item.entry for item in stored)), until_ms)
        shown = _collapse(snapshots)
        since_ms = None
        if after:
            earlier = (item.entry for item in stored if item.revision <= after)
            since_ms = _find_change(_until(fold(sport, earlier), until_ms), snapshots)
        fallback = self.current_channel.get_details().language
        serializer = ScoreboardSerializer(sport, language, fallback)
        moments = list_key_moments(sport, snapshots)
        is_changed = not after or since_ms is not None
        return {
            "event_id": event.id,
            "revision": _get_revision(stored, until_ms),
            **serializer.serialize_sport(),
            "recording": self._find_anchors(event),
            "replaces_from_ms": since_ms,
            "snapshots": [
                serializer.serialize_snapshot(snapshot)
                for snapshot in shown
                if is_changed and snapshot.at_ms >= (since_ms or 0)
            ],
            "moments": [
                serializer.serialize_moment(moment)
                for moment in moments
                if is_changed and moment.at_ms >= (since_ms or 0)
            ],
        }

    def _find_anchors(self, event: Event) -> list[JsonObject] | None:
        """Return when each part of the recording was live; None without a recording."""
        if not event.stream.is_recorded:
            return None
        anchors = find_recording_anchors(self.assets, event)
        return [{"position_ms": anchor.position_ms, "at_ms": anchor.at_ms} for anchor in anchors]


def _until(snapshots: Sequence[Snapshot], until_ms: int | None) -> Sequence[Snapshot]:
    if until_ms is None:
        return snapshots
    return [snapshot for snapshot in snapshots if snapshot.at_ms <= until_ms]


def _collapse(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """Return the last scoreboard of each millisecond."""
    return [*{snapshot.at_ms: snapshot for snapshot in snapshots}.values()]


def _find_change(earlier: Sequence[Snapshot], current: Sequence[Snapshot]) -> int | None:
    """Return the time from which two timelines differ, in milliseconds since 1970; None if they are equal."""
    for old, new in zip(earlier, current, strict=False):
        if old != new:
            return min(old.at_ms, new.at_ms)
    shorter = min(len(earlier), len(current))
    rest = earlier[shorter:] or current[shorter:]
    return rest[0].at_ms if rest else None


def _get_revision(stored: Sequence[StoredEntry], until_ms: int | None) -> int:
    """Return the revision. How many entries follow `until_ms` would tell how the game goes on."""
    if until_ms is not None:
        return sum(item.entry.at_ms <= until_ms for item in stored)
    return stored[-1].revision if stored else 0
