"""Compares the cache policy of each view with what the view really reads, in every test that calls it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection
from contextvars import ContextVar
from dataclasses import dataclass, field
from datetime import datetime
from functools import wraps
from typing import Any

from flask import Flask, request
from sqlalchemy import Engine, event

from touchline.platform.db.base import Base
from touchline.platform.db.change_tracking import TableVersionRow, parse_tables
from touchline.platform.http.guards import KEY_REQUIRED
from touchline.platform.http.response_cache.policy import PENDING_ENTRY_KEY, CachePolicy
from touchline.shared.clock import FixedClock


@dataclass
class Reads:
    """The tables that a view read or changed in one request, and whether it read the clock."""

    tables: set[str] = field(default_factory=set)
    changed_tables: set[str] = field(default_factory=set)
    has_read_clock: bool = False

    def violations(
        self, policy: CachePolicy, declared: Collection[str], lookup_tables: frozenset[str]
    ) -> list[str]:
        """Return what is not declared. `declared` are the tables that the response depends on."""
        found = [f"reads {table}" for table in sorted(self.tables - {*declared} - lookup_tables)]
        found += [f"changes {table}" for table in sorted(self.changed_tables)]
        return found + (["reads the clock"] if self.has_read_clock and not policy.is_time_dependent else [])


_current: ContextVar[Reads | None] = ContextVar("reads_of_a_view", default=None)


def record_reads(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
    """Record the tables of a statement, as a listener of SQLAlchemy's `before_cursor_execute`."""
    if reads := _current.get():
        tables, changed_tables = parse_tables(statement, len(Base.metadata.tables))
        reads.tables |= tables - {TableVersionRow.__tablename__}
        reads.changed_tables |= changed_tables


class RecordingClock(FixedClock):
    """A fixed clock that records that a view read it."""

    def now(self) -> datetime:
        """Return the time that was set, in UTC."""
        if reads := _current.get():
            reads.has_read_clock = True
        return super().now()


class PolicyWatch:
    """Watches the cached views of an app. `violations` are their undeclared reads.

    `tables` are all tables that each view has read, by endpoint.
    """

    def __init__(self, app: Flask, engine: Engine, lookup_tables: tuple[str, ...]) -> None:
        event.listen(engine, "before_cursor_execute", record_reads)
        self.violations: set[str] = set()
        self.tables: dict[str, set[str]] = defaultdict(set)
        self.lookup_tables = frozenset(lookup_tables)
        for endpoint, view in app.view_functions.items():
            if hasattr(view, "cache_policy"):
                app.view_functions[endpoint] = self._watch(endpoint, view)

    def check(self) -> None:
        """Raise an error if a view read what its policy does not declare since the last check."""
        violations, self.violations = sorted(self.violations), set()
        assert violations == [], "declare it in the view's `cached_response` or `public_cache`"

    def _watch(self, endpoint: str, view: Any) -> Callable[..., Any]:
        @wraps(view)
        def watched(*arguments: Any, **options: Any) -> Any:
            reads = Reads()
            token = _current.set(reads)
            try:
                response = view(*arguments, **options)
            finally:
                _current.reset(token)
            pending = request.environ.get(PENDING_ENTRY_KEY)
            if getattr(response, "status_code", 200) == 200 and not (pending and pending.is_skipped):
                policy = view.cache_policy
                self._check(
                    endpoint, view, reads, pending.select_tables(policy) if pending else policy.tables
                )
            return response

        return watched

    def _check(self, endpoint: str, view: Any, reads: Reads, declared: Collection[str]) -> None:
        allowed = self.lookup_tables if view.caller_class in KEY_REQUIRED else frozenset()
        self.tables[endpoint] |= reads.tables
        self.violations |= {
            f"{endpoint} {violation}" for violation in reads.violations(view.cache_policy, declared, allowed)
        }
