"""The pseudonyms of viewers begin and end with their accounts."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.analytics.ports.pseudonyms import Pseudonyms
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.ids import ChannelId


class ErasePseudonyms:
    """Takes the pseudonyms of viewers who left off the facts; may run twice. The edge opens a transaction for
    the question and one for each of them."""

    def __init__(self, pseudonyms: Pseudonyms, store: AnalyticsStore) -> None:
        self._pseudonyms = pseudonyms
        self._store = store

    def list_pending(self) -> Sequence[tuple[ChannelId, str]]:
        """Who is still to be forgotten, in every channel."""
        return self._pseudonyms.list_pending_erasures()

    def __call__(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Facts stay, of nobody. The row goes last: while the store, which may be on another machine, is
        asked, nothing in the database is locked, and where it fails the next run still knows whom to
        forget."""
        self._store.erase_pseudonym(channel_id, pseudonym)
        self._pseudonyms.delete_pending_erasure(channel_id, pseudonym)
