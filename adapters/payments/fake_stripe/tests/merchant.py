"""Customers, cards and prices for tests, created by the SDK."""

from __future__ import annotations

from typing import Any

from adapters.payments.fake_stripe.testing.server import FakeStripeServer

NO_REDIRECTS = {"enabled": True, "allow_redirects": "never"}


class Merchant:
    """Shortcuts for common test setup. `api` is the SDK, untyped, because `expand` changes types."""

    def __init__(self, fake_stripe: FakeStripeServer) -> None:
        self.fake_stripe = fake_stripe
        self.api: Any = fake_stripe.client().v1

    def create_customer(self, **more: Any) -> str:
        """Create a customer, and return its ID."""
        return str(self.api.customers.create({"email": "maya@example.com", **more}).id)

    def attach_card(self, customer: str, name: str = "visa") -> str:
        """Attach a test card to a customer, and return its ID."""
        return str(self.api.payment_methods.attach(f"pm_card_{name}", {"customer": customer}).id)

    def set_up_card(self, customer: str, name: str) -> str:
        """Save a test card with a SetupIntent, authenticate if required, and return its ID."""
        setup = self.api.setup_intents.create(
            {
                "customer": customer,
                "payment_method": f"pm_card_{name}",
                "confirm": True,
                "automatic_payment_methods": NO_REDIRECTS,
            }
        )
        if setup.status == "requires_action":
            self.fake_stripe.authenticate(setup.id)
        return str(setup.payment_method)

    def pay(self, customer: str, card: str, amount: int = 1000, key: str | None = None, **more: Any) -> Any:
        """Create and confirm a PaymentIntent."""
        params = {
            "amount": amount,
            "currency": "usd",
            "customer": customer,
            "payment_method": card,
            "confirm": True,
            "automatic_payment_methods": NO_REDIRECTS,
            **more,
        }
        return self.api.payment_intents.create(params, {"idempotency_key": key} if key else {})

    def create_price(
        self, amount: int = 999, currency: str = "usd", interval: str = "month", count: int = 1
    ) -> str:
        """Create a recurring price, and return its ID."""
        product = self.api.products.create({"name": "Gold"})
        recurring = {"interval": interval, "interval_count": count}
        params = {"product": product.id, "currency": currency, "unit_amount": amount, "recurring": recurring}
        return str(self.api.prices.create(params).id)

    def subscribe(self, customer: str, card: str | None, price: str = "", **more: Any) -> Any:
        """Create a subscription."""
        params = {"customer": customer, "items": [{"price": price or self.create_price()}], **more}
        if card:
            params["default_payment_method"] = card
        return self.api.subscriptions.create(params)

    def list_event_types(self) -> list[str]:
        """List the types of all events, oldest first."""
        return [delivery["type"] for delivery in self.fake_stripe.list_deliveries()]


def get_period(subscription: Any) -> tuple[int, int]:
    """Return the start and end of a subscription's current period."""
    item = subscription["items"].data[0]
    return item.current_period_start, item.current_period_end


def get_error(exception_info: Any) -> Any:
    """Return Stripe's error from an exception caught by `pytest.raises`."""
    return exception_info.value.error
