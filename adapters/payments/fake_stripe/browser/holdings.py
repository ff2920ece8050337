"""What a customer has, for the portal; everything through the calls that anybody has to make."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from adapters.payments.fake_stripe.errors import missing
from adapters.payments.fake_stripe.world import World

Json = dict[str, Any]

GONE = ("canceled", "incomplete_expired")


def of(world: World, customer: str) -> Json:
    """Cards (the default first), subscriptions and invoices, the newest first."""
    default = world.call("GET", f"customers/{customer}")["invoice_settings"]["default_payment_method"]
    found = world.call("GET", "payment_methods", {"customer": customer, "type": "card", "limit": 100})
    now = datetime.fromtimestamp(world.now(), UTC)
    cards = [_card(method, default, now) for method in found["data"]]
    return {
        "cards": sorted(cards, key=lambda card: not card["default"]),
        "subscriptions": [_subscription(world, each) for each in _subscriptions(world, customer)],
        "invoices": world.call("GET", "invoices", {"customer": customer, "limit": 24})["data"],
    }


def owned(world: World, customer: str, kind: str, name: str) -> Json:
    """A thing of the customer's; StripeError (404) for another's."""
    found = world.call("GET", f"{kind}/{name}")
    if found["customer"] != customer:
        raise missing(kind.removesuffix("s"), name)
    return found


def change_card(world: World, customer: str, card: str, act: str) -> None:
    """`default` holds for what is renewed as well; `remove` takes the card away."""
    owned(world, customer, "payment_methods", card)
    if act == "remove":
        world.call("POST", f"payment_methods/{card}/detach")
        return
    world.call("POST", f"customers/{customer}", {"invoice_settings": {"default_payment_method": card}})
    for subscription in _subscriptions(world, customer):
        if subscription["default_payment_method"] and subscription["status"] not in GONE:
            world.call("POST", f"subscriptions/{subscription['id']}", {"default_payment_method": card})


def _subscriptions(world: World, customer: str) -> list[Json]:
    asked = {"customer": customer, "status": "all", "limit": 100}
    data: list[Json] = world.call("GET", "subscriptions", asked)["data"]
    return data


def _card(method: Json, default: str | None, now: datetime) -> Json:
    card = method["card"]
    expired = (card["exp_year"], card["exp_month"]) < (now.year, now.month)
    return {"id": method["id"], "default": method["id"] == default, "expired": expired, **card}


def _subscription(world: World, found: Json) -> Json:
    item = found["items"]["data"][0]
    price = item["price"]
    return {
        "id": found["id"],
        "name": world.call("GET", f"products/{price['product']}")["name"],
        "status": found["status"],
        "over": found["status"] in GONE,
        "stops": found["cancel_at_period_end"],
        "until": found["ended_at"] or found["trial_end"] or item["current_period_end"]
        if found["status"] in (*GONE, "trialing")
        else item["current_period_end"],
        "amount": price["unit_amount"],
        "currency": price["currency"],
        "interval": price["recurring"]["interval"],
        "count": price["recurring"]["interval_count"],
    }
