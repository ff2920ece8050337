"""Prices and promotion codes for subscriptions at Stripe.

They are created on first use and then found by key. A price's lookup key contains all its properties. A
changed price in the sale catalog creates a new price at Stripe, and existing subscriptions keep the old one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_amounts import to_stripe
from adapters.payments.stripe_client import RETRY_OPTIONS, StripeConnection, idempotency_options
from touchline.billing.ports.payments import BillingInterval, Discount, SubscriptionRequest

if TYPE_CHECKING:
    from stripe.params._price_create_params import PriceCreateParams

_ALREADY_EXISTS = "resource_already_exists"
_INTERVALS = {BillingInterval.MONTH: ("day", 30), BillingInterval.YEAR: ("year", 1)}


class StripePrices:
    """Creates prices and promotion codes that do not exist yet.

    The caller uses `StripeConnection.translate_errors`.
    """

    def __init__(self, connection: StripeConnection) -> None:
        self._connection = connection

    def ensure_price(self, subscription_request: SubscriptionRequest) -> str:
        """Return the ID of the recurring price, and create it if it does not exist."""
        amount, currency = to_stripe(subscription_request.amount)
        product = f"touchline-{subscription_request.channel_id}-{subscription_request.product}"
        key = f"{product}-{currency}-{amount}-{subscription_request.interval.value}"
        existing_prices = self._connection.v1.prices.list(
            {"lookup_keys": [key], "active": True, "limit": 1}
        ).data
        if existing_prices:
            return existing_prices[0].id
        self._ensure_product(product, subscription_request)
        interval, count = _INTERVALS[subscription_request.interval]
        params: PriceCreateParams = {
            "product": product,
            "currency": currency,
            "unit_amount": amount,
            "recurring": {"interval": interval, "interval_count": count},
            "lookup_key": key,
            "transfer_lookup_key": True,
        }
        return self._connection.retry_on_conflict(
            lambda: self._connection.v1.prices.create(params, idempotency_options(f"price-{key}"))
        ).id

    def create_promotion_code(self, subscription_request: SubscriptionRequest, discount: Discount) -> str:
        """Return the ID of a promotion code for one redemption by this customer in this order.

        Stripe's documents show the code: the promo code and the beginning of the order's ID.
        """
        coupon = self._ensure_coupon(subscription_request, discount)
        code = re.sub(r"[^A-Za-z0-9]+", "-", discount.code).strip("-") or "CODE"
        promotion_code = self._connection.v1.promotion_codes.create(
            {
                "promotion": {"type": "coupon", "coupon": coupon},
                "code": f"{code}-{subscription_request.order[:8]}",
                "customer": subscription_request.customer,
                "max_redemptions": 1,
                "metadata": {"code": discount.code},
            },
            idempotency_options(f"promotion-{subscription_request.order}"),
        )
        return promotion_code.id

    def _ensure_product(self, product: str, subscription_request: SubscriptionRequest) -> None:
        try:
            self._connection.v1.products.create(
                {"id": product, "name": subscription_request.description}, RETRY_OPTIONS
            )
        except stripe.InvalidRequestError as error:
            if error.code != _ALREADY_EXISTS:
                raise

    def _ensure_coupon(self, subscription_request: SubscriptionRequest, discount: Discount) -> str:
        amount, currency = to_stripe(discount.amount)
        coupon = f"touchline-{subscription_request.order}"
        try:
            self._connection.v1.coupons.create(
                {
                    "id": coupon,
                    "name": discount.code[:40],
                    "amount_off": amount,
                    "currency": currency,
                    "duration": "once",
                    "max_redemptions": 1,
                },
                RETRY_OPTIONS,
            )
        except stripe.InvalidRequestError as error:
            if error.code != _ALREADY_EXISTS:
                raise
        return coupon
