"""Three-way merge of an entry: the version of the last applied pack, the current one, and a new one.

A field that only one side changed takes that side's value. A field that both sides changed to different
values is a conflict. A side that removes an entry conflicts with a side that changes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from touchline.channel.domain.document.entries import ABSENT, EntryRef, EntryValue, FieldPath


class Side(StrEnum):
    """The two sides of a merge: the current document, and the pack that is applied."""

    CURRENT = "current"
    PACK = "pack"


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that both sides changed. An empty path stands for the whole entry.

    A value is `ABSENT` if that side removed the field or the entry.
    """

    ref: EntryRef
    path: FieldPath
    base: Any
    current: Any
    pack: Any


@dataclass(frozen=True, slots=True)
class MergedEntry:
    """The merged value of an entry (None if it is removed), and the conflicts that nobody has resolved.

    With conflicts, the value has the current document's values in the conflicting fields.
    """

    value: EntryValue | None
    conflicts: tuple[Conflict, ...] = ()


def merge_entry(
    ref: EntryRef,
    base: EntryValue | None,
    current: EntryValue | None,
    pack: EntryValue | None,
    prefer: Side | None = None,
) -> MergedEntry:
    """Merge an entry. `prefer` resolves every conflict in favor of one side."""
    merge = _Merge(ref, prefer)
    merged = merge.merge_values((), *(ABSENT if value is None else value for value in (base, current, pack)))
    return MergedEntry(None if merged is ABSENT else merged, tuple(merge.conflicts))


class _Merge:
    def __init__(self, ref: EntryRef, prefer: Side | None) -> None:
        self._ref = ref
        self._prefer = prefer
        self.conflicts: list[Conflict] = []

    def merge_values(self, path: FieldPath, base: Any, current: Any, pack: Any) -> Any:
        if current == pack or pack == base:
            return current
        if current == base:
            return pack
        if isinstance(current, Mapping) and isinstance(pack, Mapping):
            return self._merge_maps(path, base if isinstance(base, Mapping) else {}, current, pack)
        return self._resolve(path, base, current, pack)

    def _merge_maps(self, path: FieldPath, base: EntryValue, current: EntryValue, pack: EntryValue) -> Any:
        """Merge maps field by field. Fields are in the order of the pack, then in that of the document."""
        merged = {
            name: self.merge_values(
                (*path, name), base.get(name, ABSENT), current.get(name, ABSENT), pack.get(name, ABSENT)
            )
            for name in dict.fromkeys([*pack, *current])
        }
        return {name: value for name, value in merged.items() if value is not ABSENT}

    def _resolve(self, path: FieldPath, base: Any, current: Any, pack: Any) -> Any:
        if self._prefer is None:
            self.conflicts.append(Conflict(self._ref, path, base, current, pack))
        return pack if self._prefer is Side.PACK else current
