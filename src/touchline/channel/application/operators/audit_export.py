"""Entries of the audit log as JSON and CSV, in commands and in the API."""

from __future__ import annotations

import io
import json
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Any

from touchline.channel.domain.operators.audit_log import AuditEntry
from touchline.shared.strings.spreadsheets import SpreadsheetWriter

COLUMNS = (
    *("id", "at", "actor", "actor_name", "session_id", "ip", "action"),
    *("subject_kind", "subject_id", "subject_label", "before", "after", "reason"),
    *("token_id", "token_name"),
)


def serialize_entry(entry: AuditEntry) -> dict[str, Any]:
    """Return an entry as flat fields. `before` and `after` are objects."""
    record = entry.record
    return {
        "id": entry.id,
        "at": format_time(entry.at),
        "actor": entry.actor.key,
        "actor_name": entry.actor_name,
        "session_id": entry.actor.session_id or None,
        "token_id": entry.actor.token_id or None,
        "token_name": entry.actor.token_name,
        "ip": entry.actor.ip or None,
        "action": record.action,
        "subject_kind": record.subject.kind,
        "subject_id": record.subject.id,
        "subject_label": record.subject.label,
        "before": dict(record.before),
        "after": dict(record.after),
        "reason": record.reason,
    }


def format_time(instant: datetime) -> str:
    """Return a time in UTC, as in the API."""
    return instant.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def export_csv(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Yield the entries as CSV for spreadsheets, a row in memory at a time."""
    buffer = io.StringIO()
    sheet = SpreadsheetWriter(buffer)
    sheet.write_row(COLUMNS)
    for entry in entries:
        yield _drain(buffer)
        fields = serialize_entry(entry)
        changed = {name: _dump(fields[name]) if fields[name] else "" for name in ("before", "after")}
        sheet.write_row((fields | changed)[name] for name in COLUMNS)
    yield _drain(buffer)


def export_json(entries: Iterable[AuditEntry]) -> Iterator[str]:
    """Yield the entries as a JSON array, an entry in memory at a time."""
    separator = "["
    for entry in entries:
        yield f"{separator}\n{_dump(serialize_entry(entry))}"
        separator = ","
    yield "[]\n" if separator == "[" else "\n]\n"


EXPORTS = {"csv": export_csv, "json": export_json}


def _drain(buffer: io.StringIO) -> str:
    text = buffer.getvalue()
    buffer.seek(0)
    buffer.truncate()
    return text


def _dump(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)
