"""Tests for search text without case, accents and punctuation."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import touchline
from touchline.shared.strings.folding import fold_text, matches_all_words, query_words, search_text


@pytest.mark.parametrize(
    ("text", "folded"),
    [
        ("St. Brendan", "st brendan"),
        ("  ÉQUIPE   Noël ", "equipe noel"),
        ("Cœur & œuvre", "coeur oeuvre"),
        ("Straße Ø Łódź", "strasse o lodz"),
        ("...", ""),
        ("𝐀Ⅰ", "ai"),
        ("Kaʻū", "ka u"),
        ("ŉ", "n"),
    ],
)
def test_a_text_is_folded_to_plain_words(text: str, folded: str) -> None:
    assert fold_text(text) == folded


@settings(deadline=None)
@given(st.text())
def test_folding_is_idempotent(text: str) -> None:
    assert fold_text(fold_text(text)) == fold_text(text)


@settings(deadline=None)
@given(st.text(min_size=1))
def test_every_word_of_a_text_is_found_in_it(text: str) -> None:
    assert all(word in search_text(text) for word in query_words(text))


def test_every_language_is_searched_without_duplicates() -> None:
    assert search_text({"en": "School", "fr": "École"}, "school", None) == "school ecole"


@pytest.mark.parametrize("apostrophe", "'’‘ʼʻ′‛ʽʹ＇`´ꞌ")
def test_every_apostrophe_is_the_same(apostrophe: str) -> None:
    for name in ("O'Brien", "Kapi'olani", "L'Assomption", "Hawai'i"):
        typed = name.replace("'", apostrophe)
        assert query_words(typed) == query_words(name)
        assert search_text(typed) == search_text(name)


@pytest.mark.parametrize(
    ("name", "query"),
    [
        ("Liliʻuokalani", "liliuokalani"),
        ("O’Brien", "OBrien"),
        ("D'Angelo High", "dangelo"),
        ("Oʻahu", "oahu"),
    ],
)
def test_a_word_with_an_apostrophe_is_found_without_it(name: str, query: str) -> None:
    assert set(query_words(query)) <= set(search_text(name).split())
    assert set(query_words(name)) <= set(search_text(name).split())


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("OBrien", True),
        ("o’brien zoe", True),
        ("strasse", True),
        ("zg@example", True),
        ("zg@", True),
        ("zoe tremblay", False),
        ("gz@example", False),
    ],
)
def test_parts_of_words_match(query: str, found: bool) -> None:
    assert matches_all_words(query, "zg@example.com", "Zoé", "O'Brien Straße") is found


def test_text_is_folded_by_one_function_alone() -> None:
    """Only `shared.strings.folding` may remove accents, because another function would give other results."""
    package = Path(touchline.__file__).parent
    folding = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if "unicodedata.combining" in path.read_text(encoding="utf-8")
    }
    frozen = "platform/db/migrations/versions/0010_search.py"
    assert folding - {"shared/tests/strings/test_folding.py"} == {"shared/strings/folding.py", frozen}
