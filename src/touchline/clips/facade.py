"""Interface of the clips context for other contexts. It returns plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.clips.application.viewing.clip_playback import CheckClipPlayback
from touchline.clips.application.viewing.export_clips import ExportClips
from touchline.clips.application.viewing.show_clip_cards import ClipCard as ClipCard
from touchline.clips.application.viewing.show_clip_cards import ShowClipCards
from touchline.clips.domain.moderation import PLACEHOLDER_NAME as PLACEHOLDER_NAME
from touchline.clips.domain.moments import Moment as Moment
from touchline.clips.domain.moments import find_top_moments
from touchline.clips.ports.clips import Clips, Downloads
from touchline.shared.ids import AccountId, EventId

MAX_LISTED = 1000


@dataclass(frozen=True)
class NamedClip:
    """A clip's id and name."""

    id: int
    name: str


@dataclass(frozen=True)
class EventClips:
    """An event's clips, at most 1000, and its number of downloads."""

    clips: Sequence[NamedClip]
    downloads: int


class ClipsFacade:
    """Clip queries for other contexts, in the current transaction."""

    def __init__(
        self,
        clips: Clips,
        downloads: Downloads,
        cards: ShowClipCards,
        export: ExportClips,
        check_playback: CheckClipPlayback,
    ) -> None:
        self._clips = clips
        self._downloads = downloads
        self._export = export
        self.cards = cards
        self.check_playback = check_playback

    def count_feature_uses(self, account_id: AccountId, since: datetime | None = None) -> Mapping[str, int]:
        """Return how often a viewer used each counted feature, since `since` (None: ever).

        The features are `clips` and `downloads` (product.md §3, "featureCount").
        """
        return {
            "clips": self._clips.count_created_since(account_id, since),
            "downloads": self._downloads.count_since(account_id, since),
        }

    def list_moments(self, event_id: int, limit: int) -> list[Moment]:
        """Return the parts of an event's recording that viewers clipped most, at most `limit`.

        Clips that could not be cut do not count. One query.
        """
        return find_top_moments(self._clips.list_spans(EventId(event_id)), limit)

    def get_event_clips(self, event_id: int) -> EventClips:
        """Return an event's clips that the channel has not hidden, and its number of downloads."""
        clips, _ = self._clips.list_for_event(EventId(event_id), MAX_LISTED, 0)
        named = [NamedClip(int(clip.id), clip.details.name) for clip in clips]
        return EventClips(named, self._downloads.count_for_event(EventId(event_id)))

    def count_event_clips(self, event_id: int) -> int:
        """Return the number of an event's clips that the channel has not hidden. One query."""
        return self._clips.count_for_event(EventId(event_id))

    def count_waiting_clips(self) -> Mapping[str, int]:
        """Return the number of `reported` and of `failed` clips. One query."""
        return {group.value: count for group, count in self._clips.count_for_moderation().items()}

    def export_clips(self, account_id: AccountId) -> dict[str, Any]:
        """Return everything that this context stores about a viewer. Datetimes are timezone-aware."""
        return self._export(account_id)
