"""Imports a schedule: a preview, and its application as one revision of the document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from touchline.channel.domain.document.entries import EntryRef
from touchline.channel.domain.document.revisions import RevisionSource
from touchline.channel.facade import ChannelFacade
from touchline.front.imports.choices import RowChoice, RowClass
from touchline.front.imports.comparison import ComparedRow, ImportedRow
from touchline.front.imports.event_fields import REFERENCE_FIELDS, create_key, write_fields
from touchline.front.imports.memory import ImportMemory
from touchline.front.imports.names import NameAction, NameChoice, NameRef
from touchline.front.imports.parsers.schedule_row import CANCELED, POSTPONED
from touchline.front.imports.preview import ImportFile, Preview, build_preview
from touchline.front.imports.problems import PREVIEW_OUTDATED, UNANSWERED
from touchline.front.packs.document.audit_records import build_audit_record
from touchline.front.packs.document.contents import (
    Content,
    build_content,
    diff_contents,
    dump_entry,
    index_content,
    load_entry,
)
from touchline.front.packs.document.document_store import DocumentStore, get_format
from touchline.front.packs.document.document_writer import DocumentWriter
from touchline.front.packs.document.merged_checks import check_merged
from touchline.front.packs.pack import join_parts
from touchline.front.packs.problems import PackRefusedError
from touchline.front.packs.schemas.context import ActivePackContext, get_pack_context
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals, WithdrawalResult
from touchline.front.withdrawals.confirmation import (
    NOT_CONFIRMED,
    Confirmation,
    ConfirmationRequiredError,
    OrderEffect,
)
from touchline.shared.audit import AuditSubject, RecordAudit
from touchline.shared.errors import EditConflictError, InvalidInputError, RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory, discard

HARMLESS_FIELDS = frozenset({"starts", "location", "name", "score"})
"""Fields of which a change takes nothing from buyers."""
_DEFAULTS = ("duration", "pass", "price")
"""Fields that a new event takes from the last event of its category."""


@dataclass(frozen=True)
class ImportResult:
    """What an import did. `revision` is None if it changed nothing in the document."""

    revision: int | None
    created: int
    changed: int
    withdrawal: WithdrawalResult
    pending_refunds: Sequence[int] = ()


class ImportSchedule:
    """Use case that previews and applies the import of a schedule."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        channel: ChannelFacade,
        memory: ImportMemory,
        document_store: DocumentStore,
        document_writer: DocumentWriter,
        apply_withdrawals: ApplyWithdrawals,
        record_audit: RecordAudit,
    ) -> None:
        self._uow, self._channel, self._memory = uow, channel, memory
        self._document_store, self._document_writer = document_store, document_writer
        self._apply_withdrawals, self._record_audit = apply_withdrawals, record_audit

    def list_sources(self) -> Sequence[str]:
        """Return the sources that were imported into the current channel."""
        return self._memory.list_sources()

    def preview(self, file: ImportFile) -> Preview:
        """Return what an import into the current channel would do. Raises `UnreadableFileError`."""
        content = join_parts(self._document_store.read_parts())
        with ActivePackContext(self._document_store.create_context(content)):
            return self._build_preview(file, content)

    def __call__(
        self,
        channel_id: ChannelId,
        file: ImportFile,
        version: str,
        choices: Mapping[str, RowChoice],
        author: str,
        confirmation: Confirmation = NOT_CONFIRMED,
        row_keys: frozenset[str] | None = None,
    ) -> ImportResult:
        """Apply an import as one revision.

        `version` is the version of the preview that the author saw. `choices` are decisions about rows by
        their key: without one, new and changed rows are applied, disagreeing rows keep the studio's values,
        and missing rows stay. Raises `EditConflictError` if the import would now do something else,
        `RefusedError` if the preview has questions, `InvalidInputError` if the result does not fit the
        document, and `ConfirmationRequiredError` if buyers would lose something. None of them changes
        anything.
        """
        with self._uow(channel_id):
            result = self._apply(channel_id, file, version, choices, author, confirmation, row_keys)
        pending_refunds = self._apply_withdrawals.refund_orders(channel_id, result.withdrawal)
        return replace(result, pending_refunds=pending_refunds)

    def find_effects(
        self,
        channel_id: ChannelId,
        file: ImportFile,
        preview: Preview,
        choices: Mapping[str, RowChoice],
        language: str = "",
    ) -> Sequence[OrderEffect]:
        """Return what an import would do to paid orders, in a language or the channel's. Nothing is stored.

        Without an answer to every question of the preview, and if the import would be refused, that is
        nothing.
        """
        if not any(_can_affect_orders(row, choices.get(row.row_key)) for row in preview.rows):
            return ()
        try:
            with discard(self._uow(channel_id)):
                confirmation = Confirmation(language=language)
                self._apply(channel_id, file, preview.version, choices, "", confirmation, None)
        except ConfirmationRequiredError as error:
            return error.effects
        except (RefusedError, EditConflictError, InvalidInputError):
            return ()
        return ()

    def _apply(
        self,
        channel_id: ChannelId,
        file: ImportFile,
        version: str,
        choices: Mapping[str, RowChoice],
        author: str,
        confirmation: Confirmation,
        row_keys: frozenset[str] | None,
    ) -> ImportResult:
        """Apply an import in the current unit of work. Its refunds are still to be made."""
        self._document_writer.acquire_lock()
        before = self._document_store.read_parts()
        current = join_parts(before)
        with ActivePackContext(self._document_store.create_context(current)):
            preview = self._build_preview(file, current)
            if preview.version != version:
                raise EditConflictError(PREVIEW_OUTDATED, version=preview.version)
            if preview.questions:
                raise RefusedError(UNANSWERED)
            if row_keys is not None:
                rows = [row for row in preview.rows if row.row_key in row_keys]
                preview = replace(preview, rows=rows)
            changer = _DocumentChanger(current, preview, choices)
            content = changer.build()
            if changer.is_changed:
                _check(content)
        revision, withdrawal = None, WithdrawalResult()
        if changer.is_changed:
            written = self._document_writer.write(channel_id, before, content, confirmation)
            withdrawal = written.withdrawal
            revision = self._record(file.source, current, join_parts(written.parts), author)
        self._save_memory(file.source, preview, changer)
        return ImportResult(revision, changer.created, changer.changed, withdrawal)

    def _build_preview(self, file: ImportFile, content: Content) -> Preview:
        names = {**self._memory.list_names(), **file.names}
        return build_preview(file, content, self._memory.list_rows(file.source), names)

    def _record(self, source: str, before: Content, after: Content, author: str) -> int | None:
        with ActivePackContext(self._document_store.create_context(after)):
            changes = diff_contents(before, after)
        history = self._channel.document_history
        revision = history.record(author, RevisionSource.IMPORT, changes, get_format(after))
        if changes:
            subject = AuditSubject("import", source)
            self._record_audit(build_audit_record("schedule.import", subject, changes, revision))
        return revision

    def _save_memory(self, source: str, preview: Preview, changer: _DocumentChanger) -> None:
        """Save the rows that the import decided about, and the decisions about names."""
        replaced = [row.previous_key for row in preview.rows if row.row_key in changer.saved_rows]
        self._memory.save_rows(source, changer.saved_rows, [key for key in replaced if key])
        decided: dict[NameRef, NameChoice] = {}
        for name in preview.names:
            if name.choice is None:
                continue
            is_new = name.choice.action is NameAction.NEW
            if is_new and name.choice.key in changer.created_keys:
                decided[name.ref] = NameChoice(NameAction.EXISTING, name.choice.key)
            elif not is_new:
                decided[name.ref] = name.choice
        self._memory.save_names(decided)


class _DocumentChanger:
    """Changes the events of a document as a preview and the choices say. Needs an active pack context."""

    def __init__(self, content: Content, preview: Preview, choices: Mapping[str, RowChoice]) -> None:
        self._content, self._preview, self._choices = content, preview, choices
        self._events = {str(event["key"]): event for event in content["events"]}
        self._keys = set(self._events)
        self._language = get_pack_context().language
        self._templates = {event["category"]: event for event in content["events"]}
        self.created = self.changed = 0
        self.created_keys: set[str] = set()
        self.saved_rows: dict[str, ImportedRow] = {}

    @property
    def is_changed(self) -> bool:
        """Whether the document changes."""
        return bool(self.created or self.changed)

    def build(self) -> Content:
        """Return the changed document."""
        entries: dict[EntryRef, Any] = dict(index_content(self._content))
        changed = [value for row in self._preview.rows if (value := self._change(row)) is not None]
        used = {str(value.get(name)) for value in changed for name in REFERENCE_FIELDS}
        for ref, entry in self._preview.new_entries.items():
            if ref.key in used:
                self.created_keys.add(ref.key)
                entries[ref] = load_entry(ref, entry)
        for value in changed:
            ref = EntryRef("events", value["key"])
            entries[ref] = load_entry(ref, value)
        return build_content(entries)

    def _change(self, row: ComparedRow) -> dict[str, Any] | None:
        """Return the new value of the row's event, or None if it stays."""
        choice = self._choices.get(row.row_key)
        if row.row_class is RowClass.MISSING:
            return self._withdraw(row, choice)
        is_applied = choice is RowChoice.APPLY or (
            choice is None and row.row_class in (RowClass.NEW, RowClass.CHANGED)
        )
        if row.row_class is RowClass.UNMAPPED or (
            not is_applied and row.row_class in (RowClass.NEW, RowClass.CHANGED)
        ):
            return None
        if row.event_key is None:
            return self._create(row) if is_applied else None
        self.saved_rows[row.row_key] = ImportedRow(row.row_key, row.event_key, row.fields)
        changes = {
            change.field: change.file
            for change in row.changes
            if is_applied or (row.row_class is RowClass.DISAGREEING and not change.is_disagreeing)
        }
        if not changes:
            return None
        self.changed += 1
        return write_fields(self._dump(row.event_key), changes, self._language)

    def _withdraw(self, row: ComparedRow, choice: RowChoice | None) -> dict[str, Any] | None:
        status = {RowChoice.CANCEL: CANCELED, RowChoice.POSTPONE: POSTPONED}.get(choice or RowChoice.SKIP)
        if status is None or row.event_key is None:
            return None
        self.changed += 1
        self.saved_rows[row.row_key] = ImportedRow(
            row.row_key, row.event_key, {**row.fields, "status": status}
        )
        return write_fields(self._dump(row.event_key), {"status": status}, self._language)

    def _create(self, row: ComparedRow) -> dict[str, Any]:
        fields, day = row.fields, str(row.fields["starts"])[:10]
        text = fields.get("name") or f"{fields['away']} at {fields['home']}"
        key = create_key(f"{text[:60]} {day}", self._keys)
        template = self._templates.get(fields["category"])
        defaults = self._dump(template["key"]) if template else {}
        value = {"key": key, **{name: defaults[name] for name in _DEFAULTS if name in defaults}}
        self.created += 1
        self.saved_rows[row.row_key] = ImportedRow(row.row_key, key, fields)
        return write_fields(value, fields, self._language)

    def _dump(self, key: str) -> dict[str, Any]:
        return dict(dump_entry(EntryRef("events", key), self._events[key]))


def _can_affect_orders(row: ComparedRow, choice: RowChoice | None) -> bool:
    """Return whether an import of the row may take something from buyers."""
    if row.row_class is RowClass.MISSING:
        return choice in (RowChoice.CANCEL, RowChoice.POSTPONE)
    changed = {change.field for change in row.changes}
    return row.event_key is not None and choice is not RowChoice.SKIP and not changed <= HARMLESS_FIELDS


def _check(content: Content) -> None:
    """Raise `InvalidInputError` if the entries of the document do not fit together."""
    try:
        check_merged(content, {})
    except PackRefusedError as refused:
        raise InvalidInputError({"file": _list_messages(refused.problems)}) from None


def _list_messages(problems: Iterable[Any]) -> list[str]:
    return [f"{problem.field}: {problem.message}; {problem.hint}".rstrip("; ") for problem in problems]
