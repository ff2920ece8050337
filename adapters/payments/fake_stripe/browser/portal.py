"""The customer portal (https://docs.stripe.com/customer-management): cards, subscriptions, invoices."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request, url_for

from adapters.payments.fake_stripe.browser import holdings
from adapters.payments.fake_stripe.browser.pages import language, page
from adapters.payments.fake_stripe.browser.words import WORDS
from adapters.payments.fake_stripe.browser.written import day, money
from adapters.payments.fake_stripe.errors import StripeError
from adapters.payments.fake_stripe.keys import PUBLISHABLE_KEY
from adapters.payments.fake_stripe.world import World

Json = dict[str, Any]


def add_routes(blueprint: Blueprint, world: World) -> None:
    """The page, and what its buttons do. Whoever knows the session's secret is its customer."""

    @blueprint.get("/portal/<string:secret>")
    def portal(secret: str) -> Response:
        """All that the customer has."""
        return _shown(world, secret)

    @blueprint.post("/portal/<string:secret>/cards")
    def prepare_card(secret: str) -> Response:
        """The client secret with which the page's own fields save a card."""
        customer = world.portal(secret)["customer"]
        made = world.call("POST", "setup_intents", {"customer": customer, "usage": "off_session"})
        return jsonify(client_secret=made["client_secret"])

    @blueprint.post("/portal/<string:secret>/cards/<string:card>/<any(default, remove):act>")
    def change_card(secret: str, card: str, act: str) -> Response:
        """Make a card the default, for subscriptions as well, or take it away."""
        customer = world.portal(secret)["customer"]
        holdings.change_card(world, customer, card, act)
        return _back_to(secret)

    @blueprint.post("/portal/<string:secret>/subscriptions/<string:subscription>/<any(cancel, renew):act>")
    def change_subscription(secret: str, subscription: str, act: str) -> Response:
        """Let a subscription end when what is paid ends, or go on."""
        holdings.owned(world, world.portal(secret)["customer"], "subscriptions", subscription)
        world.call("POST", f"subscriptions/{subscription}", {"cancel_at_period_end": act == "cancel"})
        return _back_to(secret)

    @blueprint.errorhandler(StripeError)
    def refuse(error: StripeError) -> Response:
        """A session that is over, or what is not the customer's."""
        return page("portal_gone.html", error.status, words=WORDS[language()]["portal"], language=language())


def _shown(world: World, secret: str) -> Response:
    session = world.portal(secret)
    spoken = language(session.get("locale"))
    return page(
        "portal.html",
        allow={"frame-src": "'self'", "form-action": "'self'"},
        words=WORDS[spoken]["portal"],
        language=spoken,
        secret=secret,
        return_url=session.get("return_url"),
        key=PUBLISHABLE_KEY,
        money=partial(money, language=spoken),
        day=partial(day, language=spoken),
        **holdings.of(world, session["customer"]),
    )


def _back_to(secret: str) -> Response:
    """The page again, in the language it was read in."""
    response = redirect(url_for("browser.portal", secret=secret, locale=request.args.get("locale")), 303)
    assert isinstance(response, Response)
    return response
