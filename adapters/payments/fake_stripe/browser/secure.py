"""3-D Secure: the page on which a viewer's bank asks, in a frame over the page or on its own.

https://docs.stripe.com/payments/3d-secure/authentication-flow
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode, urlsplit

from flask import Blueprint, Response, request

from adapters.payments.fake_stripe.browser.pages import SITES, language, page
from adapters.payments.fake_stripe.browser.words import WORDS
from adapters.payments.fake_stripe.browser.written import money
from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.world import World

Json = dict[str, Any]


def add_routes(blueprint: Blueprint, world: World) -> None:
    """The question, and the answer."""

    @blueprint.get("/3d-secure/<string:intent>")
    def ask(intent: str) -> Response:
        """What is asked: who wants how much. An intent that waits for nothing any more goes on at once."""
        try:
            found = _intent(world, intent)
        except StripeError as error:
            return _refused(error)
        return _question(found) if found["status"] == "requires_action" else _on(found)

    @blueprint.post("/3d-secure/<string:intent>")
    def answer(intent: str) -> Response:
        """What the viewer chose: `outcome` is `complete` or `fail`."""
        try:
            before = _intent(world, intent)
            if before["status"] == "requires_action":
                world.authenticate(intent, _secret(), request.form.get("outcome") == "complete")
            return _on(_intent(world, intent), _return_url(before))
        except StripeError as error:
            return _refused(error)


def _secret() -> str:
    return request.args.get("client_secret", "")


def _intent(world: World, intent: str) -> Json:
    kind = "setup_intents" if intent.startswith("seti_") else "payment_intents"
    return world.call("GET", f"{kind}/{intent}", {"client_secret": _secret()}, public=True)


def _question(intent: Json) -> Response:
    amount = money(intent["amount"], intent["currency"], language()) if "amount" in intent else None
    return _page("secure.html", amount=amount, about=intent["description"])


def _on(intent: Json, address: str | None = None) -> Response:
    """Back: to the page around the frame, or to the address that the intent was confirmed with."""
    name = intent["object"]
    told = {
        name: intent["id"],
        f"{name}_client_secret": _secret(),
        "redirect_status": "succeeded" if intent["status"] == "succeeded" else "failed",
    }
    back = f"{address}{'&' if urlsplit(address).query else '?'}{urlencode(told)}" if address else None
    return _page("secure_done.html", back=back)


def _return_url(intent: Json) -> str | None:
    """Where a viewer who came without a frame goes on."""
    action = (intent.get("next_action") or {}).get("redirect_to_url") or {}
    address = action.get("return_url")
    return str(address) if address and urlsplit(address).scheme in ("http", "https") else None


def _refused(error: StripeError) -> Response:
    return _page("refused.html", error.status, message=str(error))


def _page(template: str, status: int = 200, **facts: Any) -> Response:
    """Framed or not, it knows its name in the page around it."""
    facts |= {"id": request.args.get("id", ""), "language": language(), "words": WORDS[language()]["secure"]}
    return page(template, status, framed_by=SITES, **facts)
