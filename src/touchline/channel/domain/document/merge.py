"""Three-way merge of entries: the last applied pack, the current document, and a new pack.

A field that only one side changed takes that side's value. A field that both sides changed to different
values is a conflict. A side that removes an entry conflicts with a side that changes it.

Each side has its own base, because a channel may keep something else than its pack says: the date of a pack
can depend on the day of the apply, and some fields of a pack are not kept at all.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from touchline.channel.domain.document.entries import ABSENT, EntryRef, EntryValue, FieldPath

ORDER = "order"


class Side(StrEnum):
    """The two sides of a merge: the current document, and the pack that is applied."""

    CURRENT = "current"
    PACK = "pack"


@dataclass(frozen=True, slots=True)
class Base:
    """The two bases of a value: what the current document had, and what the pack said."""

    current: Any
    pack: Any

    def get(self, name: str) -> Base:
        """Return the bases of a field."""
        return Base(_get(self.current, name), _get(self.pack, name))


NO_BASE = Base(ABSENT, ABSENT)


@dataclass(frozen=True, slots=True)
class Conflict:
    """A field that both sides changed. An empty path stands for the whole entry.

    A value is `ABSENT` if that side removed the field or the entry.
    """

    ref: EntryRef
    path: FieldPath
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
    base: Base,
    current: EntryValue | None,
    pack: EntryValue | None,
    prefer: Side | None = None,
) -> MergedEntry:
    """Merge an entry. `prefer` resolves every conflict in favor of one side."""
    merge = _Merge(ref, prefer)
    merged = merge.merge_values((), base, *(ABSENT if value is None else value for value in (current, pack)))
    return MergedEntry(None if merged is ABSENT else merged, tuple(merge.conflicts))


def merge_order(
    section: str,
    base: Base,
    current: Sequence[str],
    pack: Sequence[str],
    prefer: Side | None = None,
) -> tuple[list[str], tuple[Conflict, ...]]:
    """Merge the order of a section's keys. The bases are lists of keys, or `ABSENT`.

    A key that only one side has keeps its place after the key before it.
    """
    is_current_moved = _is_moved(base.current, current)
    if is_current_moved and _is_moved(base.pack, pack) and _is_moved(current, pack):
        if prefer is None:
            conflict = Conflict(EntryRef(section, ""), (ORDER,), list(current), list(pack))
            return list(current), (conflict,)
        is_current_moved = prefer is Side.CURRENT
    main, other = (current, pack) if is_current_moved else (pack, current)
    return _insert_missing(main, other), ()


class _Merge:
    def __init__(self, ref: EntryRef, prefer: Side | None) -> None:
        self._ref = ref
        self._prefer = prefer
        self.conflicts: list[Conflict] = []

    def merge_values(self, path: FieldPath, base: Base, current: Any, pack: Any) -> Any:
        if current == pack:
            return current
        if current == base.current:
            return pack
        if isinstance(current, Mapping) and isinstance(pack, Mapping):
            return self._merge_maps(path, base, current, pack)
        if pack == base.pack:
            return current
        return self._resolve(path, current, pack)

    def _merge_maps(self, path: FieldPath, base: Base, current: EntryValue, pack: EntryValue) -> Any:
        """Merge maps field by field. Fields are in the order of the pack, then in that of the document."""
        merged = {
            name: self.merge_values(
                (*path, name), base.get(name), current.get(name, ABSENT), pack.get(name, ABSENT)
            )
            for name in dict.fromkeys([*pack, *current])
        }
        return {name: value for name, value in merged.items() if value is not ABSENT}

    def _resolve(self, path: FieldPath, current: Any, pack: Any) -> Any:
        if self._prefer is None:
            self.conflicts.append(Conflict(self._ref, path, current, pack))
        return pack if self._prefer is Side.PACK else current


def _get(value: Any, name: str) -> Any:
    return value.get(name, ABSENT) if isinstance(value, Mapping) else ABSENT


def _is_moved(base: Any, keys: Sequence[str]) -> bool:
    """Return whether the keys that both lists have are in another order."""
    before = [] if base is ABSENT else base
    return [key for key in before if key in set(keys)] != [key for key in keys if key in set(before)]


def _insert_missing(keys: Sequence[str], other: Sequence[str]) -> list[str]:
    """Return the keys with those that only the other list has, each after the key before it."""
    merged, known = list(keys), set(keys)
    for position, key in enumerate(other):
        if key not in known:
            before = other[position - 1] if position else None
            merged.insert(merged.index(before) + 1 if before is not None else 0, key)
            known.add(key)
    return merged
