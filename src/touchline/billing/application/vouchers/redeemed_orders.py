"""The orders of recipients follow the order that paid their codes."""

from __future__ import annotations

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.vouchers import Vouchers


class RedeemedOrders:
    """Ends the recipients' access after a refund or a dispute, and restores it after a won dispute.

    Only the sync of the paying order calls it, in its own transaction.
    """

    def __init__(self, orders: Orders, vouchers: Vouchers) -> None:
        self._orders = orders
        self._vouchers = vouchers

    def follow(self, before: Order, order: Order) -> None:
        """Update the recipients' orders if the paying order was ended or reopened."""
        if (before.status, before.ended_at) == (order.status, order.ended_at):
            return
        for voucher in self._vouchers.list_for_order(order.id):
            if voucher.redeemed_order_id is not None:
                redeemed = self._orders.get_for_update(voucher.redeemed_order_id)
                if redeemed is not None:
                    self._follow(redeemed, before, order)

    def _follow(self, redeemed: Order, before: Order, order: Order) -> None:
        if order.ended_at is not None and redeemed.ended_at is None:
            redeemed.end(order.ended_at)
        elif (
            order.ended_at is None
            and order.status is OrderStatus.PAID
            and redeemed.ended_at is not None
            and redeemed.ended_at == before.ended_at
        ):
            redeemed.reopen()
        else:
            return
        self._orders.save(redeemed)
