"""Undoes a revision of a channel's document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from marshmallow import ValidationError

from touchline.channel.domain.document.entries import EntryChange, EntryRef
from touchline.channel.domain.document.merge import Conflict, Side
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
from touchline.front.packs.document.entry_names import EntryNames
from touchline.front.packs.document.merge_contents import MergedContent, merge_entries, to_base
from touchline.front.packs.document.merged_checks import check_merged
from touchline.front.packs.event_starts import reinstate_events
from touchline.front.packs.pack import join_parts
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals, WithdrawalResult
from touchline.front.withdrawals.confirmation import (
    NOT_CONFIRMED,
    Confirmation,
    ConfirmationRequiredError,
    OrderEffect,
)
from touchline.shared.audit import AuditSubject, RecordAudit
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory, discard

CHANNEL_ENTRY = EntryRef("channel", "")
CREATED_THE_CHANNEL = ErrorMessage(
    "errors.revision_created_channel", "Revision {revision} created the channel and cannot be undone."
)
NOT_CONVERTIBLE = ErrorMessage(
    "errors.revision_format",
    "Revision {revision} cannot be undone, because the settings of the channel no longer fit: {reason}",
)


@dataclass(frozen=True)
class RevertResult:
    """The new revision (None if everything was undone already), its changes, and what it did to orders."""

    revision: int | None
    changes: Sequence[EntryChange]
    withdrawal: WithdrawalResult
    pending_refunds: Sequence[int]


@dataclass(frozen=True)
class RevertPreview:
    """What an undo would change, which fields have other values by now, and the effects on paid orders.

    `names` names the entries for people.
    """

    changes: Sequence[EntryChange]
    conflicts: Sequence[Conflict]
    effects: Sequence[OrderEffect]
    names: EntryNames


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

    def preview(
        self, channel_id: ChannelId, revision_id: int, prefer: Side = Side.CURRENT, language: str = ""
    ) -> RevertPreview:
        """Return what an undo would do. Nothing is stored.

        `prefer` says which value fields get that were changed again since: their current one, or the one
        before the revision. `language` is that of the effects. Errors as for an undo, but for conflicts and
        effects on orders.
        """
        with discard(self._uow(channel_id)):
            return self._preview(channel_id, revision_id, prefer, Confirmation(language=language))

    def __call__(
        self,
        channel_id: ChannelId,
        revision_id: int,
        author: str,
        confirmation: Confirmation = NOT_CONFIRMED,
        prefer: Side | None = None,
    ) -> RevertResult:
        """Undo a revision, as a new revision.

        `prefer` says which value fields get that were changed again since: their current one, or the one
        before the revision (`Side.PACK`). Raises `NotFoundError`, `MergeConflictError` for such fields
        without `prefer`, `PackRefusedError` if the result would not be valid, `RefusedError` for the revision
        that created the channel, and `ConfirmationRequiredError` if buyers would lose something. None of
        them changes anything.
        """
        history = self._channel.document_history
        with self._uow(channel_id):
            self._document_writer.acquire_lock()
            revision = history.get(revision_id)
            before = self._document_store.read_parts()
            current = join_parts(before)
            merged = self._merge(current, revision, prefer)
            if merged.conflicts:
                raise MergeConflictError(locate_conflict(conflict, {}) for conflict in merged.conflicts)
            content = self._check(merged, current)
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

    def _preview(
        self, channel_id: ChannelId, revision_id: int, prefer: Side, confirmation: Confirmation
    ) -> RevertPreview:
        """Undo a revision in the current unit of work, and return what it did."""
        self._document_writer.acquire_lock()
        revision = self._channel.document_history.get(revision_id)
        before = self._document_store.read_parts()
        current = join_parts(before)
        conflicts = self._merge(current, revision, None).conflicts
        content = self._check(self._merge(current, revision, prefer), current)
        with ActivePackContext(self._document_store.create_context(content)):
            changes = diff_contents(current, content)
        names = EntryNames(current, content)
        effects: Sequence[OrderEffect] = ()
        try:
            self._document_writer.write(channel_id, before, content, confirmation)
        except ConfirmationRequiredError as error:
            effects = error.effects
        return RevertPreview(changes, conflicts, effects, names)

    def _merge(self, current: Content, revision: Revision, prefer: Side | None) -> MergedContent:
        """Return the current document with the values before the revision."""
        store = self._document_store
        source, target = store.create_format_context(revision.format), store.create_context(current)
        changes = {change.ref: _convert(revision, change, source, target) for change in revision.changes}
        created = changes.get(CHANNEL_ENTRY)
        if created and created.before is None:
            raise RefusedError(CREATED_THE_CHANNEL.with_params(revision=revision.id))
        entries = index_content(current)
        with ActivePackContext(target):
            return merge_entries(
                entries,
                _restore(entries, changes.values()),
                lambda ref, _value: to_base(changes[ref].after, changes[ref].after),
                prefer,
            )

    def _check(self, merged: MergedContent, current: Content) -> Content:
        """Return the merged document. Raises `PackRefusedError` if it is not valid."""
        with ActivePackContext(self._document_store.create_context(current)):
            check_merged(merged.content, {})
        return reinstate_events(merged.content, current)


def _convert(
    revision: Revision, change: EntryChange, source: PackContext, target: PackContext
) -> EntryChange:
    """Return a change in the format of the current document."""
    try:
        values = [convert_value(change.ref, value, source, target) for value in (change.before, change.after)]
    except ValidationError as error:
        raise RefusedError(
            NOT_CONVERTIBLE.with_params(revision=revision.id, reason=f"{change.ref}: {error}")
        ) from error
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
