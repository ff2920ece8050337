"""Refunds of codes: the codes are canceled before any money moves, so that none is redeemed meanwhile."""

from __future__ import annotations

from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.vouchers.vouchers import ensure_none_redeemed
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.vouchers import Vouchers
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import OrderId
from touchline.shared.principal import Principal


class RefundVouchers:
    """Refunds an order whose codes are all unredeemed. The sync of the order makes the refund."""

    def __init__(
        self, orders: Orders, vouchers: Vouchers, request_order_sync: RequestOrderSync, clock: Clock
    ) -> None:
        self._orders = orders
        self._vouchers = vouchers
        self._request_order_sync = request_order_sync
        self._clock = clock

    def __call__(self, principal: Principal, order_id: OrderId) -> None:
        """Cancel the codes and request the refund. Idempotent.

        Raises `NotFoundError` for another viewer's order, and `RefusedError` after a redemption.
        """
        order = self._orders.get_for_update(order_id)
        if order is None or order.account_id != principal.viewer_id or not order.is_for_others:
            raise NotFoundError
        self.cancel(order)
        self._request_order_sync(principal.channel_id, order_id)

    def cancel(self, order: Order) -> None:
        """Cancel the codes of a locked order, and let its next sync refund the money.

        Raises `RefusedError` if a code has been redeemed.
        """
        vouchers = self._vouchers.list_for_order(order.id)
        ensure_none_redeemed(vouchers)
        now = self._clock.now()
        self._vouchers.cancel([voucher.id for voucher in vouchers], now)
        if order.payment_ref is not None and not order.refund_due:
            order.refund_due, order.next_check_at = True, now
            self._orders.save(order)
