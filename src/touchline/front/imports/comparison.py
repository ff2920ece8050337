"""Compares the rows of a file with the document and with the last import of the same source."""

from __future__ import annotations

import hashlib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from touchline.front.imports.choices import MAX_ROW_KEY, RowClass
from touchline.front.imports.event_fields import Fields, has_value
from touchline.front.imports.parsers.schedule_row import CANCELED, POSTPONED, SCHEDULED
from touchline.front.imports.resolve_rows import ResolvedRow
from touchline.shared.strings.folding import fold_text


@dataclass(frozen=True, slots=True)
class ImportedRow:
    """A row of the last import: its identity in the source, its event, and the fields that the file had."""

    row_key: str
    event_key: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class FieldComparison:
    """A field in the studio and in the file. `is_disagreeing` says that both changed since the last
    import."""

    field: str
    studio: Any
    file: Any
    is_disagreeing: bool = False


@dataclass(frozen=True, slots=True)
class ComparedRow:
    """A row of the preview. `number` is its number in the file, 0 for a missing row.

    `previous_key` is the identity of the row in the last import, None if it was not part of it.
    """

    row_key: str
    number: int
    label: str
    row_class: RowClass
    event_key: str | None
    fields: Mapping[str, Any]
    changes: Sequence[FieldComparison] = ()
    previous_key: str | None = None


def compare_rows(
    rows: Sequence[ResolvedRow], events: Mapping[str, Fields], previous: Mapping[str, ImportedRow]
) -> list[ComparedRow]:
    """Return the rows of the file in its order, then those that are missing from it.

    `events` are the fields of the document's events by key, `previous` the rows of the last import.
    """
    keyed = _assign_keys(rows)
    matched = _match_previous(keyed, previous)
    linked = {record.event_key for record in previous.values()}
    adopted = _adopt_events({key: row for key, row in keyed.items() if key not in matched}, events, linked)
    compared = [_compare(key, row, matched.get(key), events, adopted.get(key)) for key, row in keyed.items()]
    found = {record.row_key for record in matched.values()}
    missing = [
        ComparedRow(
            key, 0, _label(fields), RowClass.MISSING, record.event_key, record.fields, previous_key=key
        )
        for key, record in previous.items()
        if key not in found
        and (fields := events.get(record.event_key))
        and fields["status"] not in (CANCELED, POSTPONED)
    ]
    return compared + missing


def _assign_keys(rows: Iterable[ResolvedRow]) -> dict[str, ResolvedRow]:
    """Return the rows by identity: the id in the file, or teams and date, counted in doubleheaders."""
    keyed: dict[str, ResolvedRow] = {}
    for resolved in rows:
        row = resolved.row
        base = row.id or f"{_get_teams(resolved)}|{row.day}"
        if len(base) > MAX_ROW_KEY - 5:
            base = hashlib.sha256(base.encode()).hexdigest()
        key, number = base, 1
        while key in keyed:
            number += 1
            key = f"{base}|{number}"
        keyed[key] = resolved
    return keyed


def _get_teams(resolved: ResolvedRow) -> str:
    row = resolved.row
    names = "|".join(fold_text(name) for name in (row.away, row.home)) if row.home else fold_text(row.title)
    return f"{names}|{fold_text(row.category or '')}"


def _match_previous(
    keyed: Mapping[str, ResolvedRow], previous: Mapping[str, ImportedRow]
) -> dict[str, ImportedRow]:
    """Return the previous row of each row. A game on another day is the same if it is the only one left of
    its teams, in the file and in the last import."""
    matched = {key: previous[key] for key in keyed if key in previous}
    left_rows: defaultdict[str, list[str]] = defaultdict(list)
    for key, resolved in keyed.items():
        if key not in matched and not resolved.row.id:
            left_rows[_get_teams(resolved)].append(key)
    for teams, keys in left_rows.items():
        left = [key for key in previous if key not in keyed and key.startswith(f"{teams}|")]
        if len(keys) == len(left) == 1:
            matched[keys[0]] = previous[left[0]]
    return matched


def _adopt_events(
    rows: Mapping[str, ResolvedRow], events: Mapping[str, Fields], linked: set[str]
) -> dict[str, str]:
    """Return the events that rows without a previous import mean: same teams or title, on the same day."""
    free: defaultdict[tuple[Any, ...], list[str]] = defaultdict(list)
    for key, fields in sorted(events.items(), key=lambda item: str(item[1]["starts"])):
        if key not in linked:
            free[_get_identity(fields)].append(key)
    adopted = {}
    for row_key, resolved in rows.items():
        candidates = free.get(_get_identity(resolved.fields)) if resolved.is_complete else None
        if candidates:
            adopted[row_key] = candidates.pop(0)
    return adopted


def _get_identity(fields: Mapping[str, Any]) -> tuple[Any, ...]:
    names = (fields.get("home"), fields.get("away"), fold_text(fields.get("name") or ""))
    return (*names, fields.get("category"), str(fields["starts"])[:10])


def _compare(
    key: str,
    resolved: ResolvedRow,
    record: ImportedRow | None,
    events: Mapping[str, Fields],
    adopted: str | None,
) -> ComparedRow:
    event_key = record.event_key if record else adopted
    current = events.get(event_key) if event_key else None
    fields = dict(resolved.fields)
    if record and "status" in record.fields:
        fields.setdefault("status", SCHEDULED)
    base = record.fields if record else None
    changes = list(_compare_fields(fields, current, base))
    row_class = _classify(resolved, fields, current, base, changes)
    return ComparedRow(
        key,
        resolved.row.number,
        resolved.label,
        row_class,
        event_key if current else None,
        fields,
        changes,
        record.row_key if record else None,
    )


def _compare_fields(
    fields: Mapping[str, Any], current: Mapping[str, Any] | None, base: Mapping[str, Any] | None
) -> Iterable[FieldComparison]:
    """Yield the fields that the import would change. A field that only the studio changed stays."""
    for name, value in fields.items():
        studio = current.get(name) if current else None
        if (
            current is None
            or has_value(name, studio, value)
            or (base is not None and base.get(name) == value)
        ):
            continue
        is_disagreeing = base is not None and name in base and not has_value(name, studio, base[name])
        yield FieldComparison(name, studio, value, is_disagreeing)


def _classify(
    resolved: ResolvedRow,
    fields: Mapping[str, Any],
    current: Mapping[str, Any] | None,
    base: Mapping[str, Any] | None,
    changes: Sequence[FieldComparison],
) -> RowClass:
    if not resolved.is_complete:
        return RowClass.UNMAPPED
    if current is None:
        if base is None:
            return RowClass.NEW
        return RowClass.UNCHANGED if dict(base) == dict(fields) else RowClass.DISAGREEING
    if any(change.is_disagreeing for change in changes):
        return RowClass.DISAGREEING
    return RowClass.CHANGED if changes else RowClass.UNCHANGED


def _label(fields: Mapping[str, Any]) -> str:
    return fields.get("name") or f"{fields.get('away')} @ {fields.get('home')}"
