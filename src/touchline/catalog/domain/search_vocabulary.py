"""Search vocabulary: the known words that a word in a query can match.

A word matches itself, the words that it begins, the words that it is part of, or its nearest words with
typos. These steps are tried in this order, and the first one with a result decides. A known word is thus
never taken for another word.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from rapidfuzz import process
from rapidfuzz.distance import OSA

from touchline.shared.strings.folding import query_words

MAX_WORDS = 10
STOP_WORDS = frozenset({"vs", "v", "at", "contre"})
"""Words between two team names. They do not narrow a search."""
_MIN_SUBSTRING_LENGTH = 3
_ONE_TYPO_LENGTH, _TWO_TYPOS_LENGTH = 4, 8

WordMatches = tuple[tuple[int, ...], ...]
"""For each word of a query, the ids of the words that it matches. An empty tuple means that nothing
matches."""


class SearchField(StrEnum):
    """The searchable fields: all words of an item or, for some kinds, only the words of its name."""

    EVENT = "event"
    PARTICIPANT = "participant"
    PARTICIPANT_NAME = "participant_name"
    GROUP = "group"
    GROUP_NAME = "group_name"
    LIBRARY = "library"
    LIBRARY_TITLE = "library_title"


class Vocabulary:
    """The distinct words in one field of a channel, normalized with `fold_text`, each with its id."""

    def __init__(self, ids: Mapping[str, int] | None = None) -> None:
        self._ids = dict(ids or {})

    def find_matches(self, query: str) -> WordMatches:
        """Return the known words that each word of a query matches. The last word may be incomplete."""
        query_terms = parse_query(query)
        return tuple(
            self._get_ids(self._match_word(word, is_last=word == query_terms[-1])) for word in query_terms
        )

    def _get_ids(self, words: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(self._ids[word] for word in words))

    def _match_word(self, word: str, *, is_last: bool) -> Iterable[str]:
        matching = [word] if word in self._ids else []
        if is_last:
            matching = [candidate for candidate in self._ids if candidate.startswith(word)]
        if not matching and len(word) >= _MIN_SUBSTRING_LENGTH:
            matching = [candidate for candidate in self._ids if word in candidate]
        return matching or self._match_with_typos(word, is_last=is_last)

    def _match_with_typos(self, word: str, *, is_last: bool) -> Iterable[str]:
        """Return the nearest words by insertions, deletions, substitutions and swaps of adjacent letters."""
        max_distance = max_typos(word)
        if not max_distance:
            return ()
        known_words = list(self._ids)
        distances = _find_within_distance(word, known_words, known_words, max_distance)
        if is_last:
            for length in range(len(word) - 1, len(word) + 2):
                _merge_distances(
                    distances,
                    _find_within_distance(
                        word, known_words, [candidate[:length] for candidate in known_words], max_distance
                    ),
                )
        shortest = min(distances.values(), default=0)
        return [candidate for candidate, distance in distances.items() if distance == shortest]


def parse_query(query: str) -> Sequence[str]:
    """Return the distinct words of a query that narrow it, at most `MAX_WORDS`."""
    all_words = list(dict.fromkeys(query_words(query)))
    significant = [word for word in all_words if word not in STOP_WORDS]
    return (significant or all_words)[:MAX_WORDS]


def max_typos(word: str) -> int:
    """Return the number of typos allowed in a word: one from four letters on, two from eight.

    Short words and numbers allow none, because other words or numbers are just as close.
    """
    if len(word) < _ONE_TYPO_LENGTH or any(letter.isnumeric() for letter in word):
        return 0
    return 1 if len(word) < _TWO_TYPOS_LENGTH else 2


def _find_within_distance(
    word: str, known_words: Sequence[str], spellings: Sequence[str], max_distance: int
) -> dict[str, int]:
    """Return the distance of each known word within `max_distance`, compared by its entry in `spellings`."""
    matches = process.extract(word, spellings, scorer=OSA.distance, score_cutoff=max_distance, limit=None)
    return {known_words[index]: int(distance) for _, distance, index in matches}


def _merge_distances(distances: dict[str, int], other_distances: Mapping[str, int]) -> None:
    for word, distance in other_distances.items():
        distances[word] = min(distance, distances.get(word, distance))
