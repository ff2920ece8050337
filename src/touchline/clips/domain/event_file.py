"""The MP4 of a whole event: made once, for all who may take it away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from touchline.clips.domain.ids import EventFileId
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.work import MAX_ATTEMPTS, Work, WorkState

EVENT_FILE = "event.mp4"
RETENTION = timedelta(days=30)
"""So long a file is kept that nobody asks for: it is as large as the recording, and made again in minutes."""


@dataclass(slots=True)
class EventFile(Work):
    """One file. `source` is the recording that it is made of (`Footage.source`), and `media_id` its medium.

    `folder` is where storage keeps it, `size` in bytes (0: not made). `requested_at` is when somebody last
    asked for it, to the hour. `version` is the one that was read.
    """

    LEASE: ClassVar[timedelta] = timedelta(seconds=30)
    GAVE_UP: ClassVar[str] = f"The file was cut short {MAX_ATTEMPTS} times. Please try again later."

    id: EventFileId
    channel_id: ChannelId
    event_id: EventId
    media_id: int
    source: str
    folder: str
    created_at: datetime
    requested_at: datetime
    size: int = 0
    is_failure_reported: bool = False
    version: int = 0

    @property
    def key(self) -> str:
        """The MP4, once it is ready."""
        return f"{self.folder}/{EVENT_FILE}"

    def finish(self, lease: str, size: int) -> None:
        """It is kept: from now on it can be taken away."""
        self._complete(lease)
        self.size = size

    def mark_requested(self, now: datetime) -> bool:
        """Somebody asks for it. True where that has it made once more: it failed, and somebody was told so
        before; who waits for it must hear of it once."""
        self.requested_at = now
        if self.state is not WorkState.FAILED:
            return False
        again = self.is_failure_reported
        self.is_failure_reported = not again
        if again:
            self.restart()
        return again

    def renew(self, source: str) -> None:
        """It is no longer where it was kept, or made of another recording: it is to be made once more."""
        if self.is_finished:
            self.state, self.size, self.source, self.is_failure_reported = WorkState.FAILED, 0, source, False
            self.restart()

    def can_delete(self, now: datetime, source: str) -> bool:
        """Whether nobody needs it: the event has another recording now or none, or nobody asked for long. One
        that is being made stays."""
        return self.is_finished and (self.source != source or now - self.requested_at >= RETENTION)

    def needs_update(self, now: datetime) -> bool:
        """Whether there is something to note when somebody asks for it now."""
        return self.state is WorkState.FAILED or now - self.requested_at >= timedelta(hours=1)
