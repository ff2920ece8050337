"""The pseudonyms of viewers begin and end with their accounts."""

from __future__ import annotations

from touchline.analytics.ports.people import People
from touchline.analytics.ports.store import AnalyticsStore
from touchline.shared.ids import AccountId, ChannelId


class ForgetPerson:
    """Erases a viewer; may run twice."""

    def __init__(self, people: People, store: AnalyticsStore) -> None:
        self._people = people
        self._store = store

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Facts stay, of nobody. The row goes last: while the store, which may be on another machine, is
        asked, nothing in the database is locked, and where it fails the next run still knows whom to
        forget."""
        person = self._people.of(channel_id, [account_id]).get(account_id)
        if person is not None:
            self._store.forget_person(channel_id, person)
            self._people.forget(account_id)
