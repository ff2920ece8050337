"""Recording on orders that a product was postponed, canceled or withdrawn, and notifying the buyers."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.products.product_states import (
    ProductState,
    affects_buyer,
    apply_product_state,
    can_be_refunded,
    get_product_state,
    has_changed,
)
from touchline.billing.events import PurchaseChanged
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.sale_catalog import CatalogSchedule
from touchline.billing.ports.sold_products import SoldProducts
from touchline.shared.clock import Clock
from touchline.shared.ids import OrderId
from touchline.shared.unit_of_work import Announce

BATCH_SIZE = 200
MAX_EXPIRED_AGE = timedelta(days=90)
"""How long after its end an order is still updated with the state of its product."""


@dataclass(frozen=True)
class AffectedOrder:
    """An order whose product changed. `order` is the state before; if `is_open`, its buyer gets an email."""

    order: Order
    state: ProductState
    is_open: bool

    @property
    def should_notify(self) -> bool:
        """Whether the buyer gets an email: the order grants access, and the change is not recorded yet."""
        return self.is_open and has_changed(self.order, self.state)

    @property
    def can_be_refunded(self) -> bool:
        """Whether money was charged and no refund was requested yet."""
        return can_be_refunded(self.order)

    @property
    def loses_access(self) -> bool:
        """Whether the buyer can no longer watch the product, at least for now."""
        return self.is_open and self.state.status.is_unavailable


class WithdrawProducts:
    """Compares orders with the channel's current catalog.

    All methods run in a database transaction of the channel. A second run has no further effect.
    """

    def __init__(
        self,
        orders: Orders,
        sold_products: SoldProducts,
        catalog_schedule: CatalogSchedule,
        channel: CurrentChannel,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._orders = orders
        self._sold_products = sold_products
        self._catalog_schedule = catalog_schedule
        self._channel = channel
        self._announce = announce
        self._clock = clock

    def find(
        self, refund_events: Collection[int] = (), event_ids: Collection[int] | None = None
    ) -> Iterator[AffectedOrder]:
        """Find the orders whose product changed, and those of `refund_events` that can still be refunded.

        With `event_ids`, only single-event orders of these events are compared.
        """
        last_order_id = OrderId(0)
        while found := self._sold_products.list_orders(
            self._clock.now() - MAX_EXPIRED_AGE, last_order_id, BATCH_SIZE, event_ids
        ):
            sold_events = {order.product.id for order in found if order.product.kind is ProductKind.EVENT}
            catalog = self._catalog_schedule.get_snapshot(sold_events)
            for order in found:
                affected = self._get_affected(order, get_product_state(order, catalog), refund_events)
                if affected is not None:
                    yield affected
            last_order_id = found[-1].id

    def list_open_orders(self) -> Iterator[Order]:
        """Return all orders that are paid, and neither ended nor expired."""
        now, last_order_id = self._clock.now(), OrderId(0)
        while found := self._sold_products.list_orders(now, last_order_id, BATCH_SIZE):
            yield from (order for order in found if affects_buyer(order, now))
            last_order_id = found[-1].id

    def apply(self, affected: AffectedOrder, *, refund: bool, silent: bool = False) -> bool:
        """Record the change on one order and publish an event, unless `silent`.

        With `refund` the next order sync also refunds the money. Returns False if the change was already
        recorded.
        """
        order = self._orders.get_for_update(affected.order.id)
        if order is None:
            return False
        was_recorded = not has_changed(order, affected.state)
        is_unavailable = affected.state.status.is_unavailable
        if not apply_product_state(
            order, affected.state, refund=refund and is_unavailable, now=self._clock.now()
        ):
            return False
        self._orders.save(order)
        if affected.is_open and not was_recorded and not silent:
            channel_id = self._channel.get_billing_settings().id
            self._announce(PurchaseChanged(channel_id, order.id, order.account_id or 0, order.version))
        return True

    def _get_affected(
        self, order: Order, state: ProductState, refund_events: Collection[int]
    ) -> AffectedOrder | None:
        is_open = affects_buyer(order, self._clock.now())
        needs_refund = order.grant.event_id in refund_events and is_open and can_be_refunded(order)
        if not has_changed(order, state) and not needs_refund:
            return None
        return AffectedOrder(replace(order), state, is_open=is_open)
