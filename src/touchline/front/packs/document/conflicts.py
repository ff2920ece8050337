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


@dataclass(frozen=True, slots=True, order=True)
class PackConflict:
    """A field that the pack and the studio changed to different values.

    `field` is empty if one side removed the whole entry. The values are as text, None if removed.
    """

    file: str
    line: int
    entry: str
    field: str
    pack: str | None
    studio: str | None

    def __str__(self) -> str:
        name = f"{self.entry}.{self.field}" if self.field else self.entry
        pack, studio = (value or "removed" for value in (self.pack, self.studio))
        return f"{self.file}:{self.line}: {name}\n  pack:   {pack}\n  studio: {studio}"

    def as_json(self) -> dict[str, Any]:
        """Return the conflict as JSON."""
        return asdict(self)


class MergeConflictError(Exception):
    """The pack and the studio changed the same fields. Nothing was applied."""

    def __init__(self, conflicts: Iterable[PackConflict]) -> None:
        self.conflicts = sorted(conflicts)
        super().__init__("\n".join(map(str, self.conflicts)))


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
        _format_value(conflict.pack),
        _format_value(conflict.current),
    )


def _format_value(value: Any) -> str | None:
    if value is ABSENT:
        return None
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
