"""What an answer is made of, noted while it is made: tables, facts about the asker, the time.

Whoever keeps answers (`platform.http.remembered`) knows by this for whom, and how long, one is right.
"""

from __future__ import annotations

import math
from contextvars import ContextVar, Token
from dataclasses import dataclass, field, fields
from datetime import datetime
from pathlib import Path

from touchline.shared.clock import SystemClock
from touchline.shared.principal import Principal

VARY_FIELDS = frozenset(principal_field.name for principal_field in fields(Principal)) - {"channel_id"}
"""What may make an answer another for another asker of the same channel."""


@dataclass
class Dependencies:
    """`tables` were read, and `files`, each written at its `st_mtime_ns`; `vary_fields` of the asker were
    looked at; `is_uncacheable`: something was written, or it was said that the answer is for once, so that
    it is not one to keep; `is_time_dependent`: the clock was looked at, so that the answer is right within
    its second, or `valid_until` an instant before which the time makes no other one."""

    tables: set[str] = field(default_factory=set)
    files: set[tuple[Path, int]] = field(default_factory=set)
    vary_fields: set[str] = field(default_factory=set)
    is_uncacheable: bool = False
    is_time_dependent: bool = False
    valid_until: datetime | None = None

    def valid_seconds(self, first_second: int) -> tuple[float, float]:
        """The seconds in which an answer that was begun in `first_second` is right; the last is not one of
        them."""
        return first_second, first_second + 1 if self.valid_until is None else math.ceil(
            self.valid_until.timestamp()
        )


_current: ContextVar[Dependencies | None] = ContextVar("touchline_notes", default=None)


def current_dependencies() -> Dependencies | None:
    """The notes that are taken now; None: none are."""
    return _current.get()


def start_tracking(dependencies: Dependencies | None) -> Token[Dependencies | None]:
    """From now on note here; `stop_tracking` with the answer ends it."""
    return _current.set(dependencies)


def stop_tracking(token: Token[Dependencies | None]) -> None:
    """Note where it was noted before."""
    _current.reset(token)


def add_file(path: Path, mtime_ns: int) -> None:
    """The present answer is made of a file as it was written then (`st_mtime_ns`)."""
    if dependencies := _current.get():
        dependencies.files.add((path, mtime_ns))


def mark_uncacheable() -> None:
    """The present answer is for the one who asks and for this once."""
    if dependencies := _current.get():
        dependencies.is_uncacheable = True


class TrackingClock(SystemClock):
    """The clock of the machine; that it was looked at is noted."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""
        dependencies = _current.get()
        if dependencies is not None:
            dependencies.is_time_dependent = True
        return super().now()


class TrackingPrincipal(Principal):
    """A principal of whom it is noted which facts are looked at."""

    def __getattribute__(self, name: str) -> object:
        """Any of its facts."""
        if name in VARY_FIELDS and (dependencies := _current.get()) is not None:
            dependencies.vary_fields.add(name)
        return object.__getattribute__(self, name)


def track_principal(principal: Principal) -> Principal:
    """The same one, watched."""
    return TrackingPrincipal(
        **{
            principal_field.name: getattr(principal, principal_field.name)
            for principal_field in fields(Principal)
        }
    )
