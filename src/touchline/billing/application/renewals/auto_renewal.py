"""Automatic renewal of a subscription (product.md §4, "Subscription"; api.md, "Billing")."""

from __future__ import annotations

from contextlib import suppress

from touchline.billing.application.checkout.order_queries import require_own_order
from touchline.billing.application.checkout.order_sync_requests import RequestOrderSync
from touchline.billing.domain.checkout.orders import AutoRenewal, Order, OrderStatus, ProductKind
from touchline.billing.ports.orders import OrderFilter, Orders
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.principal import Principal

_ALL_ORDERS = 1_000_000
_NO_SESSION = SessionId(0)
DOES_NOT_RENEW = ErrorMessage("errors.no_renewal", "This order does not renew automatically.")


class SetAutoRenewal:
    """Records the viewer's choice; the order sync updates the provider. Access continues until the end of the
    paid period.
    """

    def __init__(self, orders: Orders, request_order_sync: RequestOrderSync, clock: Clock) -> None:
        self._orders = orders
        self._request_order_sync = request_order_sync
        self._clock = clock

    def __call__(self, principal: Principal, order_id: OrderId, *, enabled: bool) -> Order:
        """Return the order, with its renewal `processing` unless it already has the requested setting.

        Raises `NotFoundError`, or `RefusedError` with `DOES_NOT_RENEW`. The refusal also applies once the
        paid period is over. A renewal that could not be charged may still be canceled then.
        """
        order = require_own_order(self._orders.get_for_update(order_id), principal)
        if not self._can_change(order, enabled):
            raise RefusedError(DOES_NOT_RENEW)
        if _is_renewal_requested(order) is not enabled:
            order.request_auto_renewal(enabled=enabled, now=self._clock.now())
            self._orders.save(order)
            self._request_order_sync.for_renewal_change(principal.channel_id, order.id, enabled=enabled)
        return order

    def _can_change(self, order: Order, enabled: bool) -> bool:
        is_running = (
            order.product.kind is ProductKind.SUBSCRIPTION
            and order.status is OrderStatus.PAID
            and order.auto_renewal is not None
            and order.payment_ref is not None
            and order.ended_at is None
        )
        is_paid = order.expires_at is None or self._clock.now() < order.expires_at
        return is_running and (is_paid or (_is_renewal_requested(order) and not enabled))


class CancelRenewals:
    """Stops all renewals of a viewer that the channel has suspended. Paid periods stay unchanged."""

    def __init__(self, orders: Orders, set_auto_renewal: SetAutoRenewal) -> None:
        self._orders = orders
        self._set_auto_renewal = set_auto_renewal

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Turn off automatic renewal for all subscriptions. Idempotent."""
        principal = Principal(channel_id, _NO_SESSION, account_id, "", None)
        for order in self._orders.list_for_account(
            account_id, OrderFilter(status=OrderStatus.PAID), _ALL_ORDERS, 0
        ):
            with suppress(RefusedError):
                self._set_auto_renewal(principal, order.id, enabled=False)


def _is_renewal_requested(order: Order) -> bool:
    """Return whether renewal is on, or being turned on."""
    if order.auto_renewal is AutoRenewal.PROCESSING and order.requested_auto_renewal is not None:
        return order.requested_auto_renewal
    return order.auto_renewal is not AutoRenewal.CANCELED
