"""Which known words a word of a query may mean: itself, what it begins or is part of, or a word mistyped.

The steps are tried in that order and the first that finds anything decides, so that a word which is known is
never taken for another one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from enum import StrEnum

from rapidfuzz import process
from rapidfuzz.distance import OSA

from touchline.shared.strings.folding import query_words

MAX_WORDS = 10
STOP_WORDS = frozenset({"vs", "v", "at", "contre"})
"""Words between two teams; they narrow nothing."""
_MIN_SUBSTRING_LENGTH = 3
_ONE_TYPO_LENGTH, _TWO_TYPOS_LENGTH = 4, 8

WordMatches = tuple[tuple[int, ...], ...]
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

    def find_matches(self, query: str) -> WordMatches:
        """What the words of a query may mean. The last one may still be being typed."""
        query_terms = parse_query(query)
        return tuple(
            self._get_ids(self._match_word(word, is_last=word == query_terms[-1])) for word in query_terms
        )

    def _get_ids(self, found: Iterable[str]) -> tuple[int, ...]:
        return tuple(sorted(self._ids[word] for word in found))

    def _match_word(self, word: str, *, is_last: bool) -> Iterable[str]:
        matching = [word] if word in self._ids else []
        if is_last:
            matching = [each for each in self._ids if each.startswith(word)]
        if not matching and len(word) >= _MIN_SUBSTRING_LENGTH:
            matching = [each for each in self._ids if word in each]
        return matching or self._match_with_typos(word, is_last=is_last)

    def _match_with_typos(self, word: str, *, is_last: bool) -> Iterable[str]:
        """The nearest words by insertions, deletions, changes and swaps of neighbours."""
        max_distance = max_typos(word)
        if not max_distance:
            return ()
        matching = list(self._ids)
        distances = _find_within_distance(word, matching, matching, max_distance)
        if is_last:
            for length in range(len(word) - 1, len(word) + 2):
                _merge_distances(
                    distances,
                    _find_within_distance(word, matching, [each[:length] for each in matching], max_distance),
                )
        shortest = min(distances.values(), default=0)
        return [each for each, distance in distances.items() if distance == shortest]


def parse_query(query: str) -> Sequence[str]:
    """The words of a query that narrow it: each once, `MAX_WORDS` at most."""
    all_words = list(dict.fromkeys(query_words(query)))
    significant = [word for word in all_words if word not in STOP_WORDS]
    return (significant or all_words)[:MAX_WORDS]


def max_typos(word: str) -> int:
    """None in a short word or a number, where another word or number is as near; one from four letters on,
    two from eight."""
    if len(word) < _ONE_TYPO_LENGTH or any(letter.isnumeric() for letter in word):
        return 0
    return 1 if len(word) < _TWO_TYPOS_LENGTH else 2


def _find_within_distance(
    word: str, matching: Sequence[str], spellings: Sequence[str], max_distance: int
) -> dict[str, int]:
    """Known word → distance, by how each is `spellings`."""
    found = process.extract(word, spellings, scorer=OSA.distance, score_cutoff=max_distance, limit=None)
    return {matching[index]: int(distance) for _, distance, index in found}


def _merge_distances(distances: dict[str, int], other_distances: Mapping[str, int]) -> None:
    for word, distance in other_distances.items():
        distances[word] = min(distance, distances.get(word, distance))
