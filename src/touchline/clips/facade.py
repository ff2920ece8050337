"""What `front` may ask of clips. Plain values back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.clips.application.erasure.erase_viewer import ExportClips
from touchline.clips.application.viewing.clip_playback import CheckClipPlayback
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
    """A clip by its number and name."""

    id: int
    name: str


@dataclass(frozen=True)
class EventClips:
    """What viewers made of an event: at most 1000 clips, and how often they took a file away."""

    clips: Sequence[NamedClip]
    downloads: int


class ClipsFacade:
    """The few questions that others may ask, in the present transaction."""

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
        """How often a viewer used what is counted, since an instant or ever: `clips`, `downloads` (product.md
        §3, "featureCount")."""
        return {
            "clips": self._clips.count_created_since(account_id, since),
            "downloads": self._downloads.count_since(account_id, since),
        }

    def list_moments(self, event_id: int, limit: int) -> list[Moment]:
        """The parts of an event's film that viewers clipped most, at most so many; clips that could not be
        cut count nothing. One query."""
        return find_top_moments(self._clips.list_spans(EventId(event_id)), limit)

    def get_event_clips(self, event_id: int) -> EventClips:
        """The clips of an event that the channel has not hidden, and the number of downloads."""
        clips, _ = self._clips.list_for_event(EventId(event_id), MAX_LISTED, 0)
        named = [NamedClip(int(one.id), one.details.name) for one in clips]
        return EventClips(named, self._downloads.count_for_event(EventId(event_id)))

    def export_clips(self, account_id: AccountId) -> dict[str, Any]:
        """Everything this context holds about a viewer, for the viewer; instants are aware."""
        return self._export(account_id)
