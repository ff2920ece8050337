"""The dependencies of a response, recorded while it is built: tables, files, principal fields, the time.

The response cache (`platform.http.response_cache`) uses them to decide for whom, and for how long, a response
is valid.
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
"""Fields that can make a response differ between principals of the same channel."""


@dataclass
class Dependencies:
    """The dependencies of one response.

    `tables` were read, and `files`, each with its `st_mtime_ns`. `vary_fields` are the principal's fields
    that were read. `is_uncacheable` is True if something was written, or if the response was marked as valid
    once only. `is_time_dependent` is True if the clock was read. The response is then valid within its
    second, or until `valid_until`, before which the time does not change it.
    """

    tables: set[str] = field(default_factory=set)
    files: set[tuple[Path, int]] = field(default_factory=set)
    vary_fields: set[str] = field(default_factory=set)
    is_uncacheable: bool = False
    is_time_dependent: bool = False
    valid_until: datetime | None = None

    def valid_seconds(self, first_second: int) -> tuple[float, float]:
        """Return the first valid second of a response started in `first_second`, and the end (exclusive)."""
        return first_second, first_second + 1 if self.valid_until is None else math.ceil(
            self.valid_until.timestamp()
        )


_current: ContextVar[Dependencies | None] = ContextVar("touchline_notes", default=None)


def current_dependencies() -> Dependencies | None:
    """Return the dependencies being recorded, or None if recording is off."""
    return _current.get()


def start_tracking(dependencies: Dependencies | None) -> Token[Dependencies | None]:
    """Start recording into `dependencies`. Pass the returned token to `stop_tracking` to end it."""
    return _current.set(dependencies)


def stop_tracking(token: Token[Dependencies | None]) -> None:
    """Restore the previous recording."""
    _current.reset(token)


def add_file(path: Path, mtime_ns: int) -> None:
    """Record that the current response depends on a file with this `st_mtime_ns`."""
    if dependencies := _current.get():
        dependencies.files.add((path, mtime_ns))


def mark_uncacheable() -> None:
    """Mark the current response as valid for this request only."""
    if dependencies := _current.get():
        dependencies.is_uncacheable = True


class TrackingClock(SystemClock):
    """The system clock, which records that it was read."""

    def now(self) -> datetime:
        """Return the current time as an aware datetime in UTC."""
        dependencies = _current.get()
        if dependencies is not None:
            dependencies.is_time_dependent = True
        return super().now()


class TrackingPrincipal(Principal):
    """A principal that records which of its fields are read."""

    def __getattribute__(self, name: str) -> object:
        """Return a field and record that it was read."""
        if name in VARY_FIELDS and (dependencies := _current.get()) is not None:
            dependencies.vary_fields.add(name)
        return object.__getattribute__(self, name)


def track_principal(principal: Principal) -> Principal:
    """Return a copy of the principal that records which fields are read."""
    return TrackingPrincipal(
        **{
            principal_field.name: getattr(principal, principal_field.name)
            for principal_field in fields(Principal)
        }
    )
