"""What `front` may ask of clips. Plain values back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.clips.application.clip_playback import CheckClipPlayback
from touchline.clips.application.forget_viewer import ExportClips
from touchline.clips.application.show_cards import ClipCard as ClipCard
from touchline.clips.application.show_cards import ShowClipCards
from touchline.clips.domain.moderation import UNNAMED as UNNAMED
from touchline.clips.domain.moments import Moment as Moment
from touchline.clips.domain.moments import most_clipped
from touchline.clips.ports.clips import Clips, Downloads
from touchline.shared.ids import AccountId, EventId

MOST_LISTED = 1000


@dataclass(frozen=True)
class NamedClip:
    """A clip by its number and name."""

    id: int
    name: str


@dataclass(frozen=True)
class MadeOfEvent:
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

    def feature_count(self, account_id: AccountId, since: datetime | None = None) -> Mapping[str, int]:
        """How often a viewer used what is counted, since an instant or ever: `clips`, `downloads` (product.md
        §3, "featureCount")."""
        return {
            "clips": self._clips.made_since(account_id, since),
            "downloads": self._downloads.count_since(account_id, since),
        }

    def moments(self, event_id: int, most: int) -> list[Moment]:
        """The parts of an event's film that viewers clipped most, at most so many; clips that could not be
        cut count nothing. One query."""
        return most_clipped(self._clips.cuts(EventId(event_id)), most)

    def of_event(self, event_id: int) -> MadeOfEvent:
        """The clips of an event that the channel has not hidden, and the number of downloads."""
        clips, _ = self._clips.of_event(EventId(event_id), MOST_LISTED, 0)
        named = [NamedClip(int(one.id), one.words.name) for one in clips]
        return MadeOfEvent(named, self._downloads.count_of_event(EventId(event_id)))

    def export_clips(self, account_id: AccountId) -> dict[str, Any]:
        """Everything this context holds about a viewer, for the viewer; instants are aware."""
        return self._export(account_id)
