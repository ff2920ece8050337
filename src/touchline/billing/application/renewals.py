"""Whether a subscription goes on by itself (product.md §4, "Subscription"; api.md, "Billing")."""

from __future__ import annotations

from contextlib import suppress

from touchline.billing.application.asking_to_settle import AskToSettle
from touchline.billing.application.order_queries import own
from touchline.billing.domain.orders import AutoRenewal, Kind, Order, OrderStatus
from touchline.billing.ports.orders import OrderFilter, Orders
from touchline.shared.clock import Clock
from touchline.shared.errors import Refused
from touchline.shared.ids import AccountId, ChannelId, OrderId, SessionId
from touchline.shared.principal import Principal

_ALL = 1_000_000
_NO_SESSION = SessionId(0)
DOES_NOT_RENEW = "This order does not renew."


class SwitchRenewal:
    """Notes what the viewer wants; settling tells the provider. What is paid stays open to its end."""

    def __init__(self, orders: Orders, settle: AskToSettle, clock: Clock) -> None:
        self._orders = orders
        self._settle = settle
        self._clock = clock

    def __call__(self, asking: Principal, order_id: OrderId, *, on: bool) -> Order:
        """The order, whose renewal is `processing` unless it is that way already. `NotFound`; `Refused` with
        `This order does not renew.`, also once what was paid is over (a renewal that could not be charged may
        still be cancelled)."""
        order = own(self._orders.locked(order_id), asking)
        if not self._may(order, on):
            raise Refused(DOES_NOT_RENEW)
        if _wish(order) is not on:
            order.switch_renewal(on=on, now=self._clock.now())
            self._orders.save(order)
            self._settle.to_switch(asking.channel_id, order.id, on=on)
        return order

    def _may(self, order: Order, on: bool) -> bool:
        running = (
            order.product.kind is Kind.SUBSCRIPTION
            and order.status is OrderStatus.PAID
            and order.auto_renewal is not None
            and order.payment_ref is not None
            and order.ended_at is None
        )
        paid = order.expires_at is None or self._clock.now() < order.expires_at
        return running and (paid or (_wish(order) and not on))


class StopRenewals:
    """Stops every renewal of a viewer whom the channel has suspended. What is paid stays as it is."""

    def __init__(self, orders: Orders, switch: SwitchRenewal) -> None:
        self._orders = orders
        self._switch = switch

    def __call__(self, channel_id: ChannelId, account_id: AccountId) -> None:
        """Turn off what renews; doing it twice changes nothing."""
        asking = Principal(channel_id, _NO_SESSION, account_id, "", None)
        for order in self._orders.of(account_id, OrderFilter(status=OrderStatus.PAID), _ALL, 0):
            with suppress(Refused):
                self._switch(asking, order.id, on=False)


def _wish(order: Order) -> bool:
    """Which way it is, or is being switched."""
    if order.auto_renewal is AutoRenewal.PROCESSING and order.renew_wanted is not None:
        return order.renew_wanted
    return order.auto_renewal is not AutoRenewal.CANCELLED
