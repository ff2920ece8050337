"""Text as it is searched and sorted: without case, accents and punctuation."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping

LETTERS = str.maketrans({"ø": "o", "œ": "oe", "æ": "ae", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})


def normalise(text: str) -> str:
    """`"Équipe  St. Brendan"` becomes `"equipe st brendan"`: letters and digits, one space between words."""
    folded = unicodedata.normalize("NFKD", text).casefold()
    plain = unicodedata.normalize("NFKD", folded).translate(LETTERS)
    letters = (letter if letter.isalnum() else " " for letter in plain if not unicodedata.combining(letter))
    return " ".join("".join(letters).split())


def words(query: str) -> tuple[str, ...]:
    """The words of a query; each must occur for a thing to match."""
    return tuple(normalise(query).split())


def haystack(*texts: str | Mapping[str, str] | None) -> str:
    """What is searched: every wording in every language, normalised, each once."""
    wordings = dict.fromkeys(normalise(text) for text in _flat(texts))
    return " ".join(text for text in wordings if text)


def _flat(texts: Iterable[str | Mapping[str, str] | None]) -> Iterable[str]:
    for text in texts:
        if isinstance(text, str):
            yield text
        elif text:
            yield from text.values()
