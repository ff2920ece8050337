"""The preview of an import: what it would do, before anything is written."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from touchline.channel.domain.document.entries import EntryRef, EntryValue
from touchline.front.imports.choices import RowClass
from touchline.front.imports.comparison import ComparedRow, ImportedRow, compare_rows
from touchline.front.imports.event_fields import REFERENCE_FIELDS, read_fields
from touchline.front.imports.names import Candidate, NameChoice, NameKind, NameRef
from touchline.front.imports.parsers.dates import DateOrder
from touchline.front.imports.parsers.parse_file import parse_file
from touchline.front.imports.parsers.schedule_row import ParsedFile, ReadOptions
from touchline.front.imports.problems import ImportProblem
from touchline.front.imports.resolve_rows import FileName, RowResolver
from touchline.front.packs.document.contents import Content, dump_entry
from touchline.front.packs.schemas.context import get_pack_context

LANGUAGES_WITH_DAY_FIRST = frozenset({"fr", "es", "de", "it", "pt", "nl"})


@dataclass(frozen=True)
class ImportFile:
    """A file to import, and how the operator says that it is read.

    `source` identifies the file in later imports. `names` are decisions about names, besides those of earlier
    imports. `category` is the category of rows without one.
    """

    data: bytes
    source: str
    options: ReadOptions = field(default_factory=ReadOptions)
    category: str = ""
    names: Mapping[NameRef, NameChoice] = field(default_factory=dict)


@dataclass(frozen=True)
class Preview:
    """What an import would do.

    `questions` are the options that the operator must choose before anything can be imported. `labels` name
    the teams, locations and categories in the rows, `entries` all those of the channel.
    `version` changes with everything that the import does.
    """

    parsed: ParsedFile
    rows: Sequence[ComparedRow]
    problems: Sequence[ImportProblem]
    names: Sequence[FileName]
    new_entries: Mapping[EntryRef, EntryValue]
    questions: Sequence[str]
    labels: Mapping[str, str]
    suggested_order: DateOrder
    entries: Mapping[NameKind, Sequence[Candidate]]
    version: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """The number of rows of each class."""
        found = Counter(row.row_class for row in self.rows)
        return {row_class.value: found[row_class] for row_class in RowClass}


def build_preview(
    file: ImportFile,
    content: Content,
    previous: Mapping[str, ImportedRow],
    names: Mapping[NameRef, NameChoice],
) -> Preview:
    """Return what an import would do to a document. Needs an active pack context.

    `previous` are the rows of the last import of the source, `names` all decisions about names. Raises
    `UnreadableFileError`.
    """
    context = get_pack_context()
    parsed = parse_file(file.data, context.zone, file.options)
    resolver = RowResolver(content, names, file.category)
    resolved = [row for parsed_row in parsed.rows if (row := resolver.resolve(parsed_row))]
    events = {
        event["key"]: read_fields(dump_entry(EntryRef("events", event["key"]), event), context.language)
        for event in content["events"]
    }
    rows = [] if parsed.questions else compare_rows(resolved, events, previous)
    problems = [
        ImportProblem(number, "category", "", "category_missing") for number in resolver.rows_without_category
    ]
    questions = [*parsed.questions, *(["category"] if problems else [])]
    day_first = context.language in LANGUAGES_WITH_DAY_FIRST
    preview = Preview(
        parsed,
        rows,
        sorted({*parsed.problems, *problems}),
        list(resolver.names.values()),
        resolver.new_entries,
        questions,
        _list_labels(rows, resolver),
        DateOrder.DAY_FIRST if day_first else DateOrder.MONTH_FIRST,
        {kind: index.list_candidates() for kind, index in resolver.indexes.items()},
    )
    return replace(preview, version=_hash(preview))


def _list_labels(rows: Sequence[ComparedRow], resolver: RowResolver) -> dict[str, str]:
    """Return the names of all entries that the rows refer to, by key."""
    keys = {
        str(value)
        for row in rows
        for fields in (row.fields, {change.field: change.studio for change in row.changes})
        for name, value in fields.items()
        if name in REFERENCE_FIELDS and value
    }
    labels: dict[str, str] = {
        ref.key: str(value["name"]) for ref, value in resolver.new_entries.items() if ref.key in keys
    }
    for index in resolver.indexes.values():
        labels |= {key: index.get_label(key) for key in keys if key in index.entries}
    return labels


def _hash(preview: Preview) -> str:
    parts: list[Any] = [
        [asdict(row) for row in preview.rows],
        [[str(ref), value] for ref, value in preview.new_entries.items()],
        preview.questions,
    ]
    text = json.dumps(parts, sort_keys=True, ensure_ascii=False, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]
