"""A preview as plain data, for the API and `--json`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from touchline.front.imports.comparison import ComparedRow
from touchline.front.imports.names import Candidate
from touchline.front.imports.parsers.schedule_row import SCHEDULED
from touchline.front.imports.preview import Preview
from touchline.front.imports.resolve_rows import FileName
from touchline.front.withdrawals.confirmation import OrderEffect

_ENDINGS = {"overtime": "OT", "shootout": "SO", "forfeit": "forfeit"}


def serialize_preview(preview: Preview, effects: Sequence[OrderEffect]) -> dict[str, Any]:
    """Return a preview, and what the import would do to paid orders, as JSON data."""
    parsed = preview.parsed
    return {
        "version": preview.version,
        "format": parsed.format,
        "encoding": parsed.encoding,
        "delimiter": parsed.delimiter,
        "columns": [
            {"name": name, "field": field, "samples": _list_samples(preview, index)}
            for index, (name, field) in enumerate(zip(parsed.header, parsed.columns, strict=False))
        ],
        "skipped": list(parsed.skipped),
        "date_order": parsed.date_order,
        "suggested_date_order": preview.suggested_order,
        "date_example": dict(parsed.date_example) or None,
        "questions": list(preview.questions),
        "problems": [
            {
                "row": problem.row,
                "column": problem.column,
                "value": problem.value,
                "code": problem.code,
                "message": problem.message,
                "is_notice": problem.is_notice,
            }
            for problem in preview.problems
        ],
        "names": [_serialize_name(name) for name in preview.names],
        "rows": [_serialize_row(row) for row in preview.rows],
        "counts": preview.counts,
        "labels": dict(preview.labels),
        "entries": {
            kind.value: _serialize_candidates(candidates) for kind, candidates in preview.entries.items()
        },
        "effects": [effect.as_json() for effect in effects],
    }


def _list_samples(preview: Preview, index: int) -> list[str]:
    return [cells[index] for cells in preview.parsed.samples if index < len(cells)]


def _serialize_candidates(candidates: Sequence[Candidate]) -> list[dict[str, str]]:
    return [{"key": candidate.key, "label": candidate.label} for candidate in candidates]


def _serialize_name(name: FileName) -> dict[str, Any]:
    return {
        "kind": name.ref.kind.value,
        "name": name.text,
        "scope": name.ref.scope,
        "candidates": _serialize_candidates(name.candidates),
        "action": name.choice.action.value if name.choice else None,
        "key": name.choice.key if name.choice else "",
        "rows": name.rows,
    }


def _serialize_row(row: ComparedRow) -> dict[str, Any]:
    return {
        "row_key": row.row_key,
        "number": row.number,
        "label": row.label,
        "row_class": row.row_class.value,
        "event_key": row.event_key,
        "starts": str(row.fields["starts"]),
        "status": row.fields.get("status") or SCHEDULED,
        "category": row.fields.get("category") or "",
        "location": row.fields.get("location") or "",
        "score": format_value(row.fields.get("score")),
        "changes": [
            {
                "field": change.field,
                "studio": format_value(change.studio),
                "file": format_value(change.file),
                "is_disagreeing": change.is_disagreeing,
            }
            for change in row.changes
        ],
    }


def format_value(value: Any) -> str | None:
    """Return the value of a field as text. A score has the home team first: `2-2 (SO 4-3)`."""
    if isinstance(value, dict):
        ending = _ENDINGS.get(value.get("ending", ""))
        if shootout := value.get("shootout"):
            ending = f"{ending} {shootout['home']}-{shootout['away']}"
        return f"{value['home']}-{value['away']}" + (f" ({ending})" if ending else "")
    return None if value is None else str(value)
