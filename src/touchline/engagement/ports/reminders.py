"""Ports to reminders and sent notifications."""

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
    """A viewer to notify of an event, with the matching reminder target and notification settings.

    `has_push_subscription`: at least one browser receives push messages for the viewer.
    """

    account_id: AccountId
    target: ReminderTarget
    settings: NotificationSettings
    has_push_subscription: bool


class Reminders(Protocol):
    """Reminders of the channel's viewers, in the current transaction."""

    def list_for_account(self, account_id: AccountId) -> Sequence[Reminder]:
        """List a viewer's reminders, newest first. One query."""
        ...

    def add(self, account_id: AccountId, target: ReminderTarget, at: datetime) -> tuple[Reminder, bool]:
        """Add a reminder unless it exists. Return it and whether it is new. Safe for concurrent requests."""
        ...

    def set_score_alerts(self, account_id: AccountId, target: ReminderTarget, *, is_on: bool) -> None:
        """Turn the score alerts of the viewer's reminder of a target on or off, if there is one."""
        ...

    def remove(self, account_id: AccountId, reminder_id: ReminderId) -> bool:
        """Delete a reminder. Return False if the viewer has none with this id."""
        ...

    def remove_by_target(self, account_id: AccountId, target: ReminderTarget) -> None:
        """Delete the viewer's reminder of a target, if there is one."""
        ...

    def find_most_specific(
        self, account_id: AccountId, targets: Collection[ReminderTarget]
    ) -> ReminderTarget | None:
        """Return the most specific target with a reminder: the event before a team, school or sport.

        Return None if the viewer has no reminder of these targets.
        """
        ...

    def list_recipients(self, event: OngoingEvent, after: AccountId, limit: int) -> Sequence[Recipient]:
        """List viewers to notify of an event, by account id, starting after `after`. One query.

        These viewers have a reminder older than the stream and want at least one kind of notification. They
        have no notification of this event yet. Each appears once, with the most specific reminder.
        """
        ...

    def list_event_ids(self, after: int, limit: int) -> Sequence[int]:
        """List ids above `after` of events that have reminders, in order."""
        ...

    def remove_for_events(self, event_ids: Collection[int]) -> None:
        """Delete the reminders of these events. Reminders of teams, schools and sports stay."""
        ...


class SentNotifications(Protocol):
    """Record of which viewer was notified of which event."""

    def add(self, account_id: AccountId, event_id: int, at: datetime) -> bool:
        """Record a notification. Return False if it was already recorded."""
        ...

    def list_delivered(self, account_id: AccountId, event_id: int) -> frozenset[int] | None:
        """Return the ids of the push subscriptions that got the message; None without a notification."""
        ...

    def add_delivery(self, account_id: AccountId, event_id: int, subscription_id: int) -> None:
        """Record that a push subscription received the message."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        """List the events of which a viewer was notified, with the times, latest first."""
        ...

    def delete_before(self, before: datetime) -> int:
        """Delete notifications of all channels that were sent before `before`. Return their number."""
        ...
