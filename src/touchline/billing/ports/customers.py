"""Who a viewer is at the payment provider, and which free trials were used up."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from touchline.shared.ids import AccountId, ChannelId


class Customers(Protocol):
    """Names of viewers at the provider, in the present channel."""

    def get(self, account_id: AccountId) -> str | None:
        """The viewer's name there, where one was made."""
        ...

    def save(self, account_id: AccountId, customer: str) -> None:
        """Note it; the same again is fine."""
        ...

    def delete(self, account_id: AccountId) -> None:
        """Delete it."""
        ...

    def mark_for_erasure(self, account_id: AccountId) -> bool:
        """Note that the account is closed and the provider is to forget it; False where none was made."""
        ...

    def list_pending_erasure(self) -> Sequence[tuple[ChannelId, AccountId]]:
        """Whom the provider is still to forget, in every channel; in a transaction that sees them all."""
        ...


class Trials(Protocol):
    """Free trials that were used, known by digests of whoever used them: the account, the address, the card.

    They stay when the account goes, so that a trial is had once (a digest names nobody).
    """

    def is_used(self, digests: Iterable[str]) -> bool:
        """Whether any of the marks used a trial in this channel."""
        ...

    def record(self, digests: Iterable[str], uuid: str) -> bool:
        """Note a trial for all the marks, by the order `uuid`; False where one of them had used it (nothing
        is noted then)."""
        ...

    def release(self, uuid: str) -> None:
        """The order came to nothing: its trial was not used."""
        ...
