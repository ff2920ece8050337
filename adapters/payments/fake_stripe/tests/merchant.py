"""Customers, cards and prices for tests, by the SDK."""

from __future__ import annotations

from typing import Any

from adapters.payments.fake_stripe.testing.server import FakeStripeServer

NO_REDIRECTS = {"enabled": True, "allow_redirects": "never"}


class Merchant:
    """Short words for what most tests begin with; `api` is the SDK, untyped, as `expand` varies types."""

    def __init__(self, fake_stripe: FakeStripeServer) -> None:
        self.fake_stripe = fake_stripe
        self.api: Any = fake_stripe.client().v1

    def create_customer(self, **more: Any) -> str:
        """Somebody new."""
        return str(self.api.customers.create({"email": "maya@example.com", **more}).id)

    def attach_card(self, customer: str, name: str = "visa") -> str:
        """A test card, saved with a customer."""
        return str(self.api.payment_methods.attach(f"pm_card_{name}", {"customer": customer}).id)

    def set_up_card(self, customer: str, name: str) -> str:
        """The same by a SetupIntent, with authentication where the card's bank wants it."""
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
        """A PaymentIntent, made and confirmed at once."""
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
        """What is asked for again and again."""
        product = self.api.products.create({"name": "Gold"})
        recurring = {"interval": interval, "interval_count": count}
        params = {"product": product.id, "currency": currency, "unit_amount": amount, "recurring": recurring}
        return str(self.api.prices.create(params).id)

    def subscribe(self, customer: str, card: str | None, price: str = "", **more: Any) -> Any:
        """A subscription to a price."""
        params = {"customer": customer, "items": [{"price": price or self.create_price()}], **more}
        if card:
            params["default_payment_method"] = card
        return self.api.subscriptions.create(params)

    def list_event_types(self) -> list[str]:
        """What happened, oldest first."""
        return [delivery["type"] for delivery in self.fake_stripe.list_deliveries()]


def get_period(subscription: Any) -> tuple[int, int]:
    """From when to when a subscription is paid."""
    item = subscription["items"].data[0]
    return item.current_period_start, item.current_period_end


def get_error(exception_info: Any) -> Any:
    """What Stripe's error says, from what `pytest.raises` has caught."""
    return exception_info.value.error
