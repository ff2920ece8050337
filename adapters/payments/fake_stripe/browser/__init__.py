"""Browser files of the fake Stripe: `stripe.js`, card field frames, 3-D Secure and the portal.

The merchant's page includes `/v3/stripe.js`, which concatenates the files of `page/`. The script opens frames
of this origin (`parts/`): one for each field, and a hidden one that calls `/v1`. Card data never leaves this
origin.
"""

from __future__ import annotations

from flask import Blueprint, Response

from adapters.payments.fake_stripe.browser import control_page, frames, portal, three_d_secure
from adapters.payments.fake_stripe.core.simulator import StripeSimulator


def create_blueprint(simulator: StripeSimulator) -> Blueprint:
    """Create the blueprint of all browser pages."""
    blueprint = Blueprint("browser", __name__, template_folder="templates")
    for part in (frames, three_d_secure, portal, control_page):
        part.add_routes(blueprint, simulator)

    @blueprint.after_request
    def add_headers(response: Response) -> Response:
        """Set headers that prevent caching and referrers."""
        response.headers["Cache-Control"] = "no-store"
        response.headers["Referrer-Policy"] = "no-referrer"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    return blueprint
