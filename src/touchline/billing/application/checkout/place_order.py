"""Placing an order: everything is decided and kept before the provider is asked for the money."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from uuid import uuid4

from touchline.billing.application.checkout.confirmed_prices import ensure_prices_unchanged
from touchline.billing.application.checkout.order_slots import find_blocking_order, place_in_slot
from touchline.billing.application.checkout.purchases import (
    IdempotencyKeyReusedError,
    MissingCardError,
    PaymentInProgressError,
    Purchase,
)
from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.application.customers.trial_usage import TrialUsage
from touchline.billing.application.offers.pricing_service import PricedProduct
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.domain.checkout.charge_limits import ensure_chargeable
from touchline.billing.domain.checkout.orders import Order, ProductKind, get_slot
from touchline.billing.domain.checkout.provider_actions import ATTEMPT_TIMEOUT
from touchline.billing.domain.coupons import normalize_code
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.money import Money
from touchline.shared.principal import Principal


class PlacementOutcome(StrEnum):
    """What came of placing: a new order, the same again, or another one stands in its place."""

    NEW = "new"
    REPEATED = "again"
    SLOT_TAKEN = "taken"


@dataclass(frozen=True)
class Placement:
    """The order, and how it got there."""

    order: Order
    outcome: PlacementOutcome


class PlaceOrder:
    """Validates a purchase and keeps its order; in a transaction."""

    def __init__(
        self,
        orders: Orders,
        sale_check: SaleCheck,
        coupon_discounts: CouponDiscounts,
        trial_usage: TrialUsage,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._orders = orders
        self._sale_check = sale_check
        self._coupon_discounts = coupon_discounts
        self._trial_usage = trial_usage
        self._clock = clock
        self._grace = grace

    def find_existing(self, purchase: Purchase, principal: Principal) -> Order | None:
        """The order of the same key; `IdempotencyKeyReusedError` where it is of something else."""
        order = self._orders.get_by_key(principal.viewer_id, purchase.key) if purchase.key else None
        if order is not None and not purchase.matches(order):
            raise IdempotencyKeyReusedError
        return order

    def validate(self, purchase: Purchase, principal: Principal) -> bool:
        """Refuse what can be refused before the provider is asked for anything; answers whether the provider
        is needed at all."""
        order = self._build_valid_order(purchase, principal)
        if purchase.trial:
            self._trial_usage.ensure_unused(principal.viewer_id)
        return not order.is_free

    def __call__(self, purchase: Purchase, principal: Principal, fingerprint: str | None = None) -> Placement:
        """Place the order, or say which one stands there. `fingerprint` is the card's, for a trial."""
        found = self.find_existing(purchase, principal)
        if found is not None:
            return Placement(found, PlacementOutcome.REPEATED)
        order = self._build_valid_order(purchase, principal)
        if place_in_slot(self._orders, order, self._clock.now(), self._grace):
            if order.trial_days:
                self._trial_usage.record(principal.viewer_id, fingerprint, order.uuid)
            return Placement(order, PlacementOutcome.NEW)
        found = self.find_existing(purchase, principal)  # the same key was quicker
        if found is not None:
            return Placement(found, PlacementOutcome.REPEATED)
        blocking_order = find_blocking_order(self._orders, order)
        if blocking_order is None:
            raise PaymentInProgressError  # it went away just now, or somebody was quicker with the same key
        return Placement(blocking_order, PlacementOutcome.SLOT_TAKEN)

    def _build_valid_order(self, purchase: Purchase, principal: Principal) -> Order:
        """The order, unless it may not be. A price that has changed is told before a card that is missing:
        what was free when it was shown asked for none."""
        order = self._build_order(purchase, principal)
        ensure_prices_unchanged(purchase, order)
        ensure_chargeable(order.total)
        if order.product.kind is ProductKind.SUBSCRIPTION:
            ensure_chargeable(order.price.total)  # by each renewal
        if not order.is_free:
            if not purchase.card:
                raise MissingCardError
            order.card = purchase.card
        return order

    def _build_order(self, purchase: Purchase, principal: Principal) -> Order:
        priced = self._sale_check(purchase, principal)
        now = self._clock.now()
        return Order(
            uuid=uuid4().hex,
            account_id=principal.viewer_id,
            product=priced.product,
            grant=priced.grant,
            price=priced.price,
            discount=self._redeem_discount(purchase, priced, principal),
            created_at=now,
            key=purchase.key,
            slot=get_slot(priced.product),
            promo_code=normalize_code(purchase.promo_code or "") or None,
            trial_days=priced.trial_days,
            country=principal.country,
            attempt_until=now + ATTEMPT_TIMEOUT,
            next_check_at=now + ATTEMPT_TIMEOUT,
        )

    def _redeem_discount(self, purchase: Purchase, priced: PricedProduct, principal: Principal) -> Money:
        if not purchase.promo_code or not purchase.promo_code.strip():
            return Money(0, priced.price.base.currency)
        return self._coupon_discounts.redeem(
            purchase.promo_code, priced.product, priced.price, principal.viewer_id
        )
