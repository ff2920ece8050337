"""Pseudonyms of viewers. Only this port links a pseudonym to a viewer."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Protocol

from touchline.shared.ids import AccountId, ChannelId


class Pseudonyms(Protocol):
    """The pseudonyms of all channels. `get_or_create` and `detach` work on the current channel."""

    def list_for_accounts(
        self, channel_id: ChannelId, account_ids: Collection[AccountId]
    ) -> Mapping[AccountId, str]:
        """Return the pseudonyms of a channel's viewers. Viewers without one are left out."""
        ...

    def get_or_create(self, account_id: AccountId) -> str:
        """Return the viewer's pseudonym. Create it if there is none."""
        ...

    def detach(self, account_id: AccountId) -> None:
        """Unlink the pseudonym from the viewer and mark it for erasure from the records.

        Do nothing if the viewer has none.
        """
        ...

    def list_pending_erasures(self) -> Sequence[tuple[ChannelId, str]]:
        """Return the pseudonyms of all channels that are marked for erasure. Runs outside of any channel."""
        ...

    def delete_pending_erasure(self, channel_id: ChannelId, pseudonym: str) -> None:
        """Delete a pseudonym after its erasure from the records."""
        ...
