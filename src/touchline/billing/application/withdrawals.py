"""Telling orders, and their buyers, that what was bought was postponed, canceled or withdrawn."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

from touchline.billing.domain.orders import Kind, Order
from touchline.billing.domain.withdrawal import (
    ProductState,
    can_be_refunded,
    change,
    concerns_buyer,
    has_changed,
    state_of,
)
from touchline.billing.events import PurchaseChanged
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.shelf import CataloguePlans
from touchline.billing.ports.sold_games import SoldProducts
from touchline.shared.clock import Clock
from touchline.shared.ids import OrderId
from touchline.shared.unit_of_work import Announce

AT_ONCE = 200
REMEMBERED = timedelta(days=90)
"""How long after its end an order still learns what became of its product."""


@dataclass(frozen=True)
class Touched:
    """An order whose product changed; `order` is as it was before. `told`: its buyer gets an email."""

    order: Order
    state: ProductState
    told: bool

    @property
    def has_news(self) -> bool:
        """Whether the buyer gets an email: the order is open, and did not know."""
        return self.told and has_changed(self.order, self.state)

    @property
    def can_be_refunded(self) -> bool:
        """Whether money was charged, and its refund was not asked for yet."""
        return can_be_refunded(self.order)

    @property
    def loses(self) -> bool:
        """Whether the buyer can no longer watch what was bought, at least for now."""
        return self.told and self.state.status.is_lost


class WithdrawProducts:
    """Compares orders with what the channel shows now. All in a transaction of the channel; running it twice
    changes, tells and refunds nothing twice."""

    def __init__(
        self,
        orders: Orders,
        sold: SoldProducts,
        plans: CataloguePlans,
        channel: ChannelFacts,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._orders = orders
        self._sold = sold
        self._plans = plans
        self._channel = channel
        self._announce = announce
        self._clock = clock

    def find(self, refund_events: Collection[int] = ()) -> Iterator[Touched]:
        """Find the orders whose product changed, and those of `refund_events` that can still be refunded."""
        last = OrderId(0)
        while found := self._sold.orders(self._clock.now() - REMEMBERED, last, AT_ONCE):
            event_ids = {one.product.id for one in found if one.product.kind is Kind.EVENT}
            catalogue = self._plans.catalogue(event_ids)
            for order in found:
                touched = self._touched(order, state_of(order, catalogue), refund_events)
                if touched is not None:
                    yield touched
            last = found[-1].id

    def open_orders(self) -> Iterator[Order]:
        """All orders that are paid, and neither ended nor expired."""
        now, last = self._clock.now(), OrderId(0)
        while found := self._sold.orders(now, last, AT_ONCE):
            yield from (one for one in found if concerns_buyer(one, now))
            last = found[-1].id

    def apply(self, touched: Touched, *, refund: bool, silent: bool = False) -> bool:
        """Note the change on one order and announce it, unless `silent`; `refund`: its money goes back as
        well, by the next settling. False: somebody did it before."""
        order = self._orders.locked(touched.order.id)
        if order is None:
            return False
        was_known = not has_changed(order, touched.state)
        is_lost = touched.state.status.is_lost
        if not change(order, touched.state, refund=refund and is_lost, now=self._clock.now()):
            return False
        self._orders.save(order)
        if touched.told and not was_known and not silent:
            here = self._channel.shop().id
            self._announce(PurchaseChanged(here, order.id, order.account_id or 0, order.version))
        return True

    def _touched(self, order: Order, state: ProductState, refund_events: Collection[int]) -> Touched | None:
        is_open = concerns_buyer(order, self._clock.now())
        owed = order.grant.event_id in refund_events and is_open and can_be_refunded(order)
        if not has_changed(order, state) and not owed:
            return None
        return Touched(replace(order), state, told=is_open)
