"""`stripe.js` and the frames that it opens in a page."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from flask import Blueprint, Response, abort, request, send_from_directory

from adapters.payments.fake_stripe.browser.pages import LOCAL_SITES, render_page
from adapters.payments.fake_stripe.core.simulator import StripeSimulator

DIRECTORY = Path(__file__).parent
SCRIPT_FILES = ("frames.js", "elements.js", "stripe.js")
AUTOFILL_FIELDS = {"cardNumber": "cc-number", "cardExpiry": "cc-exp", "cardCvc": "cc-csc"}
"""Fields and their HTML `autocomplete` values."""


def add_routes(blueprint: Blueprint, simulator: StripeSimulator) -> None:
    """Add the script, its frames, and the modules that they load."""

    @blueprint.get("/v3/stripe.js")
    @blueprint.get("/v3/")
    def script() -> Response:
        """Return the script files as one script with its own scope."""
        parts = "\n".join((DIRECTORY / "page" / name).read_text("utf-8") for name in SCRIPT_FILES)
        response = Response(f";(() => {{\n{parts}}})()\n", mimetype="text/javascript")
        response.headers["Access-Control-Allow-Origin"] = "*"
        response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
        return response

    @blueprint.get("/v3/parts/<string:name>.js")
    def part(name: str) -> Response:
        """Return a JavaScript module of a frame."""
        return send_from_directory(DIRECTORY / "parts", f"{name}.js", mimetype="text/javascript")

    @blueprint.get("/v3/field")
    def field() -> Response:
        """Render a card field.

        The query has its `type`, the `group` of its form, and its `id` in the page.
        """
        kind = request.args.get("type", "")
        if kind not in AUTOFILL_FIELDS:
            abort(404)
        today = datetime.fromtimestamp(simulator.now(), UTC).strftime("%Y-%m")
        fonts = {"font-src": "http: https:"}
        return render_page(
            "field.html",
            framed_by=LOCAL_SITES,
            extra_rules=fonts,
            autocomplete=AUTOFILL_FIELDS[kind],
            today=today,
        )

    @blueprint.get("/v3/controller")
    def controller() -> Response:
        """Render the hidden frame that reads the fields and calls the API."""
        return render_page("controller.html", framed_by=LOCAL_SITES)
