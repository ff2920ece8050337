"""An edit of one entry of a channel's document."""

from __future__ import annotations

from dataclasses import dataclass

from touchline.channel.domain.document.entries import EntryRef, EntryValue


@dataclass(frozen=True)
class Edit:
    """The new value of an entry, None to remove it.

    `version` is the version that the author saw, None for a new entry. The author may not change
    `locked_fields`.
    """

    ref: EntryRef
    value: EntryValue | None
    version: str | None
    author: str
    locked_fields: frozenset[str] = frozenset()
