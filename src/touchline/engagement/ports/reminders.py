"""Keeping reminders, and whom they are due to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.news import NewsSettings
from touchline.engagement.domain.reminders import LiveGame, Reminder
from touchline.engagement.domain.things import About
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Waiting:
    """A viewer who was not told of an event yet: by which reminder, how they want to be told, and whether any
    browser takes pushes for them."""

    account_id: AccountId
    about: About
    settings: NewsSettings
    has_browser: bool


class Reminders(Protocol):
    """The reminders of the channel's viewers, in the present transaction."""

    def of(self, account_id: AccountId) -> Sequence[Reminder]:
        """A viewer's reminders, the newest first: one query."""
        ...

    def add(self, account_id: AccountId, about: About, at: datetime) -> tuple[Reminder, bool]:
        """The reminder, and whether it is new: there is one for each thing, whoever comes first."""
        ...

    def remove(self, account_id: AccountId, reminder_id: ReminderId) -> bool:
        """Delete it; False where the viewer has none of that id."""
        ...

    def remove_about(self, account_id: AccountId, about: About) -> None:
        """Delete it, if there is one."""
        ...

    def nearest(self, account_id: AccountId, abouts: Collection[About]) -> About | None:
        """What the viewer's reminder is about that fits best: the event before a team, school or sport."""
        ...

    def waiting(self, game: LiveGame, after: AccountId, limit: int) -> Sequence[Waiting]:
        """Viewers with a number above `after` whose reminder is older than the stream, who want to be told by
        any way and were not yet; each once, with the nearest reminder. By number; one query."""
        ...

    def events(self, after: int, limit: int) -> Sequence[int]:
        """Ids above `after` of events that reminders are about, by id."""
        ...

    def remove_of_events(self, event_ids: Collection[int]) -> None:
        """Delete the reminders about these events alone."""
        ...


class Told(Protocol):
    """Who was told of which event."""

    def first(self, account_id: AccountId, event_id: int, at: datetime) -> bool:
        """Note it; False where it was noted before, by whomever."""
        ...

    def reached(self, account_id: AccountId, event_id: int) -> frozenset[int] | None:
        """The push subscriptions that this was pushed to; None where the viewer was not told."""
        ...

    def reach(self, account_id: AccountId, event_id: int, subscription_id: int) -> None:
        """Note that this was pushed there."""
        ...

    def all_of(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        """Of which events a viewer was told and when, the last first."""
        ...

    def forget(self, before: datetime) -> int:
        """Delete what was told before, in every channel; answers how much."""
        ...
