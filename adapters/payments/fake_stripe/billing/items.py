"""Subscription items: prices and quantities."""

from __future__ import annotations

from adapters.payments.fake_stripe.api.errors import invalid_request
from adapters.payments.fake_stripe.api.pagination import build_list
from adapters.payments.fake_stripe.api.params import Params
from adapters.payments.fake_stripe.api.routes import Json
from adapters.payments.fake_stripe.core.account import Account, new_id, public_view
from adapters.payments.fake_stripe.resources.products.prices import build_price


def build_items(account: Account, params: Params, subscription: str, now: int) -> Json:
    """Return the list of a new subscription's items.

    Raises `StripeError` if the prices are not compatible.
    """
    parts = params.get_nested_list("items")
    if not parts:
        raise invalid_request("Missing required param: items.", "parameter_missing", "items")
    items = [_build_item(account, part, subscription, now) for part in parts]
    first = items[0]["price"]
    for item in items[1:]:
        price = item["price"]
        same = ("interval", "interval_count")
        if price["currency"] != first["currency"] or any(
            price["recurring"][k] != first["recurring"][k] for k in same
        ):
            raise invalid_request(
                "All prices of a subscription have one currency and one interval here.", None, "items"
            )
    currency = params.get_string("currency")
    if currency and currency.lower() != first["currency"]:
        raise invalid_request(f"The price specified is not available in {currency}.", None, "currency")
    return build_list(items, f"/v1/subscription_items?subscription={subscription}")


def _build_item(account: Account, part: Params, subscription: str, now: int) -> Json:
    part.allow_only("price", "price_data", "quantity", "metadata")
    price = _resolve_price(account, part)
    if price["type"] != "recurring":
        raise invalid_request(
            "The price specified is set to `type=one_time` but this field only accepts prices with "
            "`type=recurring`.",
            None,
            part.get_full_name("price"),
        )
    quantity = part.get_integer("quantity", 1) or 0
    if quantity < 1:
        raise invalid_request("Invalid quantity: must be 1 or more.", None, part.get_full_name("quantity"))
    return {
        "id": new_id("si"),
        "object": "subscription_item",
        "billing_thresholds": None,
        "created": now,
        "current_period_end": now,
        "current_period_start": now,
        "discounts": [],
        "metadata": part.get_metadata(),
        "plan": _build_plan(price),
        "price": public_view(price),
        "quantity": quantity,
        "subscription": subscription,
        "tax_rates": [],
    }


def _resolve_price(account: Account, part: Params) -> Json:
    data = part.get_nested("price_data")
    if data.values:
        data.allow_only("currency", "product", "recurring", "tax_behavior", "unit_amount")
        product = account.get("product", data.require_string("product"), data.get_full_name("product"))
        return account.add({**build_price(account, data, product["id"]), "active": False})
    price = account.get("price", part.require_string("price"), part.get_full_name("price"))
    if not price["active"]:
        message = "The price specified is inactive. This field only accepts active prices."
        raise invalid_request(message, None, part.get_full_name("price"))
    return price


def _build_plan(price: Json) -> Json:
    """Return the legacy plan object for a price."""
    recurring = price["recurring"] or {}
    return {
        "id": price["id"],
        "object": "plan",
        "active": price["active"],
        "amount": price["unit_amount"],
        "amount_decimal": price["unit_amount_decimal"],
        "billing_scheme": "per_unit",
        "created": price["created"],
        "currency": price["currency"],
        "interval": recurring.get("interval"),
        "interval_count": recurring.get("interval_count"),
        "livemode": False,
        "metadata": price["metadata"],
        "meter": None,
        "nickname": price["nickname"],
        "product": price["product"],
        "tiers_mode": None,
        "transform_usage": None,
        "trial_period_days": None,
        "usage_type": "licensed",
    }
