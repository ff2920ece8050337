"""Text is searched without case, accents and punctuation."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import touchline
from touchline.shared.folding import has_words, haystack, normalise, words


@pytest.mark.parametrize(
    ("text", "plain"),
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
def test_a_text_is_normalised_to_plain_words(text: str, plain: str) -> None:
    assert normalise(text) == plain


@settings(deadline=None)
@given(st.text())
def test_normalising_twice_changes_nothing_more(text: str) -> None:
    assert normalise(normalise(text)) == normalise(text)


@settings(deadline=None)
@given(st.text(min_size=1))
def test_every_word_of_a_text_is_found_in_it(text: str) -> None:
    assert all(word in haystack(text) for word in words(text))


def test_every_language_is_searched_and_nothing_stands_twice() -> None:
    assert haystack({"en": "School", "fr": "École"}, "school", None) == "school ecole"


@pytest.mark.parametrize("sign", "'’‘ʼʻ′‛ʽʹ＇`´ꞌ")
def test_every_apostrophe_is_the_same(sign: str) -> None:
    for name in ("O'Brien", "Kapi'olani", "L'Assomption", "Hawai'i"):
        typed = name.replace("'", sign)
        assert words(typed) == words(name)
        assert haystack(typed) == haystack(name)


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
    assert set(words(query)) <= set(haystack(name).split())
    assert set(words(name)) <= set(haystack(name).split())


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
def test_a_person_is_found_by_parts_of_words_as_everything_else_is(query: str, found: bool) -> None:
    assert has_words(query, "zg@example.com", "Zoé", "O'Brien Straße") is found


def test_text_is_folded_by_one_function_alone() -> None:
    """Another fold would find other things: whoever takes accents off asks `shared.folding`."""
    package = Path(touchline.__file__).parent
    folding = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if "unicodedata.combining" in path.read_text(encoding="utf-8")
    }
    frozen = "platform/db/migrations/versions/0010_search.py"
    assert folding - {"shared/tests/test_folding.py"} == {"shared/folding.py", frozen}
