"""Counts what an apply changed: compares the exports before and after it, entry by entry."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from touchline.shared.counts import ChangeCounts

PackEntries = dict[tuple[str, ...], Any]


def count_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> ChangeCounts:
    """Count created, updated, withdrawn and unchanged entries. An entry is a list item or a whole map."""
    old, new = dict(_iter_entries(before)), dict(_iter_entries(after))
    both = old.keys() & new.keys()
    unchanged = sum(old[name] == new[name] for name in both)
    return ChangeCounts(
        created=len(new.keys() - old.keys()),
        updated=len(both) - unchanged,
        withdrawn=len(old.keys() - new.keys()),
        unchanged=unchanged,
    )


def _iter_entries(part: Mapping[str, Any], *prefix: str) -> Iterator[tuple[tuple[str, ...], Any]]:
    for section, value in part.items():
        if isinstance(value, list):
            for position, entry in enumerate(value):
                name = entry.get("key") or entry.get("path") or entry.get("code") or str(position)
                yield (*prefix, section, str(name)), entry
        elif section == "library":
            yield from _iter_entries(value, section)
        elif value:
            yield (*prefix, section), value
