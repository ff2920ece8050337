"""What the page of a clip must say of it to others, before anybody watches: its head, its picture."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest
from typing import BinaryIO

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Clips
from touchline.clips.ports.files import Files, Gone


@dataclass(frozen=True)
class ClipCard:
    """A clip by the name that its viewer gave it; `pictured` says whether its poster is there yet."""

    id: int
    name: str
    event_id: int
    duration: timedelta
    made_at: datetime
    pictured: bool


class ShowClipCards:
    """Cards are the same for everybody. Who has a shared clip's id and its present uuid may see its picture;
    once it is unshared or deleted nobody has."""

    def __init__(self, clips: Clips, files: Files) -> None:
        self._clips = clips
        self._files = files

    def of(self, clip_id: int) -> ClipCard | None:
        """A clip of the channel; None where there is none of that id."""
        clip = self._clips.get(ClipId(clip_id))
        return _card(clip) if clip else None

    def shared(self, clip_id: int, uuid: str) -> ClipCard | None:
        """The same of a shared clip; None for another uuid than its present one."""
        clip = self._shared(clip_id, uuid)
        return _card(clip) if clip else None

    def poster(self, clip_id: int, uuid: str) -> BinaryIO | None:
        """The picture of a shared clip, a JPEG, to be closed; None where there is none."""
        clip = self._shared(clip_id, uuid)
        if clip is None or not clip.has_poster:
            return None
        try:
            return self._files.open(clip.poster_key)
        except Gone:
            return None

    def _shared(self, clip_id: int, uuid: str) -> Clip | None:
        clip = self._clips.get(ClipId(clip_id))
        return clip if clip and compare_digest(str(clip.uuid).encode(), uuid.encode()) else None


def _card(clip: Clip) -> ClipCard:
    length = timedelta(milliseconds=clip.range.duration_ms)
    return ClipCard(clip.id, clip.words.name, clip.event_id, length, clip.created_at, clip.has_poster)
