"""Undoes a revision of a channel's document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError

from touchline.channel.domain.document.entries import EntryChange, EntryRef
from touchline.channel.domain.document.merge import Side
from touchline.channel.domain.document.revisions import Revision, RevisionSource
from touchline.channel.facade import ChannelFacade
from touchline.front.packs.document.audit_records import build_audit_record
from touchline.front.packs.document.conflicts import MergeConflictError, locate_conflict
from touchline.front.packs.document.contents import (
    Content,
    convert_value,
    diff_contents,
    index_content,
    load_entry,
)
from touchline.front.packs.document.document_store import DocumentStore, get_format
from touchline.front.packs.document.document_writer import DocumentWriter
from touchline.front.packs.document.merge_contents import merge_entries, to_base
from touchline.front.packs.document.merged_checks import check_merged
from touchline.front.packs.event_starts import reinstate_events
from touchline.front.packs.pack import join_parts
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals, WithdrawalResult
from touchline.front.withdrawals.confirmation import NOT_CONFIRMED, Confirmation
from touchline.shared.audit import AuditSubject, RecordAudit
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory

CHANNEL_ENTRY = EntryRef("channel", "")


@dataclass(frozen=True)
class RevertResult:
    """The new revision (None if everything was undone already), its changes, and what it did to orders."""

    revision: int | None
    changes: Sequence[EntryChange]
    withdrawal: WithdrawalResult
    pending_refunds: Sequence[int]


class RevertRevision:
    """Use case that restores the fields which a revision changed. Later changes of other fields stay."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        channel: ChannelFacade,
        document_store: DocumentStore,
        document_writer: DocumentWriter,
        apply_withdrawals: ApplyWithdrawals,
        record_audit: RecordAudit,
    ) -> None:
        self._uow, self._channel = uow, channel
        self._record_audit = record_audit
        self._document_store, self._document_writer = document_store, document_writer
        self._apply_withdrawals = apply_withdrawals

    def __call__(
        self,
        channel_id: ChannelId,
        revision_id: int,
        author: str,
        confirmation: Confirmation = NOT_CONFIRMED,
        *,
        force: bool = False,
    ) -> RevertResult:
        """Undo a revision, as a new revision.

        `force` also restores fields that were changed again since. Raises `NotFoundError`,
        `MergeConflictError` for such fields without `force`, `PackRefusedError` if the result would not be
        valid, `RefusedError` for the revision that created the channel, and `ConfirmationRequiredError` if
        buyers would lose something. None of them changes anything.
        """
        history = self._channel.document_history
        with self._uow(channel_id):
            self._document_writer.acquire_lock()
            revision = history.get(revision_id)
            before = self._document_store.read_parts()
            current = join_parts(before)
            merged = self._merge(current, revision, Side.PACK if force else None)
            content = reinstate_events(merged, current)
            written = self._document_writer.write(channel_id, before, content, confirmation)
            after = join_parts(written.parts)
            with ActivePackContext(self._document_store.create_context(after)):
                changes = diff_contents(current, after)
            new_revision = history.record(
                author, RevisionSource.REVERT, changes, get_format(after), revision_id
            )
            if changes:
                subject = AuditSubject("revision", str(revision_id))
                self._record_audit(build_audit_record("revision.revert", subject, changes, new_revision))
        pending_refunds = self._apply_withdrawals.refund_orders(channel_id, written.withdrawal)
        return RevertResult(new_revision, changes, written.withdrawal, pending_refunds)

    def _merge(self, current: Content, revision: Revision, prefer: Side | None) -> Content:
        """Return the current document with the values before the revision."""
        store = self._document_store
        source, target = store.create_format_context(revision.format), store.create_context(current)
        changes = {change.ref: _convert(change, source, target) for change in revision.changes}
        created = changes.get(CHANNEL_ENTRY)
        if created and created.before is None:
            raise RefusedError(f"Revision {revision.id} created the channel and cannot be undone.")
        entries = index_content(current)
        with ActivePackContext(target):
            merged = merge_entries(
                entries,
                _restore(entries, changes.values()),
                lambda ref, _value: to_base(changes[ref].after, changes[ref].after),
                prefer,
            )
            if merged.conflicts:
                raise MergeConflictError(locate_conflict(conflict, {}) for conflict in merged.conflicts)
            check_merged(merged.content, {})
        return merged.content


def _convert(change: EntryChange, source: PackContext, target: PackContext) -> EntryChange:
    """Return a change in the format of the current document."""
    try:
        values = [convert_value(change.ref, value, source, target) for value in (change.before, change.after)]
    except ValidationError as error:
        raise RefusedError(f"{change.ref} cannot be restored: {error}") from error
    return EntryChange(change.ref, *values)


def _restore(entries: Mapping[EntryRef, Any], changes: Iterable[EntryChange]) -> dict[EntryRef, Any]:
    """Return the entries as they were before the changes."""
    restored = dict(entries)
    for change in changes:
        if change.before is None:
            restored.pop(change.ref, None)
        else:
            restored[change.ref] = load_entry(change.ref, change.before)
    return restored
