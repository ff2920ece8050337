"""Names in a file, and the teams, locations and categories of the channel that they mean."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from touchline.shared.strings.folding import fold_text
from touchline.shared.strings.localized import localize

MAX_CANDIDATES = 5
_SIMILARITY = 0.5


class NameKind(StrEnum):
    """What a name stands for."""

    TEAM = "team"
    LOCATION = "location"
    CATEGORY = "category"


class NameAction(StrEnum):
    """What the operator decides about an unknown name."""

    EXISTING = "existing"
    NEW = "new"
    TEXT = "text"
    IGNORE = "ignore"


SECTION_BY_KIND = {
    NameKind.TEAM: "participants",
    NameKind.LOCATION: "locations",
    NameKind.CATEGORY: "categories",
}


@dataclass(frozen=True, slots=True)
class NameRef:
    """A name in the form in which names are compared.

    `scope` is the category in which a team plays, empty if it is not known: a school has one team each.
    """

    kind: NameKind
    name: str
    scope: str = ""


def create_name_ref(kind: NameKind, text: str, scope: str = "") -> NameRef:
    """Return the reference of a name as it is written."""
    return NameRef(kind, fold_text(text), scope)


@dataclass(frozen=True, slots=True)
class NameChoice:
    """The decision about a name: an existing entry with its key, a new one, plain text, or no import."""

    action: NameAction
    key: str = ""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entry that a name may mean."""

    key: str
    label: str


class NameIndex:
    """The entries of one kind by all their names: key, names and short names in every language, and those of
    their group."""

    def __init__(
        self, entries: Iterable[Mapping[str, Any]], groups: Mapping[str, Mapping[str, Any]], language: str
    ) -> None:
        self._keys: defaultdict[str, dict[str, None]] = defaultdict(dict)
        self.entries = {str(entry["key"]): entry for entry in entries}
        self._language = language
        for key, entry in self.entries.items():
            group = groups.get(entry.get("group") or "", {})
            for name in _list_names(entry, group):
                self._keys[name][key] = None

    def find(self, name: str, category: str = "") -> list[str]:
        """Return the keys of the entries with a name. The category decides between several teams."""
        keys = list(self._keys.get(fold_text(name), ()))
        of_category = [key for key in keys if category and self.entries[key].get("category") == category]
        return of_category or [
            key for key in keys if not category or not self.entries[key].get("category") or len(keys) == 1
        ]

    def suggest(self, name: str, category: str = "") -> Sequence[Candidate]:
        """Return the entries with the nearest names, those of the category first."""
        folded = fold_text(name)
        near = get_close_matches(folded, list(self._keys), n=MAX_CANDIDATES * 2, cutoff=_SIMILARITY)
        keys = dict.fromkeys(key for match in [folded, *near] for key in self._keys.get(match, ()))
        ordered = sorted(keys, key=lambda key: (self.entries[key].get("category") or category) != category)
        return [Candidate(key, self.get_label(key)) for key in ordered[:MAX_CANDIDATES]]

    def list_candidates(self) -> Sequence[Candidate]:
        """Return all entries in the order of their names."""
        candidates = (Candidate(key, self.get_label(key)) for key in self.entries)
        return sorted(candidates, key=lambda candidate: fold_text(candidate.label))

    def get_label(self, key: str) -> str:
        """Return the name of an entry, or its key for one that does not exist yet."""
        entry = self.entries.get(key)
        return localize(entry["name"], self._language) if entry else key


def _list_names(entry: Mapping[str, Any], group: Mapping[str, Any]) -> set[str]:
    """Return all names of an entry in the form in which they are compared."""
    texts = [str(entry["key"])]
    for named in (entry, group):
        for field in ("name", "short_name", "nickname"):
            texts += (named.get(field) or {}).values()
    for language, name in (group.get("name") or {}).items():
        nickname = localize(group.get("nickname"), language)
        texts += [f"{name} {nickname}"] if nickname else []
    return {folded for text in texts if (folded := fold_text(text))}
