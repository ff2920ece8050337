"""Answers that are kept as bytes, and what each of them is good for. It knows nothing of HTTP's course."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from threading import Lock

Marks = Mapping[str, int]
Stamp = tuple[tuple[str, int], ...]
MOST_SECONDS = 10.0
"""What was changed past all marks (a statement by hand) shows after so long at the latest."""
_MOST_KINDS = 20_000
_ROUGHLY = 1_000
"""What an answer takes beside its bytes."""


@dataclass(slots=True, eq=False)
class Kept:
    """An answer: its headers and bytes; `stamp`: the tables it was made of and their marks before; `seconds`:
    where it was made of the time, those it is right in, the last not one of them; `told`: what the access log
    and the metrics call it."""

    headers: tuple[tuple[str, str], ...]
    body: bytes
    etag: str | None
    stamp: Stamp
    seconds: tuple[float, float] | None
    until: float
    told: tuple[str, str]
    held_against: Marks | None = None

    def is_right(self, marks: Marks, second: int, now: float) -> bool:
        """Whether it still says what would be said."""
        if now >= self.until:
            return False
        if self.seconds is not None and not self.seconds[0] <= second < self.seconds[1]:
            return False
        if self.held_against is marks:
            return True  # they are the same ones as at the last call
        if any(marks.get(name, 0) != mark for name, mark in self.stamp):
            return False
        self.held_against = marks
        return True


class Memory:
    """So many bytes of answers at the most; what was not asked for longest goes first.

    For each thing that was asked (`base`) it knows by which facts of the asker the answers differ. The facts
    that one answer looked at are added to those that others did: so an answer is found by whoever would make
    it look at the same facts and see the same in them, and by nobody else.
    """

    def __init__(self, most_bytes: int) -> None:
        self._most = most_bytes
        self._answers: OrderedDict[Hashable, Kept] = OrderedDict()
        self._facts: OrderedDict[Hashable, tuple[str, ...]] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def facts(self, base: Hashable) -> tuple[str, ...] | None:
        """By which facts of the asker the answers differ; None: nothing is known of it."""
        return self._facts.get(base)

    def find(self, key: Hashable) -> Kept | None:
        """The answer, right or not any more."""
        found = self._answers.get(key)
        if found is not None:
            try:
                self._answers.move_to_end(key)
            except KeyError:
                return None  # it went meanwhile
        return found

    def learn(self, base: Hashable, facts: frozenset[str]) -> tuple[str, ...]:
        """Add facts that an answer looked at; all there are."""
        with self._lock:
            known = tuple(sorted(facts.union(self._facts.pop(base, ()))))
            self._facts[base] = known
            while len(self._facts) > _MOST_KINDS:
                self._facts.popitem(last=False)
        return known

    def keep(self, key: Hashable, answer: Kept) -> None:
        """Keep an answer, in the place of one that was there."""
        if len(answer.body) > self._most // 8:
            return
        with self._lock:
            self._drop(self._answers.pop(key, None))
            self._answers[key] = answer
            self.size += len(answer.body) + _ROUGHLY
            while self.size > self._most:
                self._drop(self._answers.popitem(last=False)[1])

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._answers.clear()
            self._facts.clear()
            self.size = 0

    def _drop(self, answer: Kept | None) -> None:
        if answer is not None:
            self.size -= len(answer.body) + _ROUGHLY
