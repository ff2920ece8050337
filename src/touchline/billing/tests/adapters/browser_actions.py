"""Actions of a viewer's browser at the payment provider."""

from __future__ import annotations

from typing import Any

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.conftest import Visitor


def save_card(viewer: Visitor, fake_stripe: FakeStripeServer, card: str = "pm_card_visa") -> str:
    """Save a card with the client secret from the app. Return the card's id."""
    response = viewer.post("/stripe/setup-intent")
    assert response.status_code == 200, response.get_data(as_text=True)
    assert response.json is not None
    intent = response.json["data"]["client_secret"].partition("_secret_")[0]
    setup_intent = fake_stripe.client().v1.setup_intents.confirm(intent, {"payment_method": card})
    assert setup_intent.status == "succeeded"
    return str(setup_intent.payment_method)


def buy_with_saved_card(
    viewer: Visitor, fake_stripe: FakeStripeServer, kind: str, product_id: int, **more: Any
) -> dict[str, Any]:
    """Save a card and buy with it. Return the order, which must be paid."""
    body = {"payment_method": save_card(viewer, fake_stripe), "type": kind, "id": product_id, **more}
    return get_paid_order(viewer.post("/stripe/buy", **body))


def start_trial(viewer: Visitor, fake_stripe: FakeStripeServer, subscription_id: int) -> dict[str, Any]:
    """Save a card and start a trial with it. Return the order, which must be paid."""
    body = {"payment_method": save_card(viewer, fake_stripe), "subscription_id": subscription_id}
    return get_paid_order(viewer.post("/stripe/subscription/start_trial", **body))


def get_paid_order(response: Any) -> dict[str, Any]:
    """Return the order from a response. The order must be paid."""
    assert response.status_code == 200, response.get_data(as_text=True)
    order: dict[str, Any] = response.json["data"]
    assert order["status"] == "paid", order
    return order
