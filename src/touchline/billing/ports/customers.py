"""Repositories of provider customers and used free trials."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from touchline.shared.ids import AccountId, ChannelId


class Customers(Protocol):
    """Viewers' customer ids at the provider, in the current channel."""

    def get(self, account_id: AccountId) -> str | None:
        """Return the viewer's customer id; None if none was created."""
        ...

    def save(self, account_id: AccountId, customer: str) -> None:
        """Store the viewer's customer id. Idempotent."""
        ...

    def delete(self, account_id: AccountId) -> None:
        """Delete the viewer's customer record."""
        ...

    def mark_for_erasure(self, account_id: AccountId) -> bool:
        """Mark the customer for erasure at the provider. Return False if the viewer has no customer."""
        ...

    def list_pending_erasure(self) -> Sequence[tuple[ChannelId, AccountId]]:
        """Return the viewers of all channels that the provider must still erase. Needs an unscoped
        transaction.
        """
        ...


class Trials(Protocol):
    """Used free trials, identified by digests of the account, the email address and the card.

    The digests stay after the account is closed, so that each person has one trial. They identify nobody.
    """

    def is_used(self, digests: Iterable[str]) -> bool:
        """Return whether any of the digests has used a trial in this channel."""
        ...

    def record(self, digests: Iterable[str], uuid: str) -> bool:
        """Record a trial of the order `uuid` for all digests.

        Returns False, and records nothing, if one of the digests has used a trial.
        """
        ...

    def release(self, uuid: str) -> None:
        """Release the trial of an order that failed."""
        ...
