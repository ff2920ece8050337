"""Score alerts: which moment of a game has the next alert, and when it is sent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

MAX_AGE = timedelta(minutes=5)
"""Age of a moment, counted from when viewers saw it, up to which it is news. Entries of a scorer who was
offline are often older.
"""
MAX_FINAL_AGE = timedelta(hours=3)
"""Age up to which the final is news."""


@dataclass(frozen=True)
class AlertMoment:
    """A moment of a game. All viewers have seen it at `shown_at`; `at_ms` orders the moments.

    `content` is what an alert about it says. It changes with a correction.
    """

    id: str
    at_ms: int
    shown_at: datetime
    is_final: bool
    content: str

    def is_news(self, now: datetime) -> bool:
        """Return whether an alert is not too late."""
        return now < self.expires_at

    @property
    def expires_at(self) -> datetime:
        """The time from which an alert would be too late."""
        return self.shown_at + (MAX_FINAL_AGE if self.is_final else MAX_AGE)


@dataclass(frozen=True)
class AlertProgress:
    """The alerts of a game so far, and when the next one is due.

    `number` counts the alerts, 0 before the first. `moment_id`, `at_ms` and `content` are those of the last
    one. `is_sending`: some viewers may not have got it yet. `due_at` is the time of the next alert; None if
    nothing waits.
    """

    number: int = 0
    moment_id: str = ""
    at_ms: int = 0
    content: str = ""
    is_sending: bool = False
    due_at: datetime | None = None

    def is_announced(self, moment: AlertMoment) -> bool:
        """Return whether the alert of a moment was sent. A corrected moment counts as another.

        After an undo, the moments before it get no second alert.
        """
        if moment.id == self.moment_id:
            return moment.content == self.content
        return moment.at_ms <= self.at_ms

    def start(self, moment: AlertMoment) -> AlertProgress:
        """Return the progress at the start of an alert about a moment. The same alert may start again."""
        if self.is_announced(moment):
            return self
        return replace(
            self,
            number=self.number + 1,
            moment_id=moment.id,
            at_ms=moment.at_ms,
            content=moment.content,
            is_sending=True,
        )


def find_moment(moments: Sequence[AlertMoment], progress: AlertProgress, now: datetime) -> AlertMoment | None:
    """Return the moment of the alert to send now: the latest that viewers have seen.

    None if its alert was sent, or if it is too old. The moment of an alert that is being sent is
    returned again.
    """
    seen = [moment for moment in moments if moment.shown_at <= now]
    if not seen or not seen[-1].is_news(now):
        return None
    latest = seen[-1]
    is_resumed = progress.is_sending and latest.id == progress.moment_id
    return latest if is_resumed or not progress.is_announced(latest) else None


def find_due_time(
    moments: Sequence[AlertMoment], progress: AlertProgress, now: datetime, delay: timedelta
) -> datetime | None:
    """Return when to send the next alert; None if there is no alert to send.

    An alert waits for the moments that follow within the delay, and has only the last of them.
    """
    news = [moment for moment in moments if moment.is_news(now) and not progress.is_announced(moment)]
    if not news:
        return None
    latest = news[0].shown_at + delay
    return max(moment.shown_at for moment in news if moment.shown_at <= latest)
