"""Cache policy: declares how the response cache may reuse a view's response."""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from touchline.platform.db.prepared_queries import QueryFailedError
from touchline.platform.db.table_versions import TableVersions, VersionSnapshot
from touchline.shared.ids import SessionId
from touchline.shared.principal import Principal

PENDING_ENTRY_KEY = "touchline.pending_cache_entry"
"""Key in the WSGI environment of the `PendingEntry` of a request."""
_ANONYMOUS = {"session_id": SessionId(0), "account_id": None, "country": None}
"""Principal fields that a policy may vary on, with the value that a view gets for an undeclared field."""


@dataclass(frozen=True)
class CachePolicy:
    """The dependencies of a view's response, besides the URL, the channel and the language.

    `tables` are all tables that the view reads. `varies_on` are the principal fields that it uses. If
    `is_time_dependent`, the response is valid within its second, or until the view calls
    `caching.set_valid_until`. `public_seconds` is the lifetime of the response in shared caches, which get
    only responses that are equal for every principal of a channel.
    """

    tables: tuple[str, ...]
    varies_on: tuple[str, ...] = ()
    is_time_dependent: bool = False
    public_seconds: int | None = None

    def __post_init__(self) -> None:
        if set(self.varies_on) - _ANONYMOUS.keys():
            raise ValueError(f"A response cannot vary on {self.varies_on}.")

    def hide_undeclared(self, principal: Principal) -> Principal:
        """Return the principal without the fields on which the response does not vary.

        A view can therefore not put them into a response that others get.
        """
        hidden_fields = {name: value for name, value in _ANONYMOUS.items() if name not in self.varies_on}
        return replace(
            principal,
            **hidden_fields,  # type: ignore[arg-type]
            must_change_password=False,
            single_sign_on_at=None,
        )


@dataclass
class PendingEntry:
    """A response that a view is computing now, and that the cache may store afterwards.

    `files` are the files that it was made from, with their `st_mtime_ns`. `unread_tables` are tables of the
    policy that the view did not read this time.
    """

    table_versions: TableVersions
    policy: CachePolicy | None = None
    versions: VersionSnapshot | None = None
    principal: Principal | None = None
    log_labels: tuple[str, str] = ("", "")
    nonce: str = ""
    is_skipped: bool = False
    valid_until: datetime | None = None
    files: list[tuple[Path, int | None]] = field(default_factory=list)
    unread_tables: frozenset[str] = frozenset()

    def start(self, policy: CachePolicy, log_labels: tuple[str, str]) -> None:
        """Let the response be cached. Call this before the request's transaction reads anything."""
        try:
            self.versions = self.table_versions.current()
        except QueryFailedError:
            return
        self.policy, self.log_labels = policy, log_labels

    def select_tables(self, policy: CachePolicy) -> tuple[str, ...]:
        """Return the tables of the policy that the response depends on."""
        return tuple(table for table in policy.tables if table not in self.unread_tables)

    def valid_seconds(self, first_second: int) -> tuple[float, float] | None:
        """Return the seconds in which a response started in `first_second` is valid, without the last one.

        None means always.
        """
        if self.policy is None or not self.policy.is_time_dependent:
            return None
        until = first_second + 1 if self.valid_until is None else math.ceil(self.valid_until.timestamp())
        return first_second, until
