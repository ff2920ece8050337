"""What a browser loads from the stand-in: `stripe.js`, the frames of card fields, 3-D Secure, the portal.

The page that sells includes `/v3/stripe.js` (the files of `page/`, one after the other). It opens frames of
this origin (`parts/`): one for each field, and a hidden one that speaks to `/v1`. What is typed never leaves
this origin.
"""

from __future__ import annotations

from flask import Blueprint, Response

from adapters.payments.fake_stripe.browser import control_page, frames, portal, three_d_secure
from adapters.payments.fake_stripe.core.simulator import StripeSimulator


def create_blueprint(simulator: StripeSimulator) -> Blueprint:
    """All of it."""
    blueprint = Blueprint("browser", __name__, template_folder="templates")
    for part in (frames, three_d_secure, portal, control_page):
        part.add_routes(blueprint, simulator)

    @blueprint.after_request
    def add_headers(response: Response) -> Response:
        """Nothing is kept, nothing is told to others."""
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    return blueprint
