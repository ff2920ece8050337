"""Erasure of the pseudonyms of deleted accounts."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.analytics.ports.pseudonyms import Pseudonyms
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.ids import ChannelId


class ErasePseudonyms:
    """Use case: erase the pseudonyms of deleted accounts from the records. Idempotent.

    The caller opens one transaction to list them and one for each of them.
    """

    def __init__(self, pseudonyms: Pseudonyms, store: AnalyticsStore) -> None:
        self._pseudonyms = pseudonyms
        self._store = store

    def list_pending(self) -> Sequence[tuple[ChannelId, str]]:
        """Return the pseudonyms to erase, in every channel."""
        return self._pseudonyms.list_pending_erasures()

    def __call__(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Erase one pseudonym. The records stay, without a person.

        The row is deleted last. While the store, perhaps on another machine, is busy, nothing in the database
        is locked. If the store fails, the next run still has the row.
        """
        self._store.erase_pseudonym(channel_id, pseudonym)
        self._pseudonyms.delete_pending_erasure(channel_id, pseudonym)
