"""Names of entries of the document for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from touchline.channel.domain.document.entries import EntryRef
from touchline.front.packs.document.contents import Content, index_content
from touchline.shared.strings.localized import localize

_NAME_FIELDS = ("name", "title", "question")


class EntryNames:
    """The names of the entries of contents, in the language of the first one that has the entry."""

    def __init__(self, *contents: Content) -> None:
        self._contents = [(content["channel"]["language"], index_content(content)) for content in contents]

    def get(self, ref: EntryRef) -> str:
        """Return the name of an entry: `Hawks @ Otters` for a game without a name. Empty without a name."""
        for language, entries in self._contents:
            if ref.key and ref in entries:
                return _name(entries[ref], entries, language)
        return ""


def _name(entry: Mapping[str, Any], entries: Mapping[EntryRef, Any], language: str) -> str:
    for field in _NAME_FIELDS:
        if text := _to_text(entry.get(field), language):
            return text
    teams = [
        _to_text(entries.get(EntryRef("participants", str(entry.get(side))), {}).get("name"), language)
        for side in ("away", "home")
    ]
    return " @ ".join(teams) if all(teams) else _to_text(entry.get("label"), language)


def _to_text(value: Any, language: str) -> str:
    return localize(value, language) if isinstance(value, Mapping) else str(value or "")
