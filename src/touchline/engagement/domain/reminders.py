"""Being told when something goes live."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.things import About


@dataclass(frozen=True)
class Reminder:
    """What a viewer wants to be told of when it goes live."""

    id: ReminderId
    about: About
    created_at: datetime


@dataclass(frozen=True)
class LiveGame:
    """An event that is live: `abouts` are all by which a reminder may be about it, itself among them."""

    event_id: int
    abouts: frozenset[About]
    started_at: datetime
    ends_at: datetime
