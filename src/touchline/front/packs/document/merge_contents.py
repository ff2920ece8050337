"""Merges the content of a pack into the current document, entry by entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from touchline.channel.domain.document.entries import ABSENT, EntryRef
from touchline.channel.domain.document.merge import (
    ORDER,
    Base,
    Conflict,
    Side,
    merge_entry,
    merge_order,
)
from touchline.front.packs.document.contents import (
    Content,
    build_content,
    dump_entry,
    index_content,
    is_order,
    load_entry,
)

GetBase = Callable[[EntryRef, Any], Base]
"""Returns the bases of an entry, given its value in the pack."""


@dataclass(frozen=True)
class MergedContent:
    """The merged content, and the conflicts that nobody has resolved."""

    content: dict[str, Any]
    conflicts: tuple[Conflict, ...]


def merge_contents(
    current: Content, pack: Content, get_base: GetBase, prefer: Side | None = None
) -> MergedContent:
    """Merge two contents. Needs an active pack context.

    Entries that are equal on both sides, or that end as one side has them, are not loaded again.
    """
    return merge_entries(index_content(current), index_content(pack), get_base, prefer)


def merge_entries(
    current: Mapping[EntryRef, Any],
    pack: Mapping[EntryRef, Any],
    get_base: GetBase,
    prefer: Side | None = None,
) -> MergedContent:
    """Merge the entries of two contents."""
    merged: dict[EntryRef, Any] = {}
    conflicts: list[Conflict] = []
    for ref in dict.fromkeys([*pack, *current]):
        entry, found = _merge_one(ref, current.get(ref), pack.get(ref), get_base, prefer)
        conflicts += found
        if entry is not None:
            merged[ref] = entry
    return MergedContent(build_content(merged), tuple(conflicts))


def _merge_one(
    ref: EntryRef, current: Any, pack: Any, get_base: GetBase, prefer: Side | None
) -> tuple[Any, Iterable[Conflict]]:
    if current == pack:
        return pack, ()
    current_value, pack_value = (
        None if loaded is None else dump_entry(ref, loaded) for loaded in (current, pack)
    )
    base = get_base(ref, pack_value)
    if is_order(ref) and current and pack:
        order_base = base.get(ORDER)
        keys, conflicts = merge_order(ref.section, order_base, current[ORDER], pack[ORDER], prefer)
        return {ORDER: keys}, conflicts
    merged = merge_entry(ref, base, current_value, pack_value, prefer)
    if merged.value == pack_value:
        return pack, merged.conflicts
    if merged.value == current_value:
        return current, merged.conflicts
    return load_entry(ref, merged.value) if merged.value is not None else None, merged.conflicts


def to_base(current: Any, pack: Any) -> Base:
    """Return the bases of an entry from its values, of which None means that it did not exist."""
    return Base(*(ABSENT if value is None else value for value in (current, pack)))
