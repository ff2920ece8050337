"""In-memory vouchers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime

from touchline.billing.domain.vouchers.vouchers import Voucher, VoucherState, get_voucher_state
from touchline.billing.tests.order_fakes import InMemoryOrders
from touchline.shared.ids import AccountId, ChannelId, OrderId


class InMemoryVouchers:
    """In-memory `Vouchers`. All are in channel 1."""

    def __init__(self, orders: InMemoryOrders) -> None:
        self._orders = orders
        self.stored: list[Voucher] = []

    def add_all(self, vouchers: Sequence[Voucher]) -> None:
        """Store the vouchers of a new order."""
        for voucher in vouchers:
            self.stored.append(replace(voucher, id=len(self.stored) + 1))

    def get(self, voucher_id: int) -> Voucher | None:
        """Return a copy of one voucher."""
        return next((replace(voucher) for voucher in self.stored if voucher.id == voucher_id), None)

    def find_by_hash(self, code_hash: str) -> Voucher | None:
        """Return a copy of the voucher with this hash."""
        return next((replace(voucher) for voucher in self.stored if voucher.code_hash == code_hash), None)

    def list_for_order(self, order_id: OrderId) -> Sequence[Voucher]:
        """Return copies of the vouchers of an order."""
        return [replace(voucher) for voucher in self.stored if voucher.order_id == order_id]

    def list_for_account(self, account_id: AccountId) -> Sequence[Voucher]:
        """Return copies of the vouchers that an account bought or redeemed."""
        return [replace(voucher) for voucher in self.stored if self._belongs_to(voucher, account_id)]

    def list_redeemers(self, order_ids: Sequence[OrderId]) -> Mapping[OrderId, AccountId]:
        """Return the accounts of recipients' orders."""
        orders = [order for order_id in order_ids if (order := self._orders.get(order_id)) is not None]
        return {order.id: order.account_id for order in orders if order.account_id is not None}

    def redeem(self, voucher_id: int, order_id: OrderId, now: datetime) -> bool:
        """Record the recipient's order, once."""
        voucher = self.stored[voucher_id - 1]
        if voucher.redeemed_order_id is not None or voucher.canceled_at is not None:
            return False
        voucher.redeemed_order_id, voucher.redeemed_at = order_id, now
        return True

    def cancel(self, voucher_ids: Sequence[int], now: datetime) -> int:
        """Cancel vouchers that are open."""
        is_open = [
            voucher
            for voucher in self.stored
            if voucher.id in voucher_ids and voucher.redeemed_order_id is None and voucher.canceled_at is None
        ]
        for voucher in is_open:
            voucher.canceled_at = now
        return len(is_open)

    def save(self, voucher: Voucher) -> None:
        """Store a voucher."""
        self.stored[voucher.id - 1] = replace(voucher)

    def mark_sent(self, voucher_id: int, now: datetime) -> bool:
        """Record that the email is sent, once."""
        voucher = self.stored[voucher_id - 1]
        if voucher.sent_at is not None:
            return False
        voucher.sent_at = now
        return True

    def list_due(self, now: datetime, limit: int) -> Sequence[tuple[ChannelId, int]]:
        """Return the vouchers whose email is due."""
        due = [
            voucher
            for voucher in self.stored
            if voucher.email and voucher.send_at and voucher.send_at <= now and voucher.sent_at is None
        ]
        return [(ChannelId(1), voucher.id) for voucher in due][:limit]

    def erase_account(self, account_id: AccountId) -> None:
        """Remove the recipients' data of an account's gifts."""
        for voucher in self.stored:
            if self._belongs_to(voucher, account_id) and not self._awaits_email(voucher):
                voucher.email = voucher.recipient = voucher.message = None

    def erase_sent(self, before: datetime) -> int:
        """Remove the recipients' data of gifts that closed accounts bought."""
        erased = [
            voucher
            for voucher in self.stored
            if (order := self._orders.get(voucher.order_id)) is not None
            and order.account_id is None
            and voucher.email is not None
            and not self._awaits_email(voucher)
            and (voucher.sent_at is None or voucher.sent_at < before)
        ]
        for voucher in erased:
            voucher.email = voucher.recipient = voucher.message = None
        return len(erased)

    def _awaits_email(self, voucher: Voucher) -> bool:
        order = self._orders.get(voucher.order_id)
        return order is not None and get_voucher_state(voucher, order) is VoucherState.SCHEDULED

    def _belongs_to(self, voucher: Voucher, account_id: AccountId) -> bool:
        order_ids = [order_id for order_id in (voucher.order_id, voucher.redeemed_order_id) if order_id]
        orders = [self._orders.get(order_id) for order_id in order_ids]
        return any(order is not None and order.account_id == account_id for order in orders)
