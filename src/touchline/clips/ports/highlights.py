"""Ports to stored highlights and reels, and to the big moments of the catalog.

Methods run in the current transaction unless they say otherwise.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.clips.domain.footage import Footage
from touchline.clips.domain.highlight import BigMoment, Highlight, Reel
from touchline.clips.domain.ids import HighlightId
from touchline.shared.ids import ChannelId, EventId


@dataclass(frozen=True, slots=True)
class EventMoments:
    """The big moments of an event, in order, and whether the game has ended. `names` are the event's, by
    language.
    """

    moments: Sequence[BigMoment]
    is_final: bool
    names: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class MomentFootage:
    """The footage that shows a moment: from `start_ms` on its timeline, for `duration_ms`.

    `starts_at_ms` is when the first frame was live, in milliseconds since 1970.
    """

    footage: Footage
    start_ms: int
    duration_ms: int
    starts_at_ms: int


@dataclass(frozen=True, slots=True)
class ShownMoments:
    """The footage of moments by their times. `is_growing`: the event is live, so more may follow soon."""

    footage: Mapping[int, MomentFootage]
    is_growing: bool


class MomentCatalog(Protocol):
    """The big moments of the catalog's events."""

    def list_big_moments(self, event_id: EventId) -> EventMoments | None:
        """Return the big moments of an event; None if the channel has no such event."""
        ...

    def find_footage(
        self, channel_id: ChannelId, event_id: EventId, times_ms: Collection[int]
    ) -> ShownMoments:
        """Return the footage that shows moments, without those that no footage shows."""
        ...

    def get_language(self) -> str:
        """Return the main language of the channel."""
        ...


@dataclass(frozen=True, slots=True)
class PendingEvent:
    """An event with highlights to make. `is_recent`: the moment of one of them has just happened."""

    channel_id: ChannelId
    event_id: EventId
    is_recent: bool


class Highlights(Protocol):
    """The current channel's highlights."""

    def add(self, highlight: Highlight) -> None:
        """Insert a highlight, unless its entry has one."""
        ...

    def get(self, highlight_id: HighlightId) -> Highlight | None:
        """Return a highlight; None if there is none with this id."""
        ...

    def save(self, highlight: Highlight) -> None:
        """Save changes to a highlight."""
        ...

    def list_for_event(self, event_id: EventId, *, removed: Collection[str] = ()) -> Sequence[Highlight]:
        """List the highlights of an event by time, and the removed ones with these entries."""
        ...

    def remove_for_event(self, event_id: EventId) -> None:
        """Delete the highlights of an event. Their clips stay."""
        ...

    def list_pending_events(
        self, recent_after_ms: int, since: datetime, limit: int
    ) -> Sequence[PendingEvent]:
        """List events of all channels with highlights to make that were created after `since`: all with a
        recent moment, and up to `limit` others, the longest untried ones first.

        Needs a transaction that sees all channels.
        """
        ...


class Reels(Protocol):
    """The current channel's reels."""

    def get(self, event_id: EventId) -> Reel | None:
        """Return the reel of an event; None if it has none yet."""
        ...

    def mark_stale(self, event_id: EventId, *, create: bool = False) -> None:
        """Let the reel be made anew. With `create`, an event without a reel gets one."""
        ...

    def save(self, reel: Reel) -> None:
        """Save what a reel shows. Changes to its highlights since it was read still count."""
        ...

    def remove_for_event(self, event_id: EventId) -> None:
        """Delete the reel of an event. Its clip stays."""
        ...

    def list_stale(self) -> Sequence[tuple[ChannelId, EventId]]:
        """List the reels of all channels to make. Needs a transaction that sees all channels."""
        ...
