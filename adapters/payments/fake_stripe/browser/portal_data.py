"""The portal's data about a customer, loaded through the public API."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from adapters.payments.fake_stripe.api.errors import resource_missing
from adapters.payments.fake_stripe.core.simulator import StripeSimulator

Json = dict[str, Any]

ENDED_STATUSES = ("canceled", "incomplete_expired")


def load_portal_data(simulator: StripeSimulator, customer: str) -> Json:
    """Return the customer's cards (the default first), subscriptions and invoices, newest first."""
    default = simulator.call("GET", f"customers/{customer}")["invoice_settings"]["default_payment_method"]
    payment_methods = simulator.call(
        "GET", "payment_methods", {"customer": customer, "type": "card", "limit": 100}
    )
    now = datetime.fromtimestamp(simulator.now(), UTC)
    cards = [_serialize_card(method, default, now) for method in payment_methods["data"]]
    return {
        "cards": sorted(cards, key=lambda card: not card["default"]),
        "subscriptions": [
            _serialize_subscription(simulator, subscription)
            for subscription in _list_subscriptions(simulator, customer)
        ],
        "invoices": simulator.call("GET", "invoices", {"customer": customer, "limit": 24})["data"],
    }


def require_owned(simulator: StripeSimulator, customer: str, kind: str, name: str) -> Json:
    """Return an object of the customer.

    Raises `StripeError` (404) if it belongs to another customer.
    """
    stripe_object = simulator.call("GET", f"{kind}/{name}")
    if stripe_object["customer"] != customer:
        raise resource_missing(kind.removesuffix("s"), name)
    return stripe_object


def change_card(simulator: StripeSimulator, customer: str, card: str, action: str) -> None:
    """Change a card. `default` makes it the default, also for subscriptions; `remove` detaches it."""
    require_owned(simulator, customer, "payment_methods", card)
    if action == "remove":
        simulator.call("POST", f"payment_methods/{card}/detach")
        return
    simulator.call("POST", f"customers/{customer}", {"invoice_settings": {"default_payment_method": card}})
    for subscription in _list_subscriptions(simulator, customer):
        if subscription["default_payment_method"] and subscription["status"] not in ENDED_STATUSES:
            simulator.call("POST", f"subscriptions/{subscription['id']}", {"default_payment_method": card})


def _list_subscriptions(simulator: StripeSimulator, customer: str) -> list[Json]:
    params = {"customer": customer, "status": "all", "limit": 100}
    data: list[Json] = simulator.call("GET", "subscriptions", params)["data"]
    return data


def _serialize_card(method: Json, default: str | None, now: datetime) -> Json:
    card = method["card"]
    expired = (card["exp_year"], card["exp_month"]) < (now.year, now.month)
    return {"id": method["id"], "default": method["id"] == default, "expired": expired, **card}


def _serialize_subscription(simulator: StripeSimulator, subscription: Json) -> Json:
    item = subscription["items"]["data"][0]
    price = item["price"]
    return {
        "id": subscription["id"],
        "name": simulator.call("GET", f"products/{price['product']}")["name"],
        "status": subscription["status"],
        "over": subscription["status"] in ENDED_STATUSES,
        "stops": subscription["cancel_at_period_end"],
        "until": subscription["ended_at"] or subscription["trial_end"] or item["current_period_end"]
        if subscription["status"] in (*ENDED_STATUSES, "trialing")
        else item["current_period_end"],
        "amount": price["unit_amount"],
        "currency": price["currency"],
        "interval": price["recurring"]["interval"],
        "count": price["recurring"]["interval_count"],
    }
