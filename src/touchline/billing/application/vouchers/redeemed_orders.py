"""What the sync of an order does with its codes: refunds and the orders of recipients."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.vouchers.voucher_refunds import VoucherRefund, list_voucher_refunds
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.vouchers import Vouchers


class RedeemedOrders:
    """Ends the recipients' access after a refund or a dispute, and restores it after a won dispute.

    The sync of the paying order and its revocation call it, in their own transaction.
    """

    def __init__(self, orders: Orders, vouchers: Vouchers) -> None:
        self._orders = orders
        self._vouchers = vouchers

    def list_refunds(self, order: Order) -> Sequence[VoucherRefund]:
        """Return the refunds that the canceled codes of an order require."""
        if not order.is_for_others:
            return ()
        return list_voucher_refunds(order, self._vouchers.list_for_order(order.id))

    def follow(self, before: Order, order: Order) -> None:
        """Update the recipients' orders if the paying order was ended or reopened."""
        if not order.is_for_others or (before.status, before.ended_at) == (order.status, order.ended_at):
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
