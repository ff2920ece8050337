"""Repository of the audit log. Entries are added and read, never changed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.channel.domain.operators.audit_log import AuditCursor, AuditEntry, AuditFilter
from touchline.shared.ids import AccountId


@dataclass(frozen=True, slots=True)
class KnownActor:
    """An actor of the log, with its latest name."""

    key: str
    name: str


class AuditLog(Protocol):
    """The audit log of the current channel."""

    def add(self, entries: Sequence[AuditEntry]) -> None:
        """Add entries of one actor in the current transaction."""
        ...

    def list(
        self, audit_filter: AuditFilter, limit: int, after: AuditCursor | None = None
    ) -> Sequence[AuditEntry]:
        """List the newest entries first, with one query. `after` is the last entry of the page before."""
        ...

    def list_actors(self) -> Sequence[KnownActor]:
        """List all actors by name."""
        ...

    def erase_actor(self, account_id: AccountId) -> None:
        """Erase the name and IP addresses of an account. Its entries stay, under its id."""
        ...

    def delete_expired(self, now: datetime, limit: int) -> int:
        """Delete at most `limit` entries whose time is over, in all channels, and return their number."""
        ...
