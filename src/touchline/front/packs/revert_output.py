"""The preview of an undo as JSON data, and its refusals as messages for the studio."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from touchline.channel.domain.document.entries import EntryChange, EntryRef
from touchline.front.packs.document.conflicts import format_value
from touchline.front.packs.document.contents import is_order
from touchline.front.packs.document.entry_names import EntryNames
from touchline.front.packs.problems import PackRefusedError
from touchline.front.packs.revert_revision import RevertPreview
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError

REVERT_REFUSED = ErrorMessage(
    "errors.revert_refused", "This cannot be undone, because other content depends on it: {reason}"
)


@contextmanager
def refuse_invalid_result() -> Iterator[None]:
    """Raise `RefusedError` with the first problem if an undo would leave an invalid document."""
    try:
        yield
    except PackRefusedError as error:
        problem = error.problems[0]
        reason = ": ".join(part for part in (problem.field, problem.message) if part)
        raise RefusedError(REVERT_REFUSED.with_params(reason=reason)) from error


def serialize_preview(preview: RevertPreview) -> dict[str, Any]:
    """Return a preview as the API shows it."""
    return {
        "changes": [
            values for change in preview.changes for values in _serialize_change(change, preview.names)
        ],
        "conflicts": [
            {
                **_serialize_ref(conflict.ref, preview.names),
                "field": ".".join(conflict.path),
                "value": format_value(conflict.pack),
                "current": format_value(conflict.current),
            }
            for conflict in preview.conflicts
        ],
        "effects": [effect.as_json() for effect in preview.effects],
    }


def _serialize_change(change: EntryChange, names: EntryNames) -> Iterator[dict[str, Any]]:
    """Yield the changed fields, or the entry alone if it is created, removed or an order."""
    ref = _serialize_ref(change.ref, names)
    if is_order(change.ref):
        yield {**ref, "field": "", "before": None, "after": None}
    elif change.before is None or change.after is None:
        name = ref["name"] or str(change.ref)
        before, after = (None if value is None else name for value in (change.before, change.after))
        yield {**ref, "field": "", "before": before, "after": after}
    else:
        for field in change.list_fields():
            before, after = format_value(field.before), format_value(field.after)
            yield {**ref, "field": ".".join(field.path), "before": before, "after": after}


def _serialize_ref(ref: EntryRef, names: EntryNames) -> dict[str, str]:
    return {"section": ref.section, "key": ref.key, "name": names.get(ref)}
