"""Answers that are kept as bytes, and what each of them is good for. It knows nothing of HTTP's course."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

from touchline.platform.db.marks import Seen

T = TypeVar("T")
Stamp = tuple[tuple[str, int], ...]
_ROUGHLY, _OF_AN_ANSWER = 1_000, 2_000
"""What a thing takes beside its bytes and its address, and an answer more than that."""
_SHARE_OF_KINDS = 8


@dataclass(slots=True, eq=False)
class Kept:
    """An answer: its headers and bytes; `stamp`: the tables it was made of and their marks before; `seconds`:
    where it was made of the time, those it is right in, the last not one of them; `told`: what the access log
    and the metrics call it; `files` it was made of, by their `st_mtime_ns`; `nonce`: what is another with
    each giving; `held_against`: the sum of the marks that it was right by last."""

    headers: tuple[tuple[str, str], ...]
    body: bytes
    etag: str | None
    stamp: Stamp
    seconds: tuple[float, float] | None
    until: float
    told: tuple[str, str]
    files: tuple[tuple[Path, int], ...] = ()
    nonce: str = ""
    held_against: int = -1

    def is_right(self, marks: Seen, second: int, now: float) -> bool:
        """Whether it still says what would be said."""
        if now >= self.until:
            return False
        if self.seconds is not None and not self.seconds[0] <= second < self.seconds[1]:
            return False
        if any(_written(path) != then for path, then in self.files):
            return False
        if self.held_against == marks.total:
            return True  # they are the same ones as at the last call
        if any(marks.of_tables.get(name, 0) != mark for name, mark in self.stamp):
            return False
        self.held_against = marks.total
        return True

    @property
    def extent(self) -> int:
        """Its bytes, those of its headers, and what holds it all together."""
        return _OF_AN_ANSWER + len(self.body) + sum(len(name) + len(value) for name, value in self.headers)


def _written(path: Path) -> int | None:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return None


class Shelf(Generic[T]):
    """So many bytes of things at the most, their addresses counted; what was not asked for longest goes
    first."""

    def __init__(self, most_bytes: int) -> None:
        self.most = most_bytes
        self.size = 0
        self._things: OrderedDict[Hashable, tuple[T, int]] = OrderedDict()
        self._lock = Lock()

    def find(self, key: Hashable) -> T | None:
        """The thing."""
        with self._lock:
            found = self._things.get(key)
            if found is None:
                return None
            self._things.move_to_end(key)
            return found[0]

    def keep(self, key: Hashable, thing: T, extent: int) -> None:
        """Put a thing of so many bytes there, in the place of one that was."""
        weight = extent + _ROUGHLY + _length(key)
        with self._lock:
            self._drop(key)
            self._things[key] = (thing, weight)
            self.size += weight
            while self.size > self.most:
                self._drop(next(iter(self._things)))

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._things.clear()
            self.size = 0

    def _drop(self, key: Hashable) -> None:
        found = self._things.pop(key, None)
        if found is not None:
            self.size -= found[1]


def _length(key: Hashable) -> int:
    """The characters of an address, which whoever asks chooses."""
    if isinstance(key, tuple):
        return sum(map(_length, key))
    return len(key) if isinstance(key, (str, bytes)) else 0


class Memory:
    """So many bytes of answers at the most.

    For each thing that was asked (`base`) it knows by which facts of the asker the answers differ. The facts
    that one answer looked at are added to those that others did: so an answer is found by whoever would make
    it look at the same facts and see the same in them, and by nobody else.
    """

    def __init__(self, most_bytes: int) -> None:
        of_kinds = most_bytes // _SHARE_OF_KINDS
        self._facts: Shelf[tuple[str, ...]] = Shelf(of_kinds)
        self._answers: Shelf[Kept] = Shelf(most_bytes - of_kinds)
        self._learning = Lock()
        self.facts = self._facts.find
        """By which facts of the asker the answers to a `base` differ; None: nothing is known of it."""
        self.find = self._answers.find
        """The answer, right or not any more."""

    @property
    def size(self) -> int:
        """The bytes that all of it takes, about."""
        return self._facts.size + self._answers.size

    def learn(self, base: Hashable, facts: frozenset[str]) -> tuple[str, ...]:
        """Add facts that an answer looked at; all there are."""
        with self._learning:
            known = tuple(sorted(facts.union(self._facts.find(base) or ())))
            self._facts.keep(base, known, 0)
        return known

    def keep(self, key: Hashable, answer: Kept) -> None:
        """Keep an answer, in the place of one that was there; none that would take the room of many."""
        if len(answer.body) <= self._answers.most // 8:
            self._answers.keep(key, answer, answer.extent)

    def clear(self) -> None:
        """Forget everything."""
        self._answers.clear()
        self._facts.clear()
