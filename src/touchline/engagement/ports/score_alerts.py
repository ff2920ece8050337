"""Ports to score alerts: the game in the catalog, and which alerts viewers got."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Protocol

from touchline.engagement.domain.score_alerts import AlertMoment, AlertProgress
from touchline.engagement.domain.targets import ReminderTarget
from touchline.engagement.ports.reminders import Recipient
from touchline.shared.ids import AccountId


@dataclass(frozen=True)
class AlertGame:
    """A game that may be going on, with its moments in order.

    `targets` are the reminder targets that match it. Moments within `delay` need only one alert.
    `is_private`: only members of its teams may be notified.
    """

    moments: Sequence[AlertMoment]
    delay: timedelta
    targets: frozenset[ReminderTarget]
    is_private: bool


@dataclass(frozen=True)
class AlertText:
    """The text of an alert in one language."""

    title: str
    body: str


class Games(Protocol):
    """The games of the current channel. Each query reads the timeline anew."""

    def get(self, event_id: int) -> AlertGame | None:
        """Return a game; None if it has no moment, is not going on, or its followers are not notified."""
        ...

    def write_alert(self, event_id: int, moment_id: str, language: str) -> AlertText | None:
        """Return the text of an alert; None if the timeline no longer has the moment."""
        ...

    def is_member(self, account_id: AccountId, event_id: int) -> bool:
        """Return whether a private event opens for the account as a member of a team."""
        ...


@dataclass(frozen=True)
class SentAlert:
    """The latest alert of a game to a viewer. `delivered` are the push subscriptions that got it."""

    number: int
    delivered: frozenset[int]


class ScoreAlerts(Protocol):
    """The progress of alerts by game, and the latest alert of each viewer, in the current transaction."""

    def get(self, event_id: int) -> AlertProgress:
        """Return the progress of a game. One query."""
        ...

    def lock(self, event_id: int, at: datetime) -> AlertProgress:
        """Return the progress of a game, which begins at `at` if there is none.

        Others wait for the end of this transaction. Call it first.
        """
        ...

    def save(self, event_id: int, progress: AlertProgress, at: datetime) -> None:
        """Save the progress of a game. Call `lock` first."""
        ...

    def list_due(self, now: datetime) -> Sequence[int]:
        """Return the events with an alert that is due. One query."""
        ...

    def list_recipients(
        self, event_id: int, number: int, targets: Collection[ReminderTarget], after: AccountId, limit: int
    ) -> Sequence[Recipient]:
        """List viewers who get an alert, by account id, starting after `after`. One query.

        These viewers chose score alerts for one of the targets, show scores, want at least one kind of
        notification, and have not got this alert.
        """
        ...

    def find_target(
        self, account_id: AccountId, targets: Collection[ReminderTarget]
    ) -> ReminderTarget | None:
        """Return the most specific of the targets for which the viewer chose score alerts. One query."""
        ...

    def add_sent(self, account_id: AccountId, event_id: int, number: int, at: datetime) -> bool:
        """Record an alert to a viewer. Return False if they already got this one or a later one."""
        ...

    def get_sent(self, account_id: AccountId, event_id: int) -> SentAlert | None:
        """Return the latest alert of a game to a viewer; None if there is none."""
        ...

    def add_delivery(self, account_id: AccountId, event_id: int, number: int, subscription_id: int) -> None:
        """Record that a push subscription received the alert, unless a later one replaced it."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        """List the events of which a viewer got score alerts, with the time of the last one."""
        ...

    def delete_before(self, before: datetime) -> int:
        """Delete what all channels recorded before `before`. Return the number of alerts to viewers."""
        ...
