"""Matching query words: exact, by prefix, by substring, or with typos. The closest kind of match wins."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.search_vocabulary import MAX_WORDS, Vocabulary, max_typos, parse_query
from touchline.shared.strings.folding import fold_text

KNOWN_WORDS = [
    "goldfield",
    "ironwood",
    "hockey",
    "rocket",
    "rock",
    "basketball",
    "ball",
    "elan",
    "2026",
    "st",
    "u15",
]
VOCABULARY = Vocabulary({word: number for number, word in enumerate(KNOWN_WORDS)})


def match_words(query: str) -> list[list[str]]:
    """Return the vocabulary words that each query word matches."""
    return [[KNOWN_WORDS[number] for number in ids] for ids in VOCABULARY.find_matches(query)]


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("Goldfield", [["goldfield"]]),
        ("GOLDFIELD Ironwood", [["goldfield"], ["ironwood"]]),
        ("Élan", [["elan"]]),
        ("rock", [["rocket", "rock"]]),
        ("rock hockey", [["rock"], ["hockey"]]),
        ("ball hockey", [["ball"], ["hockey"]]),
        ("field", [["goldfield"]]),
        ("gold iron", [["goldfield"], ["ironwood"]]),
        ("s", [["st"]]),
        ("s hockey", [[], ["hockey"]]),
    ],
)
def test_words_match_exactly_and_the_last_one_by_prefix(query: str, found: list[list[str]]) -> None:
    assert match_words(query) == found


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("goldfeild hocky", [["goldfield"], ["hockey"]]),
        ("goldfiedl", [["goldfield"]]),
        ("goldfild ball", [["goldfield"], ["ball"]]),
        ("basktebal", [["basketball"]]),
        ("goldfei", [["goldfield"]]),
        ("glodf", [["goldfield"]]),
        ("ironwoood hockeey", [["ironwood"], ["hockey"]]),
        ("hoxxey", [[]]),
        ("2025", [[]]),
        ("u16", [[]]),
        ("zz", [[]]),
    ],
)
def test_typos_are_tolerated(query: str, found: list[list[str]]) -> None:
    assert match_words(query) == found


@pytest.mark.parametrize(
    ("word", "typos"), [("oak", 0), ("pine", 1), ("iron123", 0), ("rockets", 1), ("ironwood", 2)]
)
def test_longer_words_tolerate_more_typos(word: str, typos: int) -> None:
    assert max_typos(word) == typos


def test_stop_words_are_ignored_unless_they_are_the_whole_query() -> None:
    assert parse_query("Goldfield vs. Ironwood") == ["goldfield", "ironwood"]
    assert parse_query("v") == ["v"]


def test_a_query_has_a_maximum_of_distinct_words() -> None:
    assert parse_query("one two one") == ["one", "two"]
    assert len(parse_query(" ".join(f"w{number}" for number in range(50)))) == MAX_WORDS


@settings(deadline=None)
@given(st.text(min_size=1, max_size=30))
def test_a_known_word_is_always_found_regardless_of_case_and_accents(text: str) -> None:
    every = dict.fromkeys(fold_text(text).split(), 7)
    assert all(7 in ids for ids in Vocabulary(every).find_matches(text))


def test_a_query_of_punctuation_matches_nothing_and_a_blank_one_everything() -> None:
    assert EventFilter(query="%_!").matches_nothing
    assert not EventFilter(query="  ").matches_nothing
    assert not EventFilter(query="a!").matches_nothing
