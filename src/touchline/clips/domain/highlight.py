"""Highlights: clips that the channel makes by itself from the big moments of an event, and their reel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from touchline.clips.domain.clip import MAX_DURATION_MS, Clip
from touchline.clips.domain.ids import ClipId, HighlightId, ReelId
from touchline.shared.ids import ChannelId, EventId

MAX_HIGHLIGHTS = 60
"""Number of highlights of one event, so that a game that never ends fills no disk. The latest ones stay."""
RETRY_WINDOW = timedelta(days=7)
"""How long a highlight waits for footage that shows its moment, such as the recording of the stream."""


@dataclass(frozen=True, slots=True)
class BigMoment:
    """A big moment of an event: its entry in the timeline, and its time in milliseconds since 1970.

    `kind` is what it is called in general, such as "Goal", `names` say it in full, by language.
    """

    entry_id: str
    at_ms: int
    kind: Mapping[str, str]
    names: Mapping[str, str]


@dataclass(slots=True)
class Highlight:
    """The highlight of one entry of a timeline. There is at most one for each entry, for ever.

    `clip_id` is None until its clip is made. `starts_at_ms` is when the first frame of the clip was live.
    `is_pending`: the clip must be made, or made anew. `is_removed`: the moment was undone, or too many later
    ones exist. `position` is the operator's, None for the order of the moments.
    """

    id: HighlightId
    channel_id: ChannelId
    event_id: EventId
    entry_id: str
    at_ms: int
    kind: Mapping[str, str]
    names: Mapping[str, str]
    created_at: datetime
    tried_at: datetime
    clip_id: ClipId | None = None
    starts_at_ms: int = 0
    is_pending: bool = True
    is_removed: bool = False
    position: int | None = None

    @classmethod
    def create(cls, channel_id: ChannelId, event_id: EventId, moment: BigMoment, now: datetime) -> Highlight:
        """Return the highlight of a new moment."""
        return cls(
            HighlightId(0),
            channel_id,
            event_id,
            moment.entry_id,
            moment.at_ms,
            moment.kind,
            moment.names,
            now,
            tried_at=now,
        )

    def follow(self, moment: BigMoment) -> bool:
        """Follow the moment, which was corrected or is there again. Return whether anything changed."""
        before = replace(self)
        if self.at_ms != moment.at_ms or self.is_removed:
            self.is_pending = True
        self.at_ms, self.kind, self.names, self.is_removed = moment.at_ms, moment.kind, moment.names, False
        return before != self

    def remove(self) -> ClipId | None:
        """Remove the highlight. Return its clip, which the caller deletes."""
        removed, self.clip_id = self.clip_id, None
        self.is_removed, self.is_pending = True, False
        return removed


@dataclass(slots=True)
class Reel:
    """The reel of an event. `content` identifies what it shows.

    `revision` counts the changes to its highlights, and `made_revision` is the one that it shows.
    """

    id: ReelId
    channel_id: ChannelId
    event_id: EventId
    clip_id: ClipId | None = None
    revision: int = 1
    made_revision: int = 0
    content: str = ""

    @property
    def is_stale(self) -> bool:
        """Whether it must be made, or made anew."""
        return self.revision != self.made_revision


@dataclass(frozen=True, slots=True)
class HighlightClip:
    """A highlight with its clip."""

    highlight: Highlight
    clip: Clip = field(compare=False)


def sort_highlights(highlights: Iterable[Highlight]) -> list[Highlight]:
    """Return highlights in the operator's order. Those without a position follow, by time."""
    return sorted(
        highlights,
        key=lambda it: (it.position is None, it.position or 0, it.at_ms, it.entry_id),
    )


def choose_reel(made: Sequence[HighlightClip]) -> list[HighlightClip]:
    """Return the highlights of a reel of at most 5 minutes, in order. All are big, so the later ones win."""
    chosen: set[str] = set()
    total_ms = 0
    for it in sorted(made, key=lambda it: -it.highlight.at_ms):
        if total_ms + it.clip.range.duration_ms <= MAX_DURATION_MS:
            total_ms += it.clip.range.duration_ms
            chosen.add(it.highlight.entry_id)
    return [it for it in made if it.highlight.entry_id in chosen]
