"""Data for the head and preview image of a clip's page, available before playback starts."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import BinaryIO

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.files import FileGoneError, Files
from touchline.clips.ports.moderation import ChannelModeration


@dataclass(frozen=True)
class ClipCard:
    """A clip's public data. `has_poster`: the poster is ready.

    `raw_name` is the name that the creator entered. Display `public_name` instead, which follows the
    channel's rule.
    """

    id: int
    raw_name: str
    event_id: int
    duration: timedelta
    created_at: datetime
    has_poster: bool
    is_name_public_if_paid: bool = True

    def public_name(self, *, event_costs_money: bool) -> str:
        """Return the name that anonymous visitors may read; "" while it waits for approval."""
        return self.raw_name if self.is_name_public_if_paid or not event_costs_money else ""


class ShowClipCards:
    """Clip cards, which are the same for all viewers.

    Anybody with a shared clip's id and current uuid may see its poster, until the clip is unshared or
    deleted.
    """

    def __init__(self, clips: Clips, files: Files, channel: ChannelModeration) -> None:
        self._clips = clips
        self._files = files
        self._channel = channel

    def get(self, clip_id: int) -> ClipCard | None:
        """Return the card of a clip; None if the channel has no visible clip with this id."""
        clip = self._clips.get(ClipId(clip_id))
        return self._build_card(clip) if clip and not clip.is_hidden else None

    def get_shared(self, clip_id: int, uuid: str) -> ClipCard | None:
        """Return the card of a shared clip; None if the uuid is not the current one."""
        clip = self._find_shared(clip_id, uuid)
        return self._build_card(clip) if clip else None

    def open_poster(self, clip_id: int, uuid: str) -> BinaryIO | None:
        """Open the poster of a shared clip, a JPEG; None if there is none. The caller closes the stream."""
        clip = self._find_shared(clip_id, uuid)
        if clip is None or not clip.has_poster:
            return None
        try:
            return self._files.open(clip.poster_key)
        except FileGoneError:
            return None

    def _find_shared(self, clip_id: int, uuid: str) -> Clip | None:
        clip = self._clips.get(ClipId(clip_id))
        if clip is None or clip.is_hidden:
            return None
        return clip if compare_digest(str(clip.uuid).encode(), uuid.encode()) else None

    def _build_card(self, clip: Clip) -> ClipCard:
        length = timedelta(milliseconds=clip.range.duration_ms)
        is_name_public = self._channel.get_policy().is_name_public(clip, event_costs_money=True)
        name, event_id = clip.details.name, clip.event_id
        return ClipCard(clip.id, name, event_id, length, clip.created_at, clip.has_poster, is_name_public)
