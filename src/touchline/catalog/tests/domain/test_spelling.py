"""Words of a query are known words, beginnings, parts, or words mistyped; the nearest step decides."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from touchline.catalog.domain.filters import EventFilter
from touchline.catalog.domain.spelling import MOST_WORDS, Vocabulary, asked_words, typos_forgiven
from touchline.shared.folding import normalise

KNOWN = [
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
VOCABULARY = Vocabulary({word: number for number, word in enumerate(KNOWN)})


def meant(query: str) -> list[list[str]]:
    """The words that each word of a query may mean."""
    return [[KNOWN[number] for number in ids] for ids in VOCABULARY.meanings(query)]


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
def test_a_word_is_itself_and_the_last_one_may_be_a_beginning(query: str, found: list[list[str]]) -> None:
    assert meant(query) == found


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
def test_a_mistyped_word_is_forgiven_within_reason(query: str, found: list[list[str]]) -> None:
    assert meant(query) == found


@pytest.mark.parametrize(
    ("word", "typos"), [("oak", 0), ("pine", 1), ("iron123", 0), ("rockets", 1), ("ironwood", 2)]
)
def test_longer_words_are_forgiven_more(word: str, typos: int) -> None:
    assert typos_forgiven(word) == typos


def test_words_between_two_teams_narrow_nothing_unless_they_are_all_there_is() -> None:
    assert asked_words("Goldfield vs. Ironwood") == ["goldfield", "ironwood"]
    assert asked_words("v") == ["v"]


def test_a_query_has_a_most_of_words_and_each_counts_once() -> None:
    assert asked_words("one two one") == ["one", "two"]
    assert len(asked_words(" ".join(f"w{number}" for number in range(50)))) == MOST_WORDS


@settings(deadline=None)
@given(st.text(min_size=1, max_size=30))
def test_a_known_word_is_always_found_however_it_is_written(text: str) -> None:
    every = dict.fromkeys(normalise(text).split(), 7)
    assert all(7 in ids for ids in Vocabulary(every).meanings(text))


def test_a_query_of_signs_alone_matches_nothing_and_a_blank_one_everything() -> None:
    assert EventFilter(query="%_!").matches_nothing
    assert not EventFilter(query="  ").matches_nothing
    assert not EventFilter(query="a!").matches_nothing
