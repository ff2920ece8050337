"""Revisions of a channel's document, and the pack that was applied last."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from touchline.channel.domain.document.entries import EntryChange, EntryRef, EntryValue

MAX_AUTHOR = 80


class RevisionSource(StrEnum):
    """Where a revision was made. `command` is `touchline events`."""

    APPLY = "apply"
    STUDIO = "studio"
    COMMAND = "command"
    REVERT = "revert"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class ValueFormat:
    """How to read the values of entries.

    A text without a language is in `language`, a price is in `currency`, and a date without a zone is in
    `time_zone`.
    """

    language: str
    languages: tuple[str, ...]
    currency: str
    time_zone: str


@dataclass(frozen=True, slots=True)
class Revision:
    """A change of the document by one person at one time.

    The values of the changes are in `format`. `author` is the person's name, or the system user of a command.
    `reverts` is the id of the revision that this one undoes.
    """

    at: datetime
    author: str
    source: RevisionSource
    changes: Sequence[EntryChange]
    format: ValueFormat
    reverts: int | None = None
    id: int = 0


@dataclass(frozen=True, slots=True)
class RevisionSummary:
    """A revision in a list: how many entries it changed, and some of them."""

    id: int
    at: datetime
    author: str
    source: RevisionSource
    reverts: int | None
    count: int
    entries: Sequence[EntryRef]


@dataclass(frozen=True, slots=True)
class AppliedEntry:
    """An entry when a pack was applied.

    `pack` is its value in the pack, and `current` the value that the channel then had. They differ where the
    channel keeps something else than the pack says. `relative_fields` are the pack's texts of dates that
    depend on the day of the apply, by field.
    """

    current: EntryValue | None
    pack: EntryValue | None
    relative_fields: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class AppliedPack:
    """The pack that was applied last: the base of the next merge, and the layout of the next export.

    The values of the entries are in `format`. `texts` are its files by name. `file_names` are the names of
    its images, fonts and videos by public path.
    """

    texts: Mapping[str, str]
    entries: Mapping[EntryRef, AppliedEntry]
    file_names: Mapping[str, str]
    format: ValueFormat
