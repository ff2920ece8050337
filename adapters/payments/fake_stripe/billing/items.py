"""What is subscribed to: prices and how many of each."""

from __future__ import annotations

from adapters.payments.fake_stripe.account import Account, new_id, shown
from adapters.payments.fake_stripe.asked import Asked
from adapters.payments.fake_stripe.errors import invalid
from adapters.payments.fake_stripe.paging import list_of
from adapters.payments.fake_stripe.resources.prices import made as made_price
from adapters.payments.fake_stripe.routes import Json


def items_of(account: Account, asked: Asked, subscription: str, now: int) -> Json:
    """The list of a new subscription's items; StripeError where prices do not go together."""
    parts = asked.parts("items")
    if not parts:
        raise invalid("Missing required param: items.", "parameter_missing", "items")
    items = [_item(account, part, subscription, now) for part in parts]
    first = items[0]["price"]
    for item in items[1:]:
        price = item["price"]
        same = ("interval", "interval_count")
        if price["currency"] != first["currency"] or any(
            price["recurring"][k] != first["recurring"][k] for k in same
        ):
            raise invalid(
                "All prices of a subscription have one currency and one interval here.", None, "items"
            )
    currency = asked.text("currency")
    if currency and currency.lower() != first["currency"]:
        raise invalid(f"The price specified is not available in {currency}.", None, "currency")
    return list_of(items, f"/v1/subscription_items?subscription={subscription}")


def _item(account: Account, part: Asked, subscription: str, now: int) -> Json:
    part.only("price", "price_data", "quantity", "metadata")
    price = _price(account, part)
    if price["type"] != "recurring":
        raise invalid(
            "The price specified is set to `type=one_time` but this field only accepts prices with "
            "`type=recurring`.",
            None,
            part.name("price"),
        )
    quantity = part.number("quantity", 1) or 0
    if quantity < 1:
        raise invalid("Invalid quantity: must be 1 or more.", None, part.name("quantity"))
    return {
        "id": new_id("si"),
        "object": "subscription_item",
        "billing_thresholds": None,
        "created": now,
        "current_period_end": now,
        "current_period_start": now,
        "discounts": [],
        "metadata": part.metadata(),
        "plan": _plan(price),
        "price": shown(price),
        "quantity": quantity,
        "subscription": subscription,
        "tax_rates": [],
    }


def _price(account: Account, part: Asked) -> Json:
    data = part.part("price_data")
    if data.values:
        data.only("currency", "product", "recurring", "tax_behavior", "unit_amount")
        product = account.get("product", data.need("product"), data.name("product"))
        return account.add({**made_price(account, data, product["id"]), "active": False})
    price = account.get("price", part.need("price"), part.name("price"))
    if not price["active"]:
        words = "The price specified is inactive. This field only accepts active prices."
        raise invalid(words, None, part.name("price"))
    return price


def _plan(price: Json) -> Json:
    """The price as it was called before there were prices."""
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
