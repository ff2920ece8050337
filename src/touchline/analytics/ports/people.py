"""Pseudonyms of viewers. Nothing but this says which viewer stands behind one."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from touchline.shared.ids import AccountId, ChannelId


class People(Protocol):
    """The pseudonyms of all channels; `make` and `forget` are about the present channel."""

    def of(self, channel_id: ChannelId, account_ids: Collection[AccountId]) -> Mapping[AccountId, str]:
        """The pseudonyms of viewers of a channel; whoever has none is left out."""
        ...

    def make(self, account_id: AccountId) -> str:
        """The viewer's pseudonym, which is made if it is new."""
        ...

    def forget(self, account_id: AccountId) -> str | None:
        """Cut the tie between viewer and pseudonym; which pseudonym it was, None where there was none."""
        ...
