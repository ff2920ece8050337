"""Changes one entry of a channel's document, checked as a pack is checked."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

from marshmallow import ValidationError

from touchline.catalog.facade import CatalogFacade
from touchline.channel.domain.document.entries import EntryRef, EntryValue, hash_entry
from touchline.channel.domain.document.merge import ORDER
from touchline.channel.domain.document.revisions import RevisionSource
from touchline.channel.facade import ChannelFacade
from touchline.front.packs.document.audit_records import build_audit_record
from touchline.front.packs.document.contents import (
    SECTIONS,
    Content,
    build_content,
    diff_contents,
    dump_entry,
    index_content,
    is_order,
    iter_section,
    load_entry,
)
from touchline.front.packs.document.document_store import DocumentStore, get_format
from touchline.front.packs.document.document_writer import DocumentWriter, WriteResult
from touchline.front.packs.document.edit import Edit
from touchline.front.packs.document.merged_checks import check_merged
from touchline.front.packs.layout import stem
from touchline.front.packs.pack import join_parts
from touchline.front.packs.parser.documents import Document
from touchline.front.packs.parser.schema_errors import to_problems
from touchline.front.packs.problems import PackRefusedError, Problem
from touchline.front.packs.schemas.context import ActivePackContext, PackContext
from touchline.front.withdrawals.apply_withdrawals import ApplyWithdrawals
from touchline.front.withdrawals.confirmation import NOT_CONFIRMED, Confirmation
from touchline.platform.files.public_files import PublicFiles
from touchline.shared.audit import AuditSubject, RecordAudit
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import EditConflictError, InvalidInputError, NotFoundError
from touchline.shared.ids import ChannelId
from touchline.shared.paging import Page, PageRequest
from touchline.shared.unit_of_work import UnitOfWorkFactory, discard

UNKNOWN_SECTION = ErrorMessage("errors.unknown_section", "The channel has no section with this name.")
LOCKED_FIELD = "can only be changed by operators who may edit offers; ask an owner of the channel"
DEMO_SECTION, EVENTS = "footage", "events"
Preview = TypeVar("Preview")


@dataclass(frozen=True)
class Entry:
    """An entry and its version, which changes with its value."""

    ref: EntryRef
    value: EntryValue
    version: str


class ReadEntries:
    """Query of the entries of the current channel's document."""

    def __init__(self, document_store: DocumentStore, catalog: CatalogFacade) -> None:
        self._document_store, self._catalog = document_store, catalog

    def list(self, section: str, request: PageRequest) -> Page[Entry]:
        """Return the entries of a section, in its order: a page of the events, or the whole section.

        If the order counts, the last one has an empty key and holds the order. Raises `NotFoundError`.
        """
        _check_section(section)
        keys = self._catalog.list_event_keys(request) if section == EVENTS else Page[str]((), 0, 0, 0)
        content = self._document_store.read_section(section, keys.items)
        with ActivePackContext(self._document_store.create_context(content)):
            entries = [_to_entry(ref, loaded) for ref, loaded in iter_section(content, section)]
        if section == EVENTS:
            return Page(entries, keys.total, keys.limit, keys.offset)
        return Page(entries, len(entries), len(entries), 0)

    def get(self, ref: EntryRef) -> Entry:
        """Return an entry. Raises `NotFoundError`."""
        _check_section(ref.section)
        content = self._document_store.read_section(ref.section, [ref.key])
        loaded = dict(iter_section(content, ref.section)).get(ref)
        if loaded is None:
            raise NotFoundError
        with ActivePackContext(self._document_store.create_context(content)):
            return _to_entry(ref, loaded)


class EditEntry:
    """Use case that creates, changes or removes entries, as one revision."""

    def __init__(
        self,
        uow: UnitOfWorkFactory,
        files: PublicFiles,
        channel: ChannelFacade,
        document_store: DocumentStore,
        document_writer: DocumentWriter,
        apply_withdrawals: ApplyWithdrawals,
        record_audit: RecordAudit,
    ) -> None:
        self._uow, self._files, self._channel = uow, files, channel
        self._record_audit = record_audit
        self._document_store, self._document_writer = document_store, document_writer
        self._apply_withdrawals = apply_withdrawals

    def __call__(
        self,
        channel_id: ChannelId,
        edit: Edit,
        confirmation: Confirmation = NOT_CONFIRMED,
    ) -> Entry | None:
        """Save an entry and return it as it is now, or remove it if the value is None.

        Raises `EditConflictError` if the entry has another version, `InvalidInputError` by field,
        `NotFoundError` for an unknown section, and `ConfirmationRequiredError` if buyers would lose
        something. None of them changes anything.
        """
        try:
            return self.save_all(channel_id, [edit], confirmation)[0]
        except InvalidInputError as error:
            prefix = f"{edit.ref}."
            raise InvalidInputError(
                {field.removeprefix(prefix): messages for field, messages in error.errors.items()}
            ) from None

    def save_all(
        self,
        channel_id: ChannelId,
        edits: Sequence[Edit],
        confirmation: Confirmation = NOT_CONFIRMED,
    ) -> list[Entry | None]:
        """Save several entries of one author as one revision, and return them in this order.

        Errors as for one entry. Their fields begin with the entry: `menu[home].label`.
        """
        with self._uow(channel_id):
            before, written = self._write(channel_id, edits, confirmation)
            after = join_parts(written.parts)
            with ActivePackContext(self._document_store.create_context(after)):
                self._record(edits, before, after)
                entries = index_content(after)
                saved = [
                    _to_entry(ref, entries[ref]) if ref in entries else None for ref in _list_refs(edits)
                ]
        self._apply_withdrawals.refund_orders(channel_id, written.withdrawal)
        return saved

    def preview(self, channel_id: ChannelId, edits: Sequence[Edit], render: Callable[[], Preview]) -> Preview:
        """Return what `render` returns as if the entries were saved. Nothing is. Errors as for `save_all`."""
        with discard(self._uow(channel_id)):
            self._write(channel_id, edits, Confirmation(yes=True))
            return render()

    def _write(
        self, channel_id: ChannelId, edits: Sequence[Edit], confirmation: Confirmation
    ) -> tuple[Content, WriteResult]:
        """Check and write the entries. Return the content before, and the result."""
        for ref in _list_refs(edits):
            _check_section(ref.section)
        self._document_writer.acquire_lock()
        before = self._document_store.read_excerpt({edit.ref: edit.value for edit in edits})
        current = join_parts(before.parts)
        content: Content = current
        with ActivePackContext(self._create_context(current)):
            for edit in sorted(edits, key=lambda edit: is_order(edit.ref)):
                _check_version(edit, current)
                content = _replace_entry(edit, content)
            _check_content(_list_refs(edits), content)
        return current, self._document_writer.write_excerpt(channel_id, before, content, confirmation)

    def _record(self, edits: Sequence[Edit], before: Content, after: Content) -> None:
        """Record the revision, and an entry of the audit log for it."""
        changes = diff_contents(before, after)
        revision = self._channel.document_history.record(
            edits[0].author, RevisionSource.STUDIO, changes, get_format(after)
        )
        if changes:
            [ref, *others] = _list_refs(edits)
            subject = AuditSubject("revision", str(revision)) if others else AuditSubject("entry", str(ref))
            action = "entry.remove" if all(edit.value is None for edit in edits) else "entry.save"
            self._record_audit(build_audit_record(action, subject, changes, revision))

    def _create_context(self, content: Content) -> PackContext:
        """Return the context in which an author's values are read: files must be stored already."""
        prefix = f"/files/{content['channel']['slug']}/"
        return replace(
            self._document_store.create_context(content),
            is_stored=lambda path: path.startswith(prefix) and self._files.resolve(path) is not None,
        )


def _list_refs(edits: Sequence[Edit]) -> list[EntryRef]:
    return [edit.ref for edit in edits]


def _check_section(section: str) -> None:
    """Raise `NotFoundError` unless the document has the section."""
    if section not in SECTIONS or section == DEMO_SECTION:
        raise NotFoundError(UNKNOWN_SECTION)


def _to_entry(ref: EntryRef, loaded: Any) -> Entry:
    value = dump_entry(ref, loaded)
    return Entry(ref, value, hash_entry(value))


def _check_version(edit: Edit, current: Content) -> None:
    """Raise `EditConflictError` or, for a change of a locked field, `InvalidInputError`."""
    loaded = index_content(current).get(edit.ref)
    present = None if loaded is None else _to_entry(edit.ref, loaded)
    if (present.version if present else None) != edit.version:
        raise EditConflictError(
            section=edit.ref.section,
            key=edit.ref.key,
            current=present.value if present else None,
            version=present.version if present else None,
        )
    before, after = present.value if present else {}, edit.value or {}
    locked = {
        name
        for name in edit.locked_fields
        if hash_entry({name: before.get(name)}) != hash_entry({name: after.get(name)})
    }
    if edit.value is not None and locked:
        raise InvalidInputError({f"{edit.ref}.{name}": [LOCKED_FIELD] for name in sorted(locked)})


def _replace_entry(edit: Edit, current: Content) -> Content:
    """Return the content with another value for an entry. Raises `InvalidInputError`."""
    ref, value = edit.ref, edit.value
    entries: dict[EntryRef, Any] = dict(index_content(current))
    key_field = SECTIONS[ref.section].key_field
    if value is None:
        if not ref.key:
            raise InvalidInputError({f"{ref}.": ["cannot be removed"]})
        entries.pop(ref, None)
        return build_content(entries)
    if is_order(ref):
        if sorted(map(str, value.get(ORDER) or ())) != sorted(entries[ref][ORDER]):
            raise InvalidInputError({f"{ref}.{ORDER}": ["must have every key of the section once"]})
        return build_content({**entries, ref: value})
    if key_field and str(value.get(key_field)) != ref.key:
        raise InvalidInputError({f"{ref}.{key_field}": [f"must be `{ref.key}`, as in the address"]})
    try:
        entries[ref] = load_entry(ref, value)
    except ValidationError as error:
        problems = to_problems(Document(ref.section, dict(value)), error)
        raise InvalidInputError(_group_messages((f"{ref}.{item.field}", item) for item in problems)) from None
    return build_content(entries)


def _check_content(refs: Sequence[EntryRef], content: Content) -> None:
    """Raise `InvalidInputError` if the entries do not fit the others, or others do not fit them."""
    try:
        check_merged(content, {})
    except PackRefusedError as refused:
        raise InvalidInputError(
            _group_messages((_name_field(refs, problem), problem) for problem in refused.problems)
        ) from None


def _name_field(refs: Sequence[EntryRef], problem: Problem) -> str:
    """Return the field of a problem after its entry. The field of another entry begins with the section."""
    for ref in refs:
        if SECTIONS[ref.section].file != problem.file:
            continue
        if not ref.key:
            return f"{ref}.{problem.field}"
        _, key_path, field = problem.field.rpartition(f"[{ref.key}].")
        if key_path:
            return f"{ref}.{field}"
    return f"{stem(problem.file)}{problem.field}" if problem.field.startswith("[") else problem.field


def _group_messages(problems: Iterable[tuple[str, Problem]]) -> dict[str, list[str]]:
    """Return the messages by field."""
    messages: dict[str, list[str]] = {}
    for field, problem in problems:
        message = f"{problem.message}; {problem.hint}" if problem.hint else problem.message
        messages.setdefault(field, []).append(message)
    return messages
