"""Text as it is searched, compared and sorted: without case, accents and punctuation. The one fold of all
lists, searches and commands."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping

LETTERS = str.maketrans({"ø": "o", "œ": "oe", "æ": "ae", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
APOSTROPHES = dict.fromkeys(
    map(ord, "\u2018\u2019\u201b\u2032\u02b9\u02bb\u02bc\u02bd\u02be\u02bf\u02c8\ua78c\uff07`\u00b4"), "'"
)
"""Every sign that people type for an apostrophe or an ʻokina. Unicode counts some of them as letters."""
_WITHIN = re.compile(r"(?<=\w)'(?=\w)")


def normalise(text: str) -> str:
    """`"Équipe  St. Brendan"` becomes `"equipe st brendan"`: letters and digits, one space between words.

    An apostrophe of any kind stands between two words.
    """
    return _spaced(_plain(text))


def _plain(text: str) -> str:
    folded = unicodedata.normalize("NFKD", text.translate(APOSTROPHES)).casefold()
    plain = unicodedata.normalize("NFKD", folded).translate(LETTERS).translate(APOSTROPHES)
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def _spaced(plain: str) -> str:
    return " ".join("".join(letter if letter.isalnum() else " " for letter in plain).split())


def _joined(text: str) -> Iterable[str]:
    """The words with an apostrophe within, written without it: `"o'brien"` as `"obrien"`."""
    plain = _plain(text)
    if "'" in plain:
        yield from (_spaced(word.replace("'", "")) for word in plain.split() if _WITHIN.search(word))


def words(query: str) -> tuple[str, ...]:
    """The words of a query; each must occur for a thing to match."""
    return tuple(normalise(query).split())


def has_words(query: str, *texts: str) -> bool:
    """Return whether each word of a query occurs somewhere in the texts; parts of a word count."""
    text = haystack(*texts)
    return all(normalise(word) in text for word in query.split())


def haystack(*texts: str | Mapping[str, str] | None) -> str:
    """What is searched: every wording in every language, normalised, each once. A word with an apostrophe is
    found without it as well."""
    flat = list(_flat(texts))
    joined = (word for text in flat for word in _joined(text))
    wordings = dict.fromkeys([*map(normalise, flat), *joined])
    return " ".join(text for text in wordings if text)


def _flat(texts: Iterable[str | Mapping[str, str] | None]) -> Iterable[str]:
    for text in texts:
        if isinstance(text, str):
            yield text
        elif text:
            yield from text.values()
