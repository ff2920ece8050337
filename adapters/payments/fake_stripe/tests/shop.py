"""Customers, cards and prices for tests, by the SDK."""

from __future__ import annotations

from typing import Any

from adapters.payments.fake_stripe.running import Running

NEVER = {"enabled": True, "allow_redirects": "never"}


class Shop:
    """Short words for what most tests begin with; `api` is the SDK, untyped, as `expand` varies types."""

    def __init__(self, running: Running) -> None:
        self.running = running
        self.api: Any = running.client().v1

    def customer(self, **more: Any) -> str:
        """Somebody new."""
        return str(self.api.customers.create({"email": "maya@example.com", **more}).id)

    def card(self, customer: str, name: str = "visa") -> str:
        """A test card, saved with a customer."""
        return str(self.api.payment_methods.attach(f"pm_card_{name}", {"customer": customer}).id)

    def set_up(self, customer: str, name: str) -> str:
        """The same by a SetupIntent, with authentication where the card's bank wants it."""
        setup = self.api.setup_intents.create(
            {
                "customer": customer,
                "payment_method": f"pm_card_{name}",
                "confirm": True,
                "automatic_payment_methods": NEVER,
            }
        )
        if setup.status == "requires_action":
            self.running.authenticate(setup.id)
        return str(setup.payment_method)

    def pay(self, customer: str, card: str, amount: int = 1000, key: str | None = None, **more: Any) -> Any:
        """A PaymentIntent, made and confirmed at once."""
        asked = {
            "amount": amount,
            "currency": "usd",
            "customer": customer,
            "payment_method": card,
            "confirm": True,
            "automatic_payment_methods": NEVER,
            **more,
        }
        return self.api.payment_intents.create(asked, {"idempotency_key": key} if key else {})

    def price(self, amount: int = 999, currency: str = "usd", interval: str = "month", count: int = 1) -> str:
        """What is asked for again and again."""
        product = self.api.products.create({"name": "Gold"})
        recurring = {"interval": interval, "interval_count": count}
        asked = {"product": product.id, "currency": currency, "unit_amount": amount, "recurring": recurring}
        return str(self.api.prices.create(asked).id)

    def subscribe(self, customer: str, card: str | None, price: str = "", **more: Any) -> Any:
        """A subscription to a price."""
        asked = {"customer": customer, "items": [{"price": price or self.price()}], **more}
        if card:
            asked["default_payment_method"] = card
        return self.api.subscriptions.create(asked)

    def types(self) -> list[str]:
        """What happened, oldest first."""
        return [made["type"] for made in self.running.deliveries()]


def period(subscription: Any) -> tuple[int, int]:
    """From when to when a subscription is paid."""
    item = subscription["items"].data[0]
    return item.current_period_start, item.current_period_end


def told(refused: Any) -> Any:
    """What Stripe's error says, from what `pytest.raises` has caught."""
    return refused.value.error
