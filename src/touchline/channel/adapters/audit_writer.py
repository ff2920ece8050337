"""Writes the calls of commands and requests to the audit log (port `WriteAudit` of the platform)."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.channel.application.operators.audit_log import WriteAuditEntries
from touchline.platform.audit.calls import AuditedCall
from touchline.shared.audit import Actor, AuditRecord

_UNRECORDED = frozenset({"channel", "as_json", "as_csv", "out", "yes", "reason", "url"})
"""Arguments that say nothing about a call, or have a field of their own, and URLs, which may hold a token."""


class AuditWriter:
    """Translates a call without records into an entry with its arguments."""

    def __init__(self, write_entries: WriteAuditEntries) -> None:
        self._write_entries = write_entries

    def __call__(self, actor: Actor, records: Sequence[AuditRecord], call: AuditedCall | None) -> None:
        """Write the records in the current transaction, or the declared entry of `call` without any."""
        if not records and call is not None:
            records = (self._build_record(call),)
        self._write_entries(actor, records)

    def _build_record(self, call: AuditedCall) -> AuditRecord:
        declaration, arguments = call.declaration, call.arguments
        subject = call.subject or self._write_entries.find_subject(
            declaration.kind, arguments.get(declaration.parameter)
        )
        values = {
            name: value
            for name, value in arguments.items()
            if name not in _UNRECORDED | {declaration.parameter} and value not in (None, (), "", False)
        }
        return AuditRecord(
            declaration.action, subject, after=values, reason=str(arguments.get("reason") or "")
        )
