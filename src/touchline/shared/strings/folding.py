"""Text in the form used for search, comparison and sorting: without case, accents and punctuation.

All lists, searches and commands use this one function.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

LETTER_REPLACEMENTS = str.maketrans(
    {"ø": "o", "œ": "oe", "æ": "ae", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}
)
APOSTROPHES = dict.fromkeys(
    map(ord, "\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\ua78c\uff07`\u00b4"), "'"
)
"""Characters that people type as an apostrophe or an ʻokina. Unicode classifies some of them as letters."""
_INNER_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")


def fold_text(text: str) -> str:
    """Fold a text: `"Équipe  St. Brendan"` becomes `"equipe st brendan"`.

    The result has letters and digits only, with one space between words. Any kind of apostrophe separates two
    words.
    """
    return _collapse_spaces(_fold_characters(text))


def _fold_characters(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.translate(APOSTROPHES)).casefold()
    folded_text = unicodedata.normalize("NFKD", folded).translate(LETTER_REPLACEMENTS).translate(APOSTROPHES)
    return "".join(letter for letter in folded_text if not unicodedata.combining(letter))


def _collapse_spaces(folded_text: str) -> str:
    return " ".join("".join(letter if letter.isalnum() else " " for letter in folded_text).split())


def _words_without_apostrophes(text: str) -> Iterable[str]:
    """Yield each word that contains an apostrophe, without it: `"o'brien"` as `"obrien"`."""
    folded_text = _fold_characters(text)
    if "'" in folded_text:
        yield from (
            _collapse_spaces(word.replace("'", ""))
            for word in folded_text.split()
            if _INNER_APOSTROPHE.search(word)
        )


def query_words(query: str) -> tuple[str, ...]:
    """Return the words of a query. A match contains all of them."""
    return tuple(fold_text(query).split())


def matches_all_words(query: str, *texts: str) -> bool:
    """Return whether each word of a query occurs in the texts. Parts of words match."""
    text = search_text(*texts)
    return all(fold_text(word) in text for word in query.split())


def search_text(*texts: str | Mapping[str, str] | None) -> str:
    """Return the searchable text: every text in every language, normalized, without duplicates.

    A word with an apostrophe is also included without it.
    """
    flattened = list(_flatten(texts))
    joined = (word for text in flattened for word in _words_without_apostrophes(text))
    variants = dict.fromkeys([*map(fold_text, flattened), *joined])
    return " ".join(text for text in variants if text)


def _flatten(texts: Iterable[str | Mapping[str, str] | None]) -> Iterable[str]:
    for text in texts:
        if isinstance(text, str):
            yield text
        elif text:
            yield from text.values()
