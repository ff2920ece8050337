"""In-memory fakes of the ports of score alerts."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from touchline.engagement.domain.score_alerts import AlertMoment, AlertProgress
from touchline.engagement.domain.targets import ReminderTarget
from touchline.engagement.ports.reminders import Recipient
from touchline.engagement.ports.score_alerts import AlertGame, AlertText, SentAlert
from touchline.shared.ids import AccountId


@dataclass
class FakeGames:
    """`Games` with one game, whose moments a test sets."""

    targets: frozenset[ReminderTarget]
    moments: list[AlertMoment] = field(default_factory=list)
    delay: timedelta = timedelta(seconds=30)
    members: frozenset[AccountId] | None = None

    def get(self, event_id: int) -> AlertGame | None:
        if not self.moments:
            return None
        is_private = self.members is not None
        return AlertGame(list(self.moments), self.delay, self.targets, is_private)

    def write_alert(self, event_id: int, moment_id: str, language: str) -> AlertText | None:
        found = next((moment for moment in self.moments if moment.id == moment_id), None)
        return AlertText(f"{found.content} ({language})", "2nd period") if found else None

    def is_member(self, account_id: AccountId, event_id: int) -> bool:
        return self.members is not None and account_id in self.members


@dataclass
class FakeScoreAlerts:
    """`ScoreAlerts` in memory. `recipients` are the viewers who chose score alerts and show scores."""

    recipients: list[Recipient] = field(default_factory=list)
    progress: dict[int, AlertProgress] = field(default_factory=dict)
    sent: dict[tuple[AccountId, int], SentAlert] = field(default_factory=dict)

    def get(self, event_id: int) -> AlertProgress:
        return self.progress.get(event_id, AlertProgress())

    def lock(self, event_id: int, at: datetime) -> AlertProgress:
        return self.get(event_id)

    def save(self, event_id: int, progress: AlertProgress, at: datetime) -> None:
        self.progress[event_id] = progress

    def list_due(self, now: datetime) -> Sequence[int]:
        return [number for number, item in self.progress.items() if item.due_at and item.due_at <= now]

    def list_recipients(
        self, event_id: int, number: int, targets: Collection[ReminderTarget], after: AccountId, limit: int
    ) -> Sequence[Recipient]:
        waiting = (item for item in self.recipients if self._get_number(item.account_id, event_id) < number)
        return [item for item in waiting if item.account_id > after and item.target in targets][:limit]

    def find_target(
        self, account_id: AccountId, targets: Collection[ReminderTarget]
    ) -> ReminderTarget | None:
        chosen = (item.target for item in self.recipients if item.account_id == account_id)
        return next((target for target in chosen if target in targets), None)

    def add_sent(self, account_id: AccountId, event_id: int, number: int, at: datetime) -> bool:
        if self._get_number(account_id, event_id) >= number:
            return False
        self.sent[account_id, event_id] = SentAlert(number, frozenset())
        return True

    def get_sent(self, account_id: AccountId, event_id: int) -> SentAlert | None:
        return self.sent.get((account_id, event_id))

    def add_delivery(self, account_id: AccountId, event_id: int, number: int, subscription_id: int) -> None:
        sent = self.sent[account_id, event_id]
        if sent.number == number:
            self.sent[account_id, event_id] = SentAlert(number, sent.delivered | {subscription_id})

    def list_for_account(self, account_id: AccountId) -> Sequence[tuple[int, datetime]]:
        return []

    def delete_before(self, before: datetime) -> int:
        return 0

    def _get_number(self, account_id: AccountId, event_id: int) -> int:
        sent = self.get_sent(account_id, event_id)
        return sent.number if sent else 0
