"""Entries of a channel's document, and the changes between two versions of an entry.

The document is what a channel pack describes. It has sections, such as `events`; a section has entries with
unique keys. The value of an entry is a map in the form of the pack: plain text, numbers, lists and maps.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

FieldPath = tuple[str, ...]
EntryValue = Mapping[str, Any]


class Absent(Enum):
    """The value of a field that an entry does not have."""

    ABSENT = "absent"


ABSENT: Literal[Absent.ABSENT] = Absent.ABSENT


@dataclass(frozen=True, slots=True, order=True)
class EntryRef:
    """The address of an entry: its section, and its key in the section."""

    section: str
    key: str

    def __str__(self) -> str:
        return f"{self.section}[{self.key}]"


@dataclass(frozen=True, slots=True)
class FieldChange:
    """A field of an entry that differs between two versions. Lists are compared as a whole."""

    path: FieldPath
    before: Any
    after: Any


@dataclass(frozen=True, slots=True)
class EntryChange:
    """An entry before and after a revision. None if the entry does not exist."""

    ref: EntryRef
    before: EntryValue | None
    after: EntryValue | None

    def list_fields(self) -> list[FieldChange]:
        """Return the changed fields in the order of the new version, then the removed ones."""
        return list(compare_entries(self.before or {}, self.after or {}))


def compare_entries(before: EntryValue, after: EntryValue, path: FieldPath = ()) -> Iterator[FieldChange]:
    """Yield the changed fields. Maps are compared field by field, everything else as a whole."""
    for name in [*after, *(name for name in before if name not in after)]:
        old, new = before.get(name, ABSENT), after.get(name, ABSENT)
        if isinstance(old, Mapping) and isinstance(new, Mapping):
            yield from compare_entries(old, new, (*path, name))
        elif old != new:
            yield FieldChange((*path, name), old, new)


def hash_entry(value: EntryValue | None) -> str:
    """Return the version of an entry: equal for equal values, however their fields are ordered."""
    text = json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), default=float)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
