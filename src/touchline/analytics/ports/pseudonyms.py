"""Pseudonyms of viewers. Nothing but this says which viewer stands behind one."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.shared.ids import AccountId, ChannelId


class Pseudonyms(Protocol):
    """The pseudonyms of all channels; `get_or_create` and `detach` are about the present channel."""

    def list_for_accounts(
        self, channel_id: ChannelId, account_ids: Collection[AccountId]
    ) -> Mapping[AccountId, str]:
        """The pseudonyms of viewers of a channel; whoever has none is left out."""
        ...

    def get_or_create(self, account_id: AccountId) -> str:
        """The viewer's pseudonym, which is made if it is new."""
        ...

    def detach(self, account_id: AccountId) -> None:
        """Cut the tie between viewer and pseudonym, and keep in mind that the pseudonym is to go from the
        facts; nothing where there is none."""
        ...

    def list_pending_erasures(self) -> Sequence[tuple[ChannelId, str]]:
        """The pseudonyms of every channel that are still to go from the facts; asked outside of any."""
        ...

    def delete_pending_erasure(self, channel_id: ChannelId, pseudonym: str) -> None:
        """A pseudonym went from the facts, and nothing is left of it."""
        ...
