"""What a viewer's browser does at the payment provider."""

from __future__ import annotations

from typing import Any

from adapters.payments.fake_stripe.running import Running
from touchline.conftest import Visitor


def save_card(viewer: Visitor, stand_in: Running, card: str = "pm_card_visa") -> str:
    """Save a card with the secret of the app; answers the card's id."""
    answer = viewer.post("/stripe/setup-intent")
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert answer.json is not None
    intent = answer.json["data"]["client_secret"].partition("_secret_")[0]
    confirmed = stand_in.client().v1.setup_intents.confirm(intent, {"payment_method": card})
    assert confirmed.status == "succeeded"
    return str(confirmed.payment_method)


def bought(viewer: Visitor, stand_in: Running, kind: str, thing_id: int, **more: Any) -> dict[str, Any]:
    """Save a card and buy with it; the order, which must be paid."""
    wanted = {"payment_method": save_card(viewer, stand_in), "type": kind, "id": thing_id, **more}
    return paid(viewer.post("/stripe/buy", **wanted))


def begun(viewer: Visitor, stand_in: Running, subscription_id: int) -> dict[str, Any]:
    """Save a card and begin a trial with it; the order, which must be paid."""
    wanted = {"payment_method": save_card(viewer, stand_in), "subscription_id": subscription_id}
    return paid(viewer.post("/stripe/subscription/start_trial", **wanted))


def paid(answer: Any) -> dict[str, Any]:
    """The order of an answer, paid."""
    assert answer.status_code == 200, answer.get_data(as_text=True)
    order: dict[str, Any] = answer.json["data"]
    assert order["status"] == "paid", order
    return order
