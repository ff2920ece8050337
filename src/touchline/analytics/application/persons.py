"""The pseudonyms of viewers begin and end with their accounts."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.analytics.ports.people import People
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.ids import ChannelId


class ForgetLeavers:
    """Takes the pseudonyms of viewers who left off the facts; may run twice. The edge opens a transaction for
    the question and one for each of them."""

    def __init__(self, people: People, store: AnalyticsStore) -> None:
        self._people = people
        self._store = store

    def waiting(self) -> Sequence[tuple[ChannelId, str]]:
        """Who is still to be forgotten, in every channel."""
        return self._people.leaving()

    def __call__(self, channel_id: ChannelId, person: str) -> None:
        """Facts stay, of nobody. The row goes last: while the store, which may be on another machine, is
        asked, nothing in the database is locked, and where it fails the next run still knows whom to
        forget."""
        self._store.forget_person(channel_id, person)
        self._people.forget(channel_id, person)
