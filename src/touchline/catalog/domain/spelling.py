"""Which known words a word of a query may mean: itself, what it begins or is part of, or a word mistyped.

The steps are tried in that order and the first that finds anything decides, so that a word which is known is
never taken for another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from rapidfuzz import process
from rapidfuzz.distance import OSA

from touchline.shared.folding import words

MOST_WORDS = 10
CONNECTORS = frozenset({"vs", "v", "at", "contre"})
"""Words between two teams; they narrow nothing."""
_PART = 3
_ONE_TYPO, _TWO_TYPOS = 4, 8

Meanings = tuple[tuple[int, ...], ...]
"""For each word of a query the ids of the words that it may mean; an empty one means that nothing matches."""


class SearchField(StrEnum):
    """What is searched: all words of a kind of thing, and of some kinds the words of their names alone."""

    EVENT = "event"
    PARTICIPANT = "participant"
    PARTICIPANT_NAME = "participant_name"
    GROUP = "group"
    GROUP_NAME = "group_name"
    LIBRARY = "library"
    LIBRARY_TITLE = "library_title"


class Vocabulary:
    """The distinct words of one field of a channel, normalised (`search.normalise`), each with its id."""

    def __init__(self, ids: Mapping[str, int] | None = None) -> None:
        self._ids = dict(ids or {})

    def meanings(self, query: str) -> Meanings:
        """What the words of a query may mean. The last one may still be being typed."""
        asked = asked_words(query)
        return tuple(self._ids_of(self._meant(word, is_last=word == asked[-1])) for word in asked)

    def _ids_of(self, found: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(self._ids[word] for word in found))

    def _meant(self, word: str, *, is_last: bool) -> Iterable[str]:
        known = [word] if word in self._ids else []
        if is_last:
            known = [each for each in self._ids if each.startswith(word)]
        if not known and len(word) >= _PART:
            known = [each for each in self._ids if word in each]
        return known or self._mistyped(word, is_last=is_last)

    def _mistyped(self, word: str, *, is_last: bool) -> Iterable[str]:
        """The nearest words by insertions, deletions, changes and swaps of neighbours."""
        allowed = typos_forgiven(word)
        if not allowed:
            return ()
        known = list(self._ids)
        near = _near(word, known, known, allowed)
        if is_last:
            for length in range(len(word) - 1, len(word) + 2):
                _nearer(near, _near(word, known, [each[:length] for each in known], allowed))
        least = min(near.values(), default=0)
        return [each for each, distance in near.items() if distance == least]


def asked_words(query: str) -> Sequence[str]:
    """The words of a query that narrow it: each once, `MOST_WORDS` at most."""
    every = list(dict.fromkeys(words(query)))
    telling = [word for word in every if word not in CONNECTORS]
    return (telling or every)[:MOST_WORDS]


def typos_forgiven(word: str) -> int:
    """None in a short word or a number, where another word or number is as near; one from four letters on,
    two from eight."""
    if len(word) < _ONE_TYPO or any(letter.isnumeric() for letter in word):
        return 0
    return 1 if len(word) < _TWO_TYPOS else 2


def _near(word: str, known: Sequence[str], written: Sequence[str], allowed: int) -> dict[str, int]:
    """Known word → distance, by how each is `written`."""
    found = process.extract(word, written, scorer=OSA.distance, score_cutoff=allowed, limit=None)
    return {known[place]: int(distance) for _, distance, place in found}


def _nearer(near: dict[str, int], others: Mapping[str, int]) -> None:
    for word, distance in others.items():
        near[word] = min(distance, near.get(word, distance))
