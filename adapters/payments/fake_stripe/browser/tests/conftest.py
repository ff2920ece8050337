"""Fixtures: the fake Stripe in memory, a browser for it, and a merchant with a customer."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.app import create_app
from adapters.payments.fake_stripe.core.simulator import StripeSimulator

Json = dict[str, Any]
NOON = 1_795_348_800
"""2026-11-22, 12:00 UTC."""


class Merchant:
    """The site's calls with its secret key, in short form. `customer` is Maya's ID."""

    def __init__(self, simulator: StripeSimulator) -> None:
        self.simulator = simulator
        self.customer: str = simulator.call("POST", "customers", {"email": "maya@example.com"})["id"]

    def attach_card(self, name: str = "pm_card_visa", customer: str | None = None) -> str:
        """Attach a test card to a customer, and return its ID."""
        values = {"customer": customer or self.customer}
        return str(self.simulator.call("POST", f"payment_methods/{name}/attach", values)["id"])

    def create_pending_payment(self, **more: Any) -> Json:
        """Create a payment of 13.25 CAD that requires authentication."""
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
        return self.simulator.call("POST", "payment_intents", values)

    def create_subscription(self, card: str, **more: Any) -> str:
        """Create a subscription to a yearly plan of 99.99 USD, and return its ID."""
        product = self.simulator.call("POST", "products", {"name": "All Access"})["id"]
        price = {
            "product": product,
            "unit_amount": 9999,
            "currency": "usd",
            "recurring": {"interval": "year"},
        }
        items = [{"price": self.simulator.call("POST", "prices", price)["id"]}]
        values = {"customer": self.customer, "items": items, "default_payment_method": card, **more}
        return str(self.simulator.call("POST", "subscriptions", values)["id"])

    def open_portal(self, **more: Any) -> str:
        """Create a portal session, and return its path."""
        values = {"customer": self.customer, "return_url": "http://prairie.localhost:8080/profile", **more}
        url: str = self.simulator.call("POST", "billing_portal/sessions", values)["url"]
        return url.removeprefix(self.simulator.address)


@pytest.fixture
def simulator() -> StripeSimulator:
    """Return the fake Stripe, with its clock at noon."""
    return StripeSimulator(wall_clock=lambda: NOON)


@pytest.fixture
def browser(simulator: StripeSimulator) -> FlaskClient:
    """Return a browser with English as its language."""
    client = create_app(simulator).test_client()
    client.environ_base["HTTP_ACCEPT_LANGUAGE"] = "en-US,en;q=0.9"
    return client


@pytest.fixture
def merchant(simulator: StripeSimulator) -> Merchant:
    """Return a merchant with one customer."""
    return Merchant(simulator)
