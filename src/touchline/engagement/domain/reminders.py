"""Reminders, which notify viewers when something goes live."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.targets import ReminderTarget


@dataclass(frozen=True)
class Reminder:
    """A viewer's reminder of something that may go live.

    `has_score_alerts`: the viewer also chose score alerts (`domain.score_alerts`).
    """

    id: ReminderId
    target: ReminderTarget
    created_at: datetime
    has_score_alerts: bool = False


@dataclass(frozen=True)
class OngoingEvent:
    """A live event. `targets` are the reminder targets that match it, including the event itself."""

    event_id: int
    targets: frozenset[ReminderTarget]
    started_at: datetime
    ends_at: datetime
