"""The safety delay of a live stream: how long its segments are held back before viewers get them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.domain.media.live_playlists import PlaylistEntry

MAX_SAFETY_DELAY_SECONDS = 120


@dataclass(slots=True)
class ReleaseSchedule:
    """Releases held segments at the pace at which they play.

    An encoder that is away for less than the delay is therefore not noticed: viewers see a cut, and the delay
    is shorter from then on. Once nothing is left, viewers have stopped anyway, and the full delay is built up
    again. `released_at` is when the last segment was released.
    """

    released_at: datetime | None = None

    def release_due(self, held: Sequence[PlaylistEntry], delay: timedelta, now: datetime) -> int:
        """Return how many of the held segments are due, and continue after them."""
        count = 0
        for entry in held:
            due_at = self._get_due_time(entry, delay)
            if due_at > now:
                break
            self.released_at = due_at
            count += 1
        return count

    def _get_due_time(self, entry: PlaylistEntry, delay: timedelta) -> datetime:
        if self.released_at is not None:
            due_at = self.released_at + timedelta(milliseconds=entry.duration_ms)
            if entry.ends_at <= due_at:
                return due_at
        return entry.ends_at + delay
