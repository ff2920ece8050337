"""3-D Secure: the page on which a viewer's bank asks, in a frame over the page or on its own.

https://docs.stripe.com/payments/3d-secure/authentication-flow
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, Response, request

from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.browser.formatting import format_money
from adapters.payments.fake_stripe.browser.pages import LOCAL_SITES, get_language, render_page
from adapters.payments.fake_stripe.browser.texts import TEXTS
from adapters.payments.fake_stripe.core.simulator import StripeSimulator

Json = dict[str, Any]


def add_routes(blueprint: Blueprint, simulator: StripeSimulator) -> None:
    """The question, and the answer."""

    @blueprint.get("/3d-secure/<string:intent>")
    def show_challenge(intent: str) -> Response:
        """What is asked: who wants how much. An intent that waits for nothing any more goes on at once."""
        try:
            found = _get_intent(simulator, intent)
        except StripeError as error:
            return _render_error(error)
        return _render_challenge(found) if found["status"] == "requires_action" else _render_result(found)

    @blueprint.post("/3d-secure/<string:intent>")
    def submit_challenge(intent: str) -> Response:
        """What the viewer chose: `outcome` is `complete` or `fail`."""
        try:
            before = _get_intent(simulator, intent)
            if before["status"] == "requires_action":
                simulator.authenticate(
                    intent, _get_client_secret(), request.form.get("outcome") == "complete"
                )
            return _render_result(_get_intent(simulator, intent), _get_return_url(before))
        except StripeError as error:
            return _render_error(error)


def _get_client_secret() -> str:
    return request.args.get("client_secret", "")


def _get_intent(simulator: StripeSimulator, intent: str) -> Json:
    kind = "setup_intents" if intent.startswith("seti_") else "payment_intents"
    return simulator.call("GET", f"{kind}/{intent}", {"client_secret": _get_client_secret()}, public=True)


def _render_challenge(intent: Json) -> Response:
    amount = (
        format_money(intent["amount"], intent["currency"], get_language()) if "amount" in intent else None
    )
    return _render("secure.html", amount=amount, about=intent["description"])


def _render_result(intent: Json, address: str | None = None) -> Response:
    """Back: to the page around the frame, or to the address that the intent was confirmed with."""
    name = intent["object"]
    query_params = {
        name: intent["id"],
        f"{name}_client_secret": _get_client_secret(),
        "redirect_status": "succeeded" if intent["status"] == "succeeded" else "failed",
    }
    redirect_url = (
        f"{address}{'&' if urlsplit(address).query else '?'}{urlencode(query_params)}" if address else None
    )
    return _render("secure_done.html", back=redirect_url)


def _get_return_url(intent: Json) -> str | None:
    """Where a viewer who came without a frame goes on."""
    action = (intent.get("next_action") or {}).get("redirect_to_url") or {}
    address = action.get("return_url")
    return str(address) if address and urlsplit(address).scheme in ("http", "https") else None


def _render_error(error: StripeError) -> Response:
    return _render("refused.html", error.status, message=str(error))


def _render(template: str, status: int = 200, **context: Any) -> Response:
    """Framed or not, it knows its name in the page around it."""
    context |= {
        "id": request.args.get("id", ""),
        "language": get_language(),
        "words": TEXTS[get_language()]["secure"],
    }
    return render_page(template, status, framed_by=LOCAL_SITES, **context)
