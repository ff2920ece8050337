"""What an operator does about orders: gives access without payment, and takes access back."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import uuid4

from touchline.billing.application.pricing import Priced
from touchline.billing.application.purchases import Purchase
from touchline.billing.application.sale_check import SaleCheck
from touchline.billing.application.slots import in_the_way, placed
from touchline.billing.domain.offers import Price
from touchline.billing.domain.orders import Kind, Order, OrderStatus, slot_of
from touchline.billing.domain.recognition import already, item_of
from touchline.billing.events import OrderPaid
from touchline.billing.ports.channel_facts import ChannelFacts
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.shelf import Shelf
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFound, Refused
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money
from touchline.shared.unit_of_work import Announce


@dataclass(frozen=True, kw_only=True)
class Gift:
    """What a viewer is given: `id` is the event's, package's or subscription's, `team` the participant of a
    team pass; `until` the instant at which it ends, as the offer says where it is None."""

    account_id: AccountId
    kind: Kind
    id: int
    team: int | None = None
    until: datetime | None = None


class GiveAccess:
    """Places a paid order of nothing. It renews never."""

    def __init__(
        self,
        orders: Orders,
        sale_check: SaleCheck,
        shelf: Shelf,
        channel: ChannelFacts,
        announce: Announce,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._orders = orders
        self._sale_check = sale_check
        self._shelf = shelf
        self._channel = channel
        self._announce = announce
        self._clock = clock
        self._grace = grace

    def __call__(self, gift: Gift) -> Order:
        """The order; the viewer is told by a letter. `NotFound` for what is not on sale, `Refused` where the
        viewer holds it, or is buying it just now."""
        now = self._clock.now()
        if gift.until is None and gift.kind is Kind.SUBSCRIPTION:
            raise Refused("A subscription that is given needs a last day.")
        order = self._drawn_up(gift, self._sale_check.for_gift(self._purchase(gift), gift.until), now)
        if order.expires_at is not None and order.expires_at <= now:
            raise Refused("The last day is over already.")
        held = self._orders.paid(gift.account_id)
        if already(item_of(order.product, order.grant), held, now, self._grace):
            raise Refused("The viewer holds this already.")
        self._place(order)
        self._announce(
            OrderPaid(self._channel.shop().id, order.id, gift.account_id, transaction_id=0, renewal=False)
        )
        return order

    def _purchase(self, gift: Gift) -> Purchase:
        event = self._shelf.event(gift.id, None) if gift.kind is Kind.EVENT else None
        if gift.kind is Kind.EVENT and (event is None or event.package_id is None):
            raise NotFound(f"Event {gift.id} is not sold by itself.")
        package_id = event.package_id if event else None
        return Purchase(kind=gift.kind, id=gift.id, package_id=package_id, participant_id=gift.team)

    def _drawn_up(self, gift: Gift, priced: Priced, now: datetime) -> Order:
        nothing = Money(0, priced.price.base.currency)
        order = Order(
            uuid=uuid4().hex,
            account_id=gift.account_id,
            product=priced.product,
            grant=priced.grant,
            price=Price(nothing, nothing),
            discount=nothing,
            created_at=now,
            slot=slot_of(priced.product),
        )
        order.pay(now, expires_at=priced.grant.term.end(now))
        return order

    def _place(self, order: Order) -> None:
        if placed(self._orders, order, self._clock.now(), self._grace):
            return
        other = in_the_way(self._orders, order)
        if other is None:
            raise Refused("The viewer is buying the same just now. Please try again.")
        raise Refused(f"Order {other.id} stands for the same: look at it first.")


class TakeAccess:
    """Closes what a paid order opened. A subscription's end at the provider is settling's."""

    def __init__(self, orders: Orders, clock: Clock) -> None:
        self._orders = orders
        self._clock = clock

    def __call__(self, order_id: OrderId) -> Order:
        """The order, ended now; `NotFound`, `Refused` where it opens nothing anyway. No money goes back."""
        order = self._orders.locked(order_id)
        if order is None:
            raise NotFound(f"There is no order {order_id} in this channel.")
        if order.status is not OrderStatus.PAID:
            raise Refused(f"Order {order_id} is {order.status.value}: it opens nothing.")
        if order.ended_at is not None:
            raise Refused(f"Order {order_id} was ended already.")
        now = self._clock.now()
        order.end(now)
        order.look_at = now if order.payment_ref else None
        self._orders.save(order)
        return order
