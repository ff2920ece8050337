"""Repository of vouchers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Protocol

from touchline.billing.domain.vouchers.vouchers import Voucher
from touchline.shared.ids import AccountId, ChannelId, OrderId


class Vouchers(Protocol):
    """The vouchers of the current channel. Lock the voucher's order before a change."""

    def add_all(self, vouchers: Sequence[Voucher]) -> None:
        """Insert the vouchers of a new order."""
        ...

    def get(self, voucher_id: int) -> Voucher | None:
        """Return one voucher as it is now; None if there is none."""
        ...

    def find_by_hash(self, code_hash: str) -> Voucher | None:
        """Return the voucher with this hash of its code; None if there is none."""
        ...

    def list_for_order(self, order_id: OrderId) -> Sequence[Voucher]:
        """Return the vouchers of an order by number, as they are now. One query."""
        ...

    def list_for_account(self, account_id: AccountId) -> Sequence[Voucher]:
        """Return the vouchers that an account bought or redeemed, by order and number. One query."""
        ...

    def list_redeemers(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, AccountId]:
        """Return the accounts of recipients' orders. Leaves out erased accounts. One query."""
        ...

    def redeem(self, voucher_id: int, order_id: OrderId, now: datetime) -> bool:
        """Record the recipient's order. Return False if the voucher is redeemed or canceled."""
        ...

    def cancel(self, voucher_ids: Sequence[int], now: datetime) -> int:
        """Cancel vouchers that are not redeemed. Return how many were canceled."""
        ...

    def save(self, voucher: Voucher) -> None:
        """Store the email, its text and the code of a voucher."""
        ...

    def mark_sent(self, voucher_id: int, now: datetime) -> bool:
        """Record that the email is sent. Return False if it was sent already."""
        ...

    def list_due(self, now: datetime, limit: int) -> Sequence[tuple[ChannelId, int]]:
        """Return the vouchers of all channels whose email is due. Needs a transaction without a channel."""
        ...

    def erase_account(self, account_id: AccountId) -> None:
        """Remove the recipients' data from the vouchers that an account bought or redeemed. A gift keeps them
        until its email is sent.
        """
        ...

    def erase_sent(self, before: datetime) -> int:
        """Remove the recipients' data from gifts of erased accounts that were sent before an instant, or that
        will not be sent. Return how many. Works across channels.
        """
        ...
