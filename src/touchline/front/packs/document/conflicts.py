"""Conflicts between a pack and the document, with the place of each in the pack."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from touchline.channel.domain.document.entries import ABSENT, EntryRef
from touchline.channel.domain.document.merge import Conflict
from touchline.front.packs.document.applied_pack import Location
from touchline.front.packs.document.contents import SECTIONS
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError

MERGE_CONFLICT = ErrorMessage(
    "errors.merge_conflict", "Some fields have other values by now. Nothing was changed."
)


@dataclass(frozen=True, slots=True)
class PackConflict:
    """A field with two new values: the one to apply, and the current one.

    `field` is empty if one side removed the whole entry. The values are as text, None if removed.
    """

    file: str
    line: int
    entry: str
    field: str
    value: str | None
    current: str | None


class MergeConflictError(EditConflictError):
    """Fields were changed on both sides. Nothing was applied."""

    def __init__(self, conflicts: Iterable[PackConflict]) -> None:
        self.conflicts = sorted(
            conflicts, key=lambda conflict: (conflict.file, conflict.line, conflict.field)
        )
        super().__init__(MERGE_CONFLICT, conflicts=[asdict(conflict) for conflict in self.conflicts])


def locate_conflict(conflict: Conflict, locations: Mapping[EntryRef, Location]) -> PackConflict:
    """Return a conflict with its place. An entry that the pack does not have is on line 1 of its file."""
    file, line = SECTIONS[conflict.ref.section].file, 1
    if location := locations.get(conflict.ref):
        document, prefix = location
        file, line = document.file, document.get_line((*prefix, *conflict.path))
    return PackConflict(
        file,
        line,
        str(conflict.ref) if conflict.ref.key else conflict.ref.section,
        ".".join(conflict.path),
        format_value(conflict.pack),
        format_value(conflict.current),
    )


def format_value(value: Any) -> str | None:
    """Return a value of a field as text, None if the field is absent."""
    if value is ABSENT:
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
