"""The MP4 of a whole event, made once for all viewers who may download it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import ClassVar

from touchline.clips.domain.ids import EventFileId
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.ids import ChannelId, EventId
from touchline.shared.tasks.work import Work, WorkState

EVENT_FILE = "event.mp4"
RETENTION = timedelta(days=30)
"""Files that nobody requested for this long are deleted.

A file is as large as the recording and can be made again in minutes.
"""


@dataclass(slots=True)
class EventFile(Work):
    """The MP4 file of an event.

    `source` identifies its recording (`Footage.source`), `media_id` its medium.

    `folder` is the file's folder in storage. `size` is in bytes (0: no file yet). `requested_at` is the last
    request, accurate to the hour. `version` is the row version that was read.
    """

    LEASE: ClassVar[timedelta] = timedelta(seconds=30)
    GAVE_UP: ClassVar[ErrorMessage] = ErrorMessage(
        "errors.file_attempts_failed", "This file failed several times. Please try again later."
    )

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
        """The storage key of the MP4, valid once the file is ready."""
        return f"{self.folder}/{EVENT_FILE}"

    def finish(self, lease: str, size: int) -> None:
        """Record that the file is saved and can be downloaded."""
        self._complete(lease)
        self.size = size

    def mark_requested(self, now: datetime) -> bool:
        """Record a request. Return True if the file must be made again.

        The first request after a failure reports that failure. The next one starts a new attempt.
        """
        self.requested_at = now
        if self.state is not WorkState.FAILED:
            return False
        again = self.is_failure_reported
        self.is_failure_reported = not again
        if again:
            self.restart()
        return again

    def renew(self, source: str) -> None:
        """Start over, because the file is lost or was made from another recording."""
        if self.is_finished:
            self.state, self.size, self.source, self.is_failure_reported = WorkState.FAILED, 0, source, False
            self.restart()

    def can_delete(self, now: datetime, source: str) -> bool:
        """Return whether nobody needs the file any more.

        That is so if the event's recording changed or is gone, or nobody requested the file for `RETENTION`.
        A file that is being made is kept.
        """
        return self.is_finished and (self.source != source or now - self.requested_at >= RETENTION)

    def needs_update(self, now: datetime) -> bool:
        """Return whether a request now must be recorded."""
        return self.state is WorkState.FAILED or now - self.requested_at >= timedelta(hours=1)
