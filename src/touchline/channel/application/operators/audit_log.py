"""Writing, reading and shortening the audit log (docs/decisions/0070-audit-log.md)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

from touchline.channel.domain.operators.audit_log import (
    AuditCursor,
    AuditEntry,
    AuditFilter,
    clean_record,
    get_kept_until,
)
from touchline.channel.ports.accounts.accounts import Accounts
from touchline.channel.ports.operators.audit_log import AuditLog
from touchline.channel.ports.site.channels import Channels
from touchline.shared.audit import Actor, ActorKind, AuditRecord, AuditSubject
from touchline.shared.clock import Clock
from touchline.shared.days import end_of_day, start_of_day
from touchline.shared.ids import AccountId, ChannelId
from touchline.shared.strings import normalize
from touchline.shared.unit_of_work import UnitOfWorkFactory

BATCH_SIZE = 500


class WriteAuditEntries:
    """Use case that writes entries in the current transaction, without secrets and personal data."""

    def __init__(self, audit_log: AuditLog, accounts: Accounts, clock: Clock, retention_days: int) -> None:
        self._audit_log = audit_log
        self._accounts = accounts
        self._clock = clock
        self._retention_days = retention_days

    def __call__(self, actor: Actor, records: Sequence[AuditRecord]) -> None:
        """Write an entry for each record."""
        now = self._clock.now()
        kept_until = get_kept_until(now, self._retention_days)
        name = self._get_name(actor)
        self._audit_log.add(
            [AuditEntry(now, actor, name, clean_record(record), kept_until) for record in records]
        )

    def find_subject(self, kind: str, value: object) -> AuditSubject:
        """Return the subject that an argument names. An email address becomes the id of the account."""
        text = "" if value is None else str(value)
        if "@" not in text:
            return AuditSubject(kind, text)
        account = self._accounts.get_by_email(normalize.email(text))
        return AuditSubject(kind, str(account.id) if account else "")

    def _get_name(self, actor: Actor) -> str:
        if actor.kind is not ActorKind.ACCOUNT:
            return actor.id
        account = self._accounts.get(AccountId(int(actor.id)))
        return account.name if account else ""


class ReadAuditLog:
    """Query of the current channel's entries."""

    def __init__(self, audit_log: AuditLog, channels: Channels, uow: UnitOfWorkFactory) -> None:
        self._audit_log = audit_log
        self._channels = channels
        self._uow = uow

    def list(
        self, audit_filter: AuditFilter, limit: int, after: AuditCursor | None = None
    ) -> tuple[Sequence[AuditEntry], AuditCursor | None]:
        """List a page of entries, newest first, and return the cursor of the next page."""
        entries = self._audit_log.list(audit_filter, limit + 1, after)
        page = entries[:limit]
        return page, AuditCursor(page[-1].at, page[-1].id) if len(entries) > limit else None

    def iterate(self, channel_id: ChannelId, audit_filter: AuditFilter) -> Iterator[AuditEntry]:
        """Yield all entries, newest first, a batch in memory at a time. Each batch is a unit of work."""
        cursor: AuditCursor | None = None
        while True:
            with self._uow(channel_id):
                entries, cursor = self.list(audit_filter, BATCH_SIZE, cursor)
            yield from entries
            if cursor is None:
                return

    def build_filter(
        self, actor: str, action: str, subject: str, first: date | None, last: date | None
    ) -> AuditFilter:
        """Return a filter. `subject` is `KIND` or `KIND:ID`.

        Days are in the channel's time zone, both included.
        """
        kind, _, subject_id = subject.partition(":")
        audit_filter = AuditFilter(actor, action, AuditSubject(kind, subject_id))
        if first is None and last is None:
            return audit_filter
        zone = ZoneInfo(self._channels.get_current().time_zone)
        return replace(
            audit_filter,
            since=start_of_day(first, zone) if first else None,
            until=end_of_day(last, zone) if last else None,
        )


class DeleteExpiredAuditEntries:
    """Use case that deletes entries whose retention is over, in every channel, in batches."""

    def __init__(self, uow: UnitOfWorkFactory, audit_log: AuditLog, clock: Clock) -> None:
        self._uow = uow
        self._audit_log = audit_log
        self._clock = clock

    def __call__(self) -> int:
        """Delete them and return their number."""
        now, total = self._clock.now(), 0
        while True:
            with self._uow.all_channels():
                count = self._audit_log.delete_expired(now, BATCH_SIZE)
            total += count
            if count < BATCH_SIZE:
                return total
