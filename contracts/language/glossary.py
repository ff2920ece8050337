"""Read the replaced words of the glossary, and find them in names and texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from contracts.language.identifiers import ROOT, DefinedName, split_words

GLOSSARY = ROOT / "docs/concepts/glossary.md"
Scope = Literal["names", "texts", "classes", "functions"]
_ROW = re.compile(r"^\| (?P<replaced>[^|]+) \| (?P<use>[^|]+) \| (?P<scopes>[^|]+) \|$", re.MULTILINE)
_TERM = re.compile(r"^\*\*(?P<term>[^*]+)\.\*\*", re.MULTILINE)
_IDENTIFIER = re.compile(r"[A-Za-z_]\w*")
_DEFINITION = re.compile(r"\b(class|def|function|interface|type|enum) (\w+)")
_KINDS = {"def": "function", "function": "function"} | dict.fromkeys(
    ("class", "interface", "type", "enum"), "class"
)
_SECTION = "## Replaced words"
_OTHER_WORDS = (("click", "house"), ("house", "ad"), ("house", "ads"), ("open", "house"))


class ReplacedWord(NamedTuple):
    """A word that the glossary replaced, what to use instead, and where the word may not return."""

    replaced: str
    use: str
    scopes: frozenset[Scope]

    @property
    def parts(self) -> tuple[str, ...]:
        """Return the words of a replaced term of several words."""
        return tuple(self.replaced.split())


class Glossary:
    """The terms of the glossary page and its table of replaced words."""

    def __init__(self, page: str) -> None:
        terms, _, replaced = page.partition(_SECTION)
        self.terms = tuple(_TERM.findall(terms))
        self.replaced_words = tuple(
            ReplacedWord(match["replaced"], match["use"], frozenset(match["scopes"].split(", ")))  # type: ignore[arg-type]
            for match in _ROW.finditer(replaced)
            if match["replaced"] != "Replaced"
        )

        self._checked: dict[str, bool] = {}

    def find_in_name(self, defined: DefinedName) -> ReplacedWord | None:
        """Return the replaced word in a name."""
        exact = self._exact_names.get((defined.kind, defined.name.lstrip("_")))
        return exact or self._find(split_words(defined.name), self._names)

    def find_in_text(self, text: str) -> ReplacedWord | None:
        """Return the first replaced word in a text."""
        return self._find(tuple(word.lower() for word in re.findall(r"[A-Za-z]+", text)), self._texts)

    def may_contain_replaced(self, source: str) -> bool:
        """Return whether a source file may have a replaced word, so that it is worth parsing."""
        words = set(_IDENTIFIER.findall(source))
        if any(map(self._has_replaced_part, words)):
            return True
        defined = {(_KINDS[kind], name.lstrip("_")) for kind, name in _DEFINITION.findall(source)}
        lowered = {word.lower() for word in words}
        return not defined.isdisjoint(self._exact_names) or any(
            lowered.issuperset(parts) for parts in self._texts
        )

    def _has_replaced_part(self, name: str) -> bool:
        if name not in self._checked:
            self._checked[name] = self._find(split_words(name), self._names) is not None
        return self._checked[name]

    def _find(
        self, words: tuple[str, ...], replaced: dict[tuple[str, ...], ReplacedWord]
    ) -> ReplacedWord | None:
        for start in range(len(words)):
            pairs = words[max(0, start - 1) : start + 1], words[start : start + 2]
            if any(pair in _OTHER_WORDS for pair in pairs):
                continue
            for length in (1, 2, 3):
                replaced_word = replaced.get(words[start : start + length])
                if replaced_word is not None:
                    return replaced_word
        return None

    def _select(self, scope: Scope) -> Iterator[ReplacedWord]:
        return (word for word in self.replaced_words if scope in word.scopes)

    @cached_property
    def _names(self) -> dict[tuple[str, ...], ReplacedWord]:
        return {word.parts: word for word in self._select("names")}

    @cached_property
    def _texts(self) -> dict[tuple[str, ...], ReplacedWord]:
        return {word.parts: word for word in self._select("texts")}

    @cached_property
    def _exact_names(self) -> dict[tuple[str, str], ReplacedWord]:
        classes = {("class", word.replaced): word for word in self._select("classes")}
        return classes | {("function", word.replaced): word for word in self._select("functions")}


def read_glossary() -> Glossary:
    """Return the glossary of the documentation."""
    return Glossary(GLOSSARY.read_text("utf-8"))
