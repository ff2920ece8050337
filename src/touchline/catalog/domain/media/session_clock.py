"""The wall clock of an ingest session: when its segments were captured."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

_OFFSETS = 60
"""Number of recent segments that decide, about two minutes. A weak connection or a busy server may deliver
all segments late for half a minute, and the published clock never goes back. After a longer pause in an
encoder's video, the clock is right again once these segments have arrived."""


@dataclass(slots=True)
class SessionClock:
    """Estimates the start of each segment from the times at which segments were complete.

    A segment may arrive late, for example after a weak connection, but never early. The earliest of the
    recent ones therefore gives the time.
    """

    first_start: datetime | None = None
    _ends_ms: list[int] = field(default_factory=list)
    _offsets_ms: deque[int] = field(default_factory=lambda: deque(maxlen=_OFFSETS))
    _has_paused: bool = False

    @property
    def count(self) -> int:
        """Number of segments so far."""
        return len(self._ends_ms)

    def add(self, durations_ms: Sequence[int], complete_at: datetime) -> None:
        """Add the next segments, all of which were complete at this time."""
        if self.first_start is None:
            self.first_start = complete_at - timedelta(milliseconds=sum(durations_ms))
        for duration_ms in durations_ms:
            self._ends_ms.append((self._ends_ms[-1] if self._ends_ms else 0) + duration_ms)
        if durations_ms:
            if self._has_paused:
                self._offsets_ms.clear()
                self._has_paused = False
            elapsed_ms = round((complete_at - self.first_start).total_seconds() * 1000)
            self._offsets_ms.append(elapsed_ms - self._ends_ms[-1])

    def pause(self) -> None:
        """Estimate from new segments only, because the encoder has paused."""
        self._has_paused = True

    def get_media_start_ms(self, index: int) -> int:
        """Return where a segment starts in the media of the session, in milliseconds."""
        return self._ends_ms[index - 1] if index else 0

    def get_start(self, index: int) -> datetime:
        """Return when the first frame of a segment was captured."""
        assert self.first_start is not None
        return self.first_start + timedelta(
            milliseconds=self.get_media_start_ms(index) + min(self._offsets_ms)
        )

    def list_starts(self) -> list[datetime]:
        """Return when each segment was captured."""
        if self.first_start is None:
            return []
        first = self.get_start(0)
        return [first + timedelta(milliseconds=start_ms) for start_ms in [0, *self._ends_ms[:-1]]]

    def get_end(self, index: int) -> datetime:
        """Return when the last frame of a segment was captured."""
        assert self.first_start is not None
        return self.first_start + timedelta(milliseconds=self._ends_ms[index] + min(self._offsets_ms))
