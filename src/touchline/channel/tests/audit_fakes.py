"""An audit log in memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from touchline.channel.domain.operators.audit_log import AuditCursor, AuditEntry, AuditFilter
from touchline.channel.ports.operators.audit_log import KnownActor
from touchline.shared.audit import ActorKind
from touchline.shared.ids import AccountId


class FakeAuditLog:
    """`AuditLog` in a list, newest last. It filters by nothing but the cursor."""

    def __init__(self) -> None:
        self.entries: list[AuditEntry] = []

    def add(self, entries: Sequence[AuditEntry]) -> None:
        """Append the entries."""
        self.entries += [
            replace(entry, id=number) for number, entry in enumerate(entries, start=len(self.entries) + 1)
        ]

    def list(
        self, audit_filter: AuditFilter, limit: int, after: AuditCursor | None = None
    ) -> Sequence[AuditEntry]:
        """List the entries from the end."""
        found = sorted(self.entries, key=lambda entry: (entry.at, entry.id), reverse=True)
        return [entry for entry in found if not after or (entry.at, entry.id) < (after.at, after.id)][:limit]

    def list_actors(self) -> Sequence[KnownActor]:
        """List the actors of the entries."""
        names = {entry.actor.key: entry.actor_name for entry in self.entries}
        return [KnownActor(*item) for item in sorted(names.items())]

    def erase_actor(self, account_id: AccountId) -> None:
        """Replace the entries of the account."""
        self.entries = [
            replace(entry, actor=replace(entry.actor, ip=""), actor_name="")
            if (entry.actor.kind, entry.actor.id) == (ActorKind.ACCOUNT, str(account_id))
            else entry
            for entry in self.entries
        ]

    def delete_expired(self, now: datetime, limit: int) -> int:
        """Remove the first entries that may go."""
        expired = [entry for entry in self.entries if entry.kept_until and entry.kept_until <= now][:limit]
        self.entries = [entry for entry in self.entries if entry not in expired]
        return len(expired)
