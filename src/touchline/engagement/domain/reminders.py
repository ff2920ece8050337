"""Being told when something goes live."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.targets import ReminderTarget


@dataclass(frozen=True)
class Reminder:
    """What a viewer wants to be told of when it goes live."""

    id: ReminderId
    target: ReminderTarget
    created_at: datetime


@dataclass(frozen=True)
class OngoingEvent:
    """An event that is live: `targets` are all by which a reminder may be about it, itself among them."""

    event_id: int
    targets: frozenset[ReminderTarget]
    started_at: datetime
    ends_at: datetime
