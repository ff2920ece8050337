"""Refunds of codes: the codes are canceled before any money moves, so that none is redeemed in between."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.vouchers.voucher_refunds import get_cancellation_time
from touchline.billing.domain.vouchers.vouchers import Voucher, ensure_none_redeemed
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.vouchers import Vouchers
from touchline.shared.audit import AuditRecord, AuditSubject, RecordAudit
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import ChannelId, OrderId
from touchline.shared.principal import Principal


class RefundVouchers:
    """Refunds unredeemed codes of an order, all or some. The sync of the order makes the refund."""

    def __init__(
        self,
        orders: Orders,
        vouchers: Vouchers,
        request_order_sync: RequestOrderSync,
        clock: Clock,
        record_audit: RecordAudit,
    ) -> None:
        self._orders = orders
        self._vouchers = vouchers
        self._request_order_sync = request_order_sync
        self._clock = clock
        self._record_audit = record_audit

    def __call__(
        self, principal: Principal, order_id: OrderId, numbers: Collection[int] | None = None
    ) -> None:
        """Cancel the codes with these numbers (None: all), and request the refund. Idempotent.

        Raises `NotFoundError` for another viewer's order or an unknown number, and `RefusedError` if one of
        the codes was redeemed.
        """
        order = self._orders.get_for_update(order_id)
        if order is None or order.account_id != principal.viewer_id or not order.is_for_others:
            raise NotFoundError
        self.cancel(order, numbers)
        self._request_order_sync.for_refund(principal.channel_id, order_id)

    def refund_for_operator(
        self, channel_id: ChannelId, order_id: OrderId, numbers: Collection[int] | None
    ) -> None:
        """Cancel codes of any order, and request the refund, as `__call__` does."""
        order = self._orders.get_for_update(order_id)
        if order is None or not order.is_for_others:
            raise NotFoundError
        canceled = self.cancel(order, numbers)
        if canceled:
            after = {"canceled": [voucher.number for voucher in canceled]}
            subject = AuditSubject("order", str(order_id))
            self._record_audit(AuditRecord("voucher.refund", subject, after=after))
        self._request_order_sync.for_refund(channel_id, order_id)

    def cancel(self, order: Order, numbers: Collection[int] | None = None) -> Sequence[Voucher]:
        """Cancel codes of a locked order, and let its next sync refund their money. Return the codes that
        were not canceled before.

        Raises `NotFoundError` for an unknown number, and `RefusedError` if a code has been redeemed.
        """
        vouchers = self._vouchers.list_for_order(order.id)
        selected = [voucher for voucher in vouchers if numbers is None or voucher.number in numbers]
        if numbers is not None and len(selected) != len(set(numbers)):
            raise NotFoundError
        ensure_none_redeemed(selected)
        now = self._clock.now()
        canceled = [voucher for voucher in selected if voucher.canceled_at is None]
        if canceled:
            canceled_at = get_cancellation_time(vouchers, now)
            self._vouchers.cancel([voucher.id for voucher in canceled], canceled_at)
        if order.payment_ref is not None and not order.refund_due:
            is_open = {voucher.id for voucher in vouchers if voucher.canceled_at is None}
            order.refund_due = is_open == {voucher.id for voucher in canceled}
            order.next_check_at = now
            self._orders.save(order)
        return canceled
