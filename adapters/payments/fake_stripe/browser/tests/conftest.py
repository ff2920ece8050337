"""The stand-in in memory, a browser on it, and a customer who has something."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.app import create_app
from adapters.payments.fake_stripe.world import World

Json = dict[str, Any]
NOON = 1_795_348_800
"""2026-11-22, 12:00 UTC."""


class Shop:
    """What the site does with its secret key, in a few words; `customer` is Maya's."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.customer: str = world.call("POST", "customers", {"email": "maya@example.com"})["id"]

    def card(self, name: str = "pm_card_visa", customer: str | None = None) -> str:
        """Save a test card with a customer."""
        values = {"customer": customer or self.customer}
        return str(self.world.call("POST", f"payment_methods/{name}/attach", values)["id"])

    def asks(self, **more: Any) -> Json:
        """A payment of 13.25 CAD that waits for the bank."""
        values = {
            "amount": 1325,
            "currency": "cad",
            "customer": self.customer,
            "description": "Westfield @ <b>Riverside</b>",
            "payment_method": "pm_card_authenticationRequired",
            "confirm": True,
            "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
            **more,
        }
        return self.world.call("POST", "payment_intents", values)

    def subscription(self, card: str, **more: Any) -> str:
        """A yearly plan of 99.99 USD."""
        product = self.world.call("POST", "products", {"name": "All Access"})["id"]
        price = {
            "product": product,
            "unit_amount": 9999,
            "currency": "usd",
            "recurring": {"interval": "year"},
        }
        items = [{"price": self.world.call("POST", "prices", price)["id"]}]
        values = {"customer": self.customer, "items": items, "default_payment_method": card, **more}
        return str(self.world.call("POST", "subscriptions", values)["id"])

    def portal(self, **more: Any) -> str:
        """The path of a fresh portal."""
        values = {"customer": self.customer, "return_url": "http://prairie.localhost:8080/profile", **more}
        url: str = self.world.call("POST", "billing_portal/sessions", values)["url"]
        return url.removeprefix(self.world.address)


@pytest.fixture
def world() -> World:
    """The stand-in at noon."""
    return World(wall=lambda: NOON)


@pytest.fixture
def browser(world: World) -> FlaskClient:
    """A browser that speaks English."""
    client = create_app(world).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en-US,en;q=0.9"
    return client


@pytest.fixture
def shop(world: World) -> Shop:
    """The site."""
    return Shop(world)
