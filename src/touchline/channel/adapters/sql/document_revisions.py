"""Revisions of a channel's document in the database (ports `Revisions` and `AppliedPacks`)."""

from __future__ import annotations

import json
import zlib
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from touchline.channel.adapters.sql.document_tables import (
    AppliedPackRow,
    DocumentChangeRow,
    DocumentRevisionRow,
)
from touchline.channel.domain.document.entries import EntryChange, EntryRef, EntryValue
from touchline.channel.domain.document.revisions import (
    AppliedEntry,
    AppliedPack,
    Revision,
    RevisionSource,
    RevisionSummary,
    ValueFormat,
)

ENTRIES_PER_SUMMARY = 5


class SqlRevisions:
    """The revisions of the current channel."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def add(self, revision: Revision) -> int:
        """Insert the revision, and its changes in one statement."""
        session = self._session()
        row = DocumentRevisionRow(
            at=revision.at,
            author=revision.author,
            source=revision.source.value,
            value_format=asdict(revision.format),
            reverts=revision.reverts,
            count=len(revision.changes),
        )
        session.add(row)
        session.flush()
        values = [
            {
                "revision_id": row.id,
                "channel_id": row.channel_id,
                "position": position,
                "section": change.ref.section,
                "key": change.ref.key,
                "before": _to_json(change.before),
                "after": _to_json(change.after),
            }
            for position, change in enumerate(revision.changes)
        ]
        session.execute(insert(DocumentChangeRow), values)
        return row.id

    def get(self, revision_id: int) -> Revision | None:
        """Return a revision with all its changes, or None."""
        statement = select(DocumentRevisionRow).where(DocumentRevisionRow.id == revision_id)
        row = self._session().scalar(statement)
        if row is None:
            return None
        query = select(DocumentChangeRow).where(DocumentChangeRow.revision_id == revision_id)
        changes = self._session().scalars(query.order_by(DocumentChangeRow.position))
        return Revision(
            row.at,
            row.author,
            RevisionSource(row.source),
            [
                EntryChange(
                    EntryRef(change.section, change.key), _from_json(change.before), _from_json(change.after)
                )
                for change in changes
            ],
            _to_format(row.value_format),
            row.reverts,
            row.id,
        )

    def list(self, limit: int) -> Sequence[RevisionSummary]:
        """List the latest revisions with two queries."""
        newest_first = select(DocumentRevisionRow).order_by(DocumentRevisionRow.id.desc()).limit(limit)
        rows = self._session().scalars(newest_first).all()
        query = select(DocumentChangeRow.revision_id, DocumentChangeRow.section, DocumentChangeRow.key).where(
            DocumentChangeRow.revision_id.in_([row.id for row in rows]),
            DocumentChangeRow.position < ENTRIES_PER_SUMMARY,
        )
        entries: defaultdict[int, list[EntryRef]] = defaultdict(list)
        for revision_id, section, key in self._session().execute(query.order_by(DocumentChangeRow.position)):
            entries[revision_id].append(EntryRef(section, key))
        return [
            RevisionSummary(
                row.id,
                row.at,
                row.author,
                RevisionSource(row.source),
                row.reverts,
                row.count,
                entries[row.id],
            )
            for row in rows
        ]


class SqlAppliedPacks:
    """The pack that was applied last to the current channel, as compressed JSON."""

    def __init__(self, session: Callable[[], Session]) -> None:
        self._session = session

    def get(self) -> AppliedPack | None:
        """Return the pack, or None if none was applied since revisions exist."""
        row = self._session().scalar(select(AppliedPackRow))
        if row is None:
            return None
        content = json.loads(zlib.decompress(row.content), parse_float=Decimal)
        entries = {
            EntryRef(section, key): AppliedEntry(*values) for section, key, *values in content["entries"]
        }
        return AppliedPack(content["texts"], entries, content["file_names"], _to_format(content["format"]))

    def save(self, pack: AppliedPack) -> None:
        """Replace the pack."""
        content = {
            "texts": pack.texts,
            "file_names": pack.file_names,
            "format": asdict(pack.format),
            "entries": [
                (ref.section, ref.key, entry.current, entry.pack, entry.relative_fields)
                for ref, entry in pack.entries.items()
            ],
        }
        text = json.dumps(content, ensure_ascii=False, separators=(",", ":"), default=_encode_number)
        row = self._session().scalar(select(AppliedPackRow))
        if row is None:
            row = AppliedPackRow()
            self._session().add(row)
        row.content = zlib.compress(text.encode())


def _to_format(values: Mapping[str, Any]) -> ValueFormat:
    return ValueFormat(
        values["language"], tuple(values["languages"]), values["currency"], values["time_zone"]
    )


def _to_json(value: EntryValue | None) -> Any:
    return None if value is None else json.loads(json.dumps(value, default=_encode_number))


def _from_json(value: Any) -> EntryValue | None:
    """Return a value with decimals instead of floats."""
    entry: EntryValue | None = json.loads(json.dumps(value), parse_float=Decimal)
    return entry


def _encode_number(value: object) -> float:
    """Encode a decimal. Prices and percentages have few digits, so a float keeps them exactly enough to
    compare equal."""
    if isinstance(value, Decimal):
        return float(value)
    raise TypeError(f"{type(value).__name__} is not part of an entry")
