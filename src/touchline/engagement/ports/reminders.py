"""Keeping reminders, and whom they are due to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.engagement.domain.ids import ReminderId
from touchline.engagement.domain.notification_settings import NotificationSettings
from touchline.engagement.domain.reminders import OngoingEvent, Reminder
from touchline.engagement.domain.targets import ReminderTarget
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class Recipient:
    """A viewer who was not told of an event yet: by which reminder, how they want to be told, and whether any
    browser takes pushes for them."""

    account_id: AccountId
    target: ReminderTarget
    settings: NotificationSettings
    has_push_subscription: bool


class Reminders(Protocol):
    """The reminders of the channel's viewers, in the present transaction."""

    def list_for_account(self, account_id: AccountId) -> Sequence[Reminder]:
        """A viewer's reminders, the newest first: one query."""
        ...

    def add(self, account_id: AccountId, target: ReminderTarget, at: datetime) -> tuple[Reminder, bool]:
        """The reminder, and whether it is new: there is one for each thing, whoever comes first."""
        ...

    def remove(self, account_id: AccountId, reminder_id: ReminderId) -> bool:
        """Delete it; False where the viewer has none of that id."""
        ...

    def remove_by_target(self, account_id: AccountId, target: ReminderTarget) -> None:
        """Delete it, if there is one."""
        ...

    def find_most_specific(
        self, account_id: AccountId, targets: Collection[ReminderTarget]
    ) -> ReminderTarget | None:
        """What the viewer's reminder is about that fits best: the event before a team, school or sport."""
        ...

    def list_recipients(self, event: OngoingEvent, after: AccountId, limit: int) -> Sequence[Recipient]:
        """Viewers with a number above `after` whose reminder is older than the stream, who want to be told by
        any way and were not yet; each once, with the nearest reminder. By number; one query."""
        ...

    def list_event_ids(self, after: int, limit: int) -> Sequence[int]:
        """Ids above `after` of events that reminders are about, by id."""
        ...

    def remove_for_events(self, event_ids: Collection[int]) -> None:
        """Delete the reminders about these events alone."""
        ...


class SentNotifications(Protocol):
    """Who was told of which event."""

    def add(self, account_id: AccountId, event_id: int, at: datetime) -> bool:
        """Note it; False where it was noted before, by whomever."""
        ...

    def list_delivered(self, account_id: AccountId, event_id: int) -> frozenset[int] | None:
        """The push subscriptions that this was pushed to; None where the viewer was not told."""
        ...

    def add_delivery(self, account_id: AccountId, event_id: int, subscription_id: int) -> None:
        """Note that this was pushed there."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        """Of which events a viewer was told and when, the last first."""
        ...

    def delete_before(self, before: datetime) -> int:
        """Delete what was told before, in every channel; answers how much."""
        ...
