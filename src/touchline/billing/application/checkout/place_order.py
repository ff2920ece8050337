"""Placing an order: all checks run, and the order is stored, before the provider charges the card."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from uuid import uuid4

from touchline.billing.application.checkout.confirmed_prices import ensure_prices_unchanged
from touchline.billing.application.checkout.order_slots import find_blocking_order, place_in_slot
from touchline.billing.application.checkout.purchases import (
    CodeNotCombinableError,
    GiftCodeError,
    IdempotencyKeyReusedError,
    MissingCardError,
    MissingKeyError,
    PaymentInProgressError,
    Purchase,
)
from touchline.billing.application.coupons.coupon_discounts import CouponDiscounts
from touchline.billing.application.customers.trial_usage import TrialUsage
from touchline.billing.application.offers.pricing_service import PricedProduct
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.application.vouchers.new_vouchers import NewVouchers, multiply_price
from touchline.billing.domain.checkout.charge_limits import ensure_chargeable
from touchline.billing.domain.checkout.orders import Order, ProductKind, get_slot
from touchline.billing.domain.checkout.provider_actions import ATTEMPT_TIMEOUT
from touchline.billing.domain.coupons import normalize_code
from touchline.billing.ports.orders import Orders
from touchline.shared.clock import Clock
from touchline.shared.money import Money
from touchline.shared.principal import Principal


class PlacementOutcome(StrEnum):
    """Result of placing an order: a new order, a repeated request, or a slot that another order holds."""

    NEW = "new"
    REPEATED = "repeated"
    SLOT_TAKEN = "slot taken"


@dataclass(frozen=True)
class Placement:
    """The order, with the outcome of placing it."""

    order: Order
    outcome: PlacementOutcome


class PlaceOrder:
    """Validates a purchase and stores its order, inside a database transaction."""

    def __init__(
        self,
        orders: Orders,
        sale_check: SaleCheck,
        coupon_discounts: CouponDiscounts,
        trial_usage: TrialUsage,
        clock: Clock,
        grace: timedelta,
        new_vouchers: NewVouchers,
    ) -> None:
        self._orders = orders
        self._sale_check = sale_check
        self._coupon_discounts = coupon_discounts
        self._trial_usage = trial_usage
        self._clock = clock
        self._grace = grace
        self._new_vouchers = new_vouchers

    def find_existing(self, purchase: Purchase, principal: Principal) -> Order | None:
        """Return the order with the same key. Raises `IdempotencyKeyReusedError` if it is for another
        purchase.
        """
        order = self._orders.get_by_key(principal.viewer_id, purchase.key) if purchase.key else None
        if order is not None and not purchase.matches(order):
            raise IdempotencyKeyReusedError
        return order

    def validate(self, purchase: Purchase, principal: Principal) -> bool:
        """Refuse the purchase where possible before calling the provider. Return whether the provider is
        needed.
        """
        order = self._build_valid_order(purchase, principal)
        if purchase.is_trial:
            self._trial_usage.ensure_unused(principal.viewer_id)
        return not order.is_free

    def __call__(self, purchase: Purchase, principal: Principal, fingerprint: str | None = None) -> Placement:
        """Place the order, or return the existing one. `fingerprint` is the card's, for a trial."""
        existing_order = self.find_existing(purchase, principal)
        if existing_order is not None:
            return Placement(existing_order, PlacementOutcome.REPEATED)
        order = self._build_valid_order(purchase, principal)
        if place_in_slot(self._orders, order, self._clock.now(), self._grace):
            if purchase.gift:
                self._new_vouchers.add(order, purchase.gift)
            if order.trial_days:
                self._trial_usage.record(principal.viewer_id, fingerprint, order.uuid)
            return Placement(order, PlacementOutcome.NEW)
        existing_order = self.find_existing(purchase, principal)  # a request with the same key was faster
        if existing_order is not None:
            return Placement(existing_order, PlacementOutcome.REPEATED)
        blocking_order = find_blocking_order(self._orders, order) if order.slot else None
        if blocking_order is None:
            raise PaymentInProgressError  # slot freed just now, or a request with the same key was faster
        return Placement(blocking_order, PlacementOutcome.SLOT_TAKEN)

    def _build_valid_order(self, purchase: Purchase, principal: Principal) -> Order:
        """Return the order, or raise the error that forbids it.

        A changed price is reported before a missing card, because the page asks for no card if the
        displayed price is zero.
        """
        if (purchase.kind is ProductKind.DONATION or purchase.gift) and not purchase.key:
            raise MissingKeyError
        order = self._build_order(purchase, principal)
        ensure_prices_unchanged(purchase, order)
        ensure_chargeable(order.total)
        if order.product.kind is ProductKind.SUBSCRIPTION:
            ensure_chargeable(order.price.total)  # for each renewal
        if not order.is_free:
            if not purchase.card:
                raise MissingCardError
            order.card = purchase.card
        return order

    def _build_order(self, purchase: Purchase, principal: Principal) -> Order:
        priced = self._price(purchase, principal)
        now, uuid = self._clock.now(), uuid4().hex
        return Order(
            uuid=uuid,
            account_id=principal.viewer_id,
            product=priced.product,
            grant=priced.grant,
            price=priced.price,
            discount=self._redeem_discount(purchase, priced, principal),
            created_at=now,
            key=purchase.key,
            slot=None if purchase.gift else get_slot(priced.product, uuid),
            voucher_count=purchase.gift.quantity if purchase.gift else 0,
            promo_code=normalize_code(purchase.promo_code or "") or None,
            trial_days=priced.trial_days,
            country=principal.country,
            attempt_until=now + ATTEMPT_TIMEOUT,
            next_check_at=now + ATTEMPT_TIMEOUT,
        )

    def _price(self, purchase: Purchase, principal: Principal) -> PricedProduct:
        if purchase.gift is None:
            return self._sale_check(purchase, principal)
        priced = self._sale_check.check_gift(purchase, principal)
        return replace(priced, price=multiply_price(priced.price, purchase.gift.quantity))

    def _redeem_discount(self, purchase: Purchase, priced: PricedProduct, principal: Principal) -> Money:
        if not purchase.promo_code or not purchase.promo_code.strip():
            return Money(0, priced.price.base.currency)
        if purchase.gift:
            raise GiftCodeError
        if priced.is_price_chosen:
            raise CodeNotCombinableError
        return self._coupon_discounts.redeem(
            purchase.promo_code, priced.product, priced.price, principal.viewer_id
        )
