"""An author who edits single entries of a channel, as the studio does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from touchline.channel.domain.document.entries import EntryRef
from touchline.channel.domain.document.merge import Side
from touchline.channel.domain.document.revisions import Revision
from touchline.entrypoints.bootstrap import Application
from touchline.front.packs.document.edit import Edit
from touchline.front.packs.edit_entry import Entry
from touchline.front.withdrawals.confirmation import Confirmation
from touchline.shared.ids import ChannelId
from touchline.shared.paging import PageRequest

CONFIRMED = Confirmation(yes=True)


class Studio:
    """Reads and edits the entries of the channel `riverside`."""

    def __init__(self, application: Application, transaction: Callable[..., Any]) -> None:
        self._transaction = transaction
        self._channel = application.container.channel.facade()
        self._read_entries = application.container.front.read_entries()
        self._edit_entry = application.container.front.edit_entry()
        self._revert_revision = application.container.front.revert_revision()

    @property
    def channel_id(self) -> ChannelId:
        with self._transaction(None, unscoped=True):
            channel_id: ChannelId = self._channel.find_channel("riverside").id
        return channel_id

    def read(self, section: str, key: str = "") -> Entry:
        """Return an entry."""
        with self._transaction(self.channel_id):
            entry: Entry = self._read_entries.get(EntryRef(section, key))
        return entry

    def list(self, section: str) -> dict[str, Any]:
        """Return the values of a section by key, in its order."""
        with self._transaction(self.channel_id):
            entries = self._read_entries.list(section, PageRequest(1000)).items
        return {entry.ref.key: entry.value for entry in entries if entry.ref.key}

    def edit(self, section: str, key: str = "", **fields: Any) -> Entry | None:
        """Change fields of an entry. None removes a field."""
        entry = self.read(section, key)
        value = {name: part for name, part in {**entry.value, **fields}.items() if part is not None}
        return self.save(section, key, value, entry.version)

    def save(
        self, section: str, key: str, value: Mapping[str, Any] | None, version: str | None = None
    ) -> Entry | None:
        """Save an entry with a version."""
        saved: Entry | None = self._edit_entry(
            self.channel_id, Edit(EntryRef(section, key), value, version, "Ada Coach"), CONFIRMED
        )
        return saved

    def remove(self, section: str, key: str) -> None:
        """Remove an entry."""
        self.save(section, key, None, self.read(section, key).version)

    def latest(self) -> Revision:
        """Return the latest revision."""
        with self._transaction(self.channel_id):
            history = self._channel.document_history
            revision: Revision = history.get(history.list(1)[0].id)
        return revision

    def revert(self, revision_id: int, *, force: bool = False) -> Any:
        """Undo a revision."""
        prefer = Side.PACK if force else None
        return self._revert_revision(self.channel_id, revision_id, "Ada Coach", CONFIRMED, prefer)
