"""3-D Secure: the challenge page of a viewer's bank, in a frame or as a page of its own.

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
    """Add the challenge page and its form handler."""

    @blueprint.get("/3d-secure/<string:intent>")
    def show_challenge(intent: str) -> Response:
        """Show the merchant and the amount. If the intent requires no action any more, show the result."""
        try:
            payment_intent = _get_intent(simulator, intent)
        except StripeError as error:
            return _render_error(error)
        return (
            _render_challenge(payment_intent)
            if payment_intent["status"] == "requires_action"
            else _render_result(payment_intent)
        )

    @blueprint.post("/3d-secure/<string:intent>")
    def submit_challenge(intent: str) -> Response:
        """Apply the viewer's choice: `outcome` is `complete` or `fail`."""
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
    """Return the viewer to the page around the frame, or to the intent's `return_url`."""
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
    """Return the URL for a viewer who opened the challenge without a frame."""
    action = (intent.get("next_action") or {}).get("redirect_to_url") or {}
    address = action.get("return_url")
    return str(address) if address and urlsplit(address).scheme in ("http", "https") else None


def _render_error(error: StripeError) -> Response:
    return _render("refused.html", error.status, message=str(error))


def _render(template: str, status: int = 200, **context: Any) -> Response:
    """Render a template with the frame's `id` in the parent page, if there is one."""
    context |= {
        "id": request.args.get("id", ""),
        "language": get_language(),
        "words": TEXTS[get_language()]["secure"],
    }
    return render_page(template, status, framed_by=LOCAL_SITES, **context)
