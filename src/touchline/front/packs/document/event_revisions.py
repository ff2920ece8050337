"""Revisions of single events that use cases of the catalog change, without writing the whole document."""

from __future__ import annotations

from collections.abc import Callable

from touchline.catalog.facade import CatalogFacade
from touchline.channel.domain.document.entries import EntryChange, EntryRef, EntryValue
from touchline.channel.domain.document.revisions import RevisionSource, ValueFormat
from touchline.channel.facade import ChannelFacade
from touchline.front.packs.document.contents import dump_entry
from touchline.front.packs.document.document_store import DocumentStore
from touchline.front.packs.document.document_writer import DocumentWriter
from touchline.front.packs.schemas.context import ActivePackContext


class EventRevisions:
    """Service that records what a change does to the document's entry of an event."""

    def __init__(
        self,
        channel: ChannelFacade,
        catalog: CatalogFacade,
        document_store: DocumentStore,
        document_writer: DocumentWriter,
    ) -> None:
        self._channel, self._catalog = channel, catalog
        self._document_store, self._document_writer = document_store, document_writer

    def acquire_lock(self) -> None:
        """Wait until no other transaction writes the document. Call it before anything is read."""
        self._document_writer.acquire_lock()

    def record(
        self, event_id: int, author: str, source: RevisionSource, change: Callable[[], bool]
    ) -> tuple[bool, int | None]:
        """Change an event. Return what `change` returns, and the id of the revision, if there is one."""
        channel = self._channel.get_current()
        value_format = ValueFormat(
            channel.language, tuple(channel.languages), channel.currency, channel.time_zone
        )
        before = self._dump(event_id, value_format)
        is_changed = change()
        after = self._dump(event_id, value_format)
        if before == after or before is None:
            return is_changed, None
        changes = [EntryChange(EntryRef("events", before["key"]), before, after)]
        return is_changed, self._channel.document_history.record(author, source, changes, value_format)

    def _dump(self, event_id: int, value_format: ValueFormat) -> EntryValue | None:
        entry = self._catalog.export_event(event_id)
        if entry is None:
            return None
        with ActivePackContext(self._document_store.create_format_context(value_format)):
            return dump_entry(EntryRef("events", entry["key"]), entry)
