"""Prices and promotion codes that subscriptions need at Stripe: made when they are first needed, found by
name after.

A price is found by its lookup key, which says all that it is; changing a price in the shop makes another one,
and whoever subscribed before keeps the old.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import stripe

from adapters.payments.stripe_amounts import asked
from adapters.payments.stripe_client import RETRIED, Line, once
from touchline.billing.ports.payments import Discount, Every, WantedSubscription

if TYPE_CHECKING:
    from stripe.params._price_create_params import PriceCreateParams

_THERE = "resource_already_exists"
_RHYTHMS = {Every.MONTH: ("day", 30), Every.YEAR: ("year", 1)}


class StripePrices:
    """Makes what is missing. The caller speaks through `Line.asking`."""

    def __init__(self, line: Line) -> None:
        self._line = line

    def price(self, wanted: WantedSubscription) -> str:
        """The name of the recurring price."""
        amount, currency = asked(wanted.amount)
        product = f"touchline-{wanted.channel_id}-{wanted.product}"
        key = f"{product}-{currency}-{amount}-{wanted.every.value}"
        found = self._line.v1.prices.list({"lookup_keys": [key], "active": True, "limit": 1}).data
        if found:
            return found[0].id
        self._make_product(product, wanted)
        interval, count = _RHYTHMS[wanted.every]
        params: PriceCreateParams = {
            "product": product,
            "currency": currency,
            "unit_amount": amount,
            "recurring": {"interval": interval, "interval_count": count},
            "lookup_key": key,
            "transfer_lookup_key": True,
        }
        return self._line.patient(lambda: self._line.v1.prices.create(params, once(f"price-{key}"))).id

    def promotion(self, wanted: WantedSubscription, discount: Discount) -> str:
        """The name of a promotion code for this customer and this order alone, once. Stripe's papers show it:
        the shop's code and the beginning of the order's name."""
        coupon = self._coupon(wanted, discount)
        code = re.sub(r"[^A-Za-z0-9]+", "-", discount.code).strip("-") or "CODE"
        made = self._line.v1.promotion_codes.create(
            {
                "promotion": {"type": "coupon", "coupon": coupon},
                "code": f"{code}-{wanted.order[:8]}",
                "customer": wanted.customer,
                "max_redemptions": 1,
                "metadata": {"code": discount.code},
            },
            once(f"promotion-{wanted.order}"),
        )
        return made.id

    def _make_product(self, product: str, wanted: WantedSubscription) -> None:
        try:
            self._line.v1.products.create({"id": product, "name": wanted.about}, RETRIED)
        except stripe.InvalidRequestError as error:
            if error.code != _THERE:
                raise

    def _coupon(self, wanted: WantedSubscription, discount: Discount) -> str:
        amount, currency = asked(discount.amount)
        coupon = f"touchline-{wanted.order}"
        try:
            self._line.v1.coupons.create(
                {
                    "id": coupon,
                    "name": discount.code[:40],
                    "amount_off": amount,
                    "currency": currency,
                    "duration": "once",
                    "max_redemptions": 1,
                },
                RETRIED,
            )
        except stripe.InvalidRequestError as error:
            if error.code != _THERE:
                raise
        return coupon
