"""The MP4 of a whole event: made once, for all who may take it away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from touchline.clips.domain.ids import EventFileId
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.work import MOST_ATTEMPTS, Work


@dataclass(slots=True)
class EventFile(Work):
    """One file. `media_id` is the recording that it is made of: another recording makes another file.

    `folder` is where storage keeps it, `size` in bytes (0: not made). `version` is the one that was read.
    """

    LEASE: ClassVar[timedelta] = timedelta(seconds=30)
    GAVE_UP: ClassVar[str] = f"The file was cut short {MOST_ATTEMPTS} times. Please try again later."

    id: EventFileId
    channel_id: ChannelId
    event_id: EventId
    media_id: int
    folder: str
    created_at: datetime
    size: int = 0
    version: int = 0

    @property
    def key(self) -> str:
        """The MP4, once it is ready."""
        return f"{self.folder}/event.mp4"

    def finish(self, lease: str, size: int) -> None:
        """It is kept: from now on it can be taken away."""
        self._done(lease)
        self.size = size
