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

FACTS = frozenset(one.name for one in fields(Principal)) - {"channel_id"}
"""What may make an answer another for another asker of the same channel."""


@dataclass
class Notes:
    """`tables` were read, and `files`, each written at its `st_mtime_ns`; `facts` of the asker were looked
    at; `wrote`: something was written, or it was said that the answer is for once, so that it is not one to
    keep; `timely`: the clock was looked at, so that the answer is right within its second, or `until` an
    instant before which the time makes no other one."""

    tables: set[str] = field(default_factory=set)
    files: set[tuple[Path, int]] = field(default_factory=set)
    facts: set[str] = field(default_factory=set)
    wrote: bool = False
    timely: bool = False
    until: datetime | None = None

    def seconds(self, first: int) -> tuple[float, float]:
        """The seconds in which an answer that was begun in `first` is right; the last is not one of them."""
        return first, first + 1 if self.until is None else math.ceil(self.until.timestamp())


_present: ContextVar[Notes | None] = ContextVar("touchline_notes", default=None)


def present() -> Notes | None:
    """The notes that are taken now; None: none are."""
    return _present.get()


def take(notes: Notes | None) -> Token[Notes | None]:
    """From now on note here; `stop` with the answer ends it."""
    return _present.set(notes)


def stop(token: Token[Notes | None]) -> None:
    """Note where it was noted before."""
    _present.reset(token)


def read_file(path: Path, written: int) -> None:
    """The present answer is made of a file as it was written then (`st_mtime_ns`)."""
    if notes := _present.get():
        notes.files.add((path, written))


def not_to_keep() -> None:
    """The present answer is for the one who asks and for this once."""
    if notes := _present.get():
        notes.wrote = True


class NotedClock(SystemClock):
    """The clock of the machine; that it was looked at is noted."""

    def now(self) -> datetime:
        """The present instant, aware, in UTC."""
        notes = _present.get()
        if notes is not None:
            notes.timely = True
        return super().now()


class NotedPrincipal(Principal):
    """A principal of whom it is noted which facts are looked at."""

    def __getattribute__(self, name: str) -> object:
        """Any of its facts."""
        if name in FACTS and (notes := _present.get()) is not None:
            notes.facts.add(name)
        return object.__getattribute__(self, name)


def noted(principal: Principal) -> Principal:
    """The same one, watched."""
    return NotedPrincipal(**{one.name: getattr(principal, one.name) for one in fields(Principal)})
