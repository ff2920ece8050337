"""The customer portal (https://docs.stripe.com/customer-management): cards, subscriptions, invoices."""

from __future__ import annotations

from functools import partial
from typing import Any

from flask import Blueprint, Response, jsonify, redirect, request, url_for

from adapters.payments.fake_stripe.api.errors import StripeError
from adapters.payments.fake_stripe.browser import portal_data
from adapters.payments.fake_stripe.browser.formatting import format_date, format_money
from adapters.payments.fake_stripe.browser.pages import get_language, render_page
from adapters.payments.fake_stripe.browser.texts import TEXTS
from adapters.payments.fake_stripe.core.simulator import StripeSimulator
from adapters.payments.fake_stripe.keys import PUBLISHABLE_KEY

Json = dict[str, Any]


def add_routes(blueprint: Blueprint, simulator: StripeSimulator) -> None:
    """Add the page and its actions. The session's secret in the URL authenticates the customer."""

    @blueprint.get("/portal/<string:secret>")
    def portal(secret: str) -> Response:
        """Render the portal of a customer."""
        return _render_portal(simulator, secret)

    @blueprint.post("/portal/<string:secret>/cards")
    def prepare_card(secret: str) -> Response:
        """Create a SetupIntent, and return the client secret that the page's card fields use to save a
        card."""
        customer = simulator.get_portal_session(secret)["customer"]
        setup_intent = simulator.call("POST", "setup_intents", {"customer": customer, "usage": "off_session"})
        return jsonify(client_secret=setup_intent["client_secret"])

    @blueprint.post("/portal/<string:secret>/cards/<string:card>/<any(default, remove):act>")
    def change_card(secret: str, card: str, act: str) -> Response:
        """Make a card the default, also for subscriptions, or remove it."""
        customer = simulator.get_portal_session(secret)["customer"]
        portal_data.change_card(simulator, customer, card, act)
        return _redirect_to_portal(secret)

    @blueprint.post("/portal/<string:secret>/subscriptions/<string:subscription>/<any(cancel, renew):act>")
    def change_subscription(secret: str, subscription: str, act: str) -> Response:
        """Cancel a subscription at the end of its period, or renew it."""
        portal_data.require_owned(
            simulator, simulator.get_portal_session(secret)["customer"], "subscriptions", subscription
        )
        simulator.call("POST", f"subscriptions/{subscription}", {"cancel_at_period_end": act == "cancel"})
        return _redirect_to_portal(secret)

    @blueprint.errorhandler(StripeError)
    def handle_error(error: StripeError) -> Response:
        """Render the page for an expired session, or for an object that is not the customer's."""
        return render_page(
            "portal_gone.html", error.status, words=TEXTS[get_language()]["portal"], language=get_language()
        )


def _render_portal(simulator: StripeSimulator, secret: str) -> Response:
    session = simulator.get_portal_session(secret)
    page_language = get_language(session.get("locale"))
    return render_page(
        "portal.html",
        extra_rules={"frame-src": "'self'", "form-action": "'self'"},
        words=TEXTS[page_language]["portal"],
        language=page_language,
        secret=secret,
        return_url=session.get("return_url"),
        key=PUBLISHABLE_KEY,
        money=partial(format_money, language=page_language),
        day=partial(format_date, language=page_language),
        **portal_data.load_portal_data(simulator, session["customer"]),
    )


def _redirect_to_portal(secret: str) -> Response:
    """Redirect to the portal page in the same language."""
    response = redirect(url_for("browser.portal", secret=secret, locale=request.args.get("locale")), 303)
    assert isinstance(response, Response)
    return response
