"""Erasure of the pseudonyms of deleted accounts."""

from __future__ import annotations

from touchline.analytics.ports.pseudonyms import Pseudonyms
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.ids import ChannelId
from touchline.shared.unit_of_work import UnitOfWorkFactory


class ErasePseudonyms:
    """Use case: erase the pseudonyms of deleted accounts from the records. Idempotent.

    Each pseudonym has its own transaction. An interrupted run keeps its progress.
    """

    def __init__(self, uow: UnitOfWorkFactory, pseudonyms: Pseudonyms, store: AnalyticsStore) -> None:
        self._uow = uow
        self._pseudonyms = pseudonyms
        self._store = store

    def __call__(self) -> None:
        """Erase all pending pseudonyms, in every channel. Raises `StoreUnavailableError`."""
        with self._uow.all_channels():
            pending = self._pseudonyms.list_pending_erasures()
        for channel_id, pseudonym in pending:
            with self._uow.all_channels():
                self._erase(channel_id, pseudonym)

    def _erase(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Erase one pseudonym. The records stay, without a person.

        The row is deleted last. While the store, perhaps on another machine, is busy, nothing in the database
        is locked. If the store fails, the next run still has the row.
        """
        self._store.erase_pseudonym(channel_id, pseudonym)
        self._pseudonyms.delete_pending_erasure(channel_id, pseudonym)
