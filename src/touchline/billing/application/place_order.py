"""Placing an order: everything is decided and kept before the provider is asked for the money."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from uuid import uuid4

from touchline.billing.application.coupon_quotes import CouponQuotes
from touchline.billing.application.pricing import Priced
from touchline.billing.application.purchases import (
    NoCard,
    OtherPurchase,
    Purchase,
    UnderWay,
)
from touchline.billing.application.sale_check import SaleCheck
from touchline.billing.application.shown_sums import refuse_other_sums
from touchline.billing.application.slots import in_the_way, placed
from touchline.billing.application.trial_use import TrialUse
from touchline.billing.domain.charging import refuse_uncharged
from touchline.billing.domain.coupons import spelled
from touchline.billing.domain.orders import Kind, Order, slot_of
from touchline.billing.domain.settling import ATTEMPT
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.money import Money
from touchline.shared.principal import Principal


class Place(StrEnum):
    """What came of placing: a new order, the same again, or another one stands in its place."""

    NEW = "new"
    AGAIN = "again"
    TAKEN = "taken"


@dataclass(frozen=True)
class Placed:
    """The order, and how it got there."""

    order: Order
    place: Place


class PlaceOrder:
    """Validates a purchase and keeps its order; in a transaction."""

    def __init__(
        self,
        orders: Orders,
        sale_check: SaleCheck,
        coupons: CouponQuotes,
        trials: TrialUse,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._orders = orders
        self._sale_check = sale_check
        self._coupons = coupons
        self._trials = trials
        self._clock = clock
        self._grace = grace

    def again(self, purchase: Purchase, principal: Principal) -> Order | None:
        """The order of the same key; `OtherPurchase` where it is of something else."""
        order = self._orders.by_key(principal.viewer, purchase.key) if purchase.key else None
        if order is not None and not purchase.same_as(order):
            raise OtherPurchase
        return order

    def check(self, purchase: Purchase, principal: Principal) -> bool:
        """Refuse what can be refused before the provider is asked for anything; answers whether the provider
        is needed at all."""
        order = self._wanted(purchase, principal)
        if purchase.trial:
            self._trials.refuse_used(principal.viewer)
        return not order.free

    def __call__(self, purchase: Purchase, principal: Principal, fingerprint: str | None = None) -> Placed:
        """Place the order, or say which one stands there. `fingerprint` is the card's, for a trial."""
        found = self.again(purchase, principal)
        if found is not None:
            return Placed(found, Place.AGAIN)
        order = self._wanted(purchase, principal)
        if placed(self._orders, order, self._clock.now(), self._grace):
            if order.trial_days:
                self._trials.use(principal.viewer, fingerprint, order.uuid)
            return Placed(order, Place.NEW)
        found = self.again(purchase, principal)  # the same key was quicker
        if found is not None:
            return Placed(found, Place.AGAIN)
        other = in_the_way(self._orders, order)
        if other is None:
            raise UnderWay  # it went away just now, or somebody was quicker with the same key
        return Placed(other, Place.TAKEN)

    def _wanted(self, purchase: Purchase, principal: Principal) -> Order:
        """The order, unless it may not be. A price that has changed is told before a card that is missing:
        what was free when it was shown asked for none."""
        order = self._drawn_up(purchase, principal)
        refuse_other_sums(purchase, order)
        refuse_uncharged(order.total)
        if order.product.kind is Kind.SUBSCRIPTION:
            refuse_uncharged(order.price.total)  # by each renewal
        if not order.free:
            if not purchase.card:
                raise NoCard
            order.card = purchase.card
        return order

    def _drawn_up(self, purchase: Purchase, principal: Principal) -> Order:
        priced = self._sale_check(purchase, principal)
        now = self._clock.now()
        return Order(
            uuid=uuid4().hex,
            account_id=principal.viewer,
            product=priced.product,
            grant=priced.grant,
            price=priced.price,
            discount=self._discount(purchase, priced, principal),
            created_at=now,
            key=purchase.key,
            slot=slot_of(priced.product),
            promo_code=spelled(purchase.promo_code or "") or None,
            trial_days=priced.trial_days,
            country=principal.country,
            attempt_until=now + ATTEMPT,
            look_at=now + ATTEMPT,
        )

    def _discount(self, purchase: Purchase, priced: Priced, principal: Principal) -> Money:
        if not purchase.promo_code or not purchase.promo_code.strip():
            return Money(0, priced.price.base.currency)
        return self._coupons.take(purchase.promo_code, priced.product, priced.price, principal.viewer)
