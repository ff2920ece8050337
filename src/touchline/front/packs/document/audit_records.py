"""Entries of the audit log for changes of the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from touchline.channel.domain.document.entries import ABSENT, EntryChange
from touchline.shared.audit import AuditRecord, AuditSubject


def build_audit_record(
    action: str, subject: AuditSubject, changes: Iterable[EntryChange], revision: int | None
) -> AuditRecord:
    """Return the entry for a revision: each changed field before and after it, by its path."""
    fields = [(str(change.ref), field) for change in changes for field in change.list_fields()]
    before = {f"{name}.{'.'.join(field.path)}": field.before for name, field in fields}
    after = {f"{name}.{'.'.join(field.path)}": field.after for name, field in fields}
    return AuditRecord(
        action, subject, _without_absent(before), {**_without_absent(after), "revision": revision}
    )


def _without_absent(values: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in values.items() if value is not ABSENT}
