"""Limits on what one session may report. Reports over a limit are kept as doubtful (ADR 58)."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.analytics.domain.records import PlaybackEvent, PlaybackEventType, Record
from touchline.analytics.domain.report_tokens import CLOCK_SKEW_SECONDS

MAX_MINUTE_POINTS = 120
MAX_HOUR_POINTS = 2_000
FIRST_FRAME_POINTS = 10
"""Cost of a first frame. It counts as a view in every report, so it costs more than the 1 of other
reports."""
WATCHED_SLACK_SECONDS = 60
"""Extra seconds of viewing, because a page can start playing before its first token is issued."""
_MINUTE, _HOUR = 60, 3600


@dataclass(slots=True)
class SessionUsage:
    """Usage counters of one session.

    `began` is when its first token was issued. `minute` and `hour` are the numbers of the current windows
    since 1970. `watched` is in seconds.
    """

    began: int
    minute: int = 0
    minute_points: int = 0
    hour: int = 0
    hour_points: int = 0
    watched: int = 0
    seen_at: int = 0

    def admit(self, record: Record, issued_at: int, received_at: int) -> bool:
        """Count a report and return True, or return False if it is over a limit.

        The limits are on reports in a minute and in an hour, and on seconds watched: no more than have passed
        since the session began.
        """
        self.began = min(self.began, issued_at)
        self._start_windows(received_at)
        points, seconds = _cost(record)
        elapsed = received_at - self.began + WATCHED_SLACK_SECONDS + CLOCK_SKEW_SECONDS
        if (
            self.minute_points + points > MAX_MINUTE_POINTS
            or self.hour_points + points > MAX_HOUR_POINTS
            or (seconds and self.watched + seconds > elapsed)
        ):
            return False
        self.minute_points += points
        self.hour_points += points
        self.watched += seconds
        return True

    def _start_windows(self, received_at: int) -> None:
        """Start new windows if due. A report that arrives late counts in the current windows."""
        minute, hour = received_at // _MINUTE, received_at // _HOUR
        if minute > self.minute:
            self.minute, self.minute_points = minute, 0
        if hour > self.hour:
            self.hour, self.hour_points = hour, 0
        self.seen_at = max(self.seen_at, received_at)


def _cost(record: Record) -> tuple[int, int]:
    """Return the points and the watched seconds of a report."""
    if not isinstance(record, PlaybackEvent):
        return 1, 0
    if record.what is PlaybackEventType.FIRST_FRAME:
        return FIRST_FRAME_POINTS, 0
    return 1, record.seconds if record.what is PlaybackEventType.VIEWING else 0
