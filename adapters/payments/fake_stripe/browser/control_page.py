"""The page `/_control`: test cards, and buttons for the clock, webhooks and faults."""

from __future__ import annotations

from flask import Blueprint, Response

from adapters.payments.fake_stripe.browser.pages import render_page
from adapters.payments.fake_stripe.core.simulator import StripeSimulator

CARDS = (
    ("4242 4242 4242 4242", "is charged"),
    ("5555 5555 5555 4444", "is charged (Mastercard)"),
    ("4000 0027 6000 3184", "requires authentication for each payment"),
    ("4000 0025 0000 3155", "requires authentication once; renewals need none"),
    ("4000 0000 0000 0002", "is declined"),
    ("4000 0000 0000 9995", "has insufficient funds"),
    ("4000 0000 0000 0069", "has expired"),
    ("4000 0000 0000 0127", "has a wrong security code"),
    ("4000 0000 0000 0341", "can be saved but not charged, so renewals fail"),
    ("4000 0000 0000 0259", "is charged, then disputed"),
)
MODES = {
    "normal": "immediately",
    "late": "late",
    "twice": "twice",
    "shuffled": "in any order",
    "never": "never",
}
CLOCK_STEPS = (1, 7, 30, 365)


def add_routes(blueprint: Blueprint, simulator: StripeSimulator) -> None:
    """Add the page. Its buttons call the other `/_control` endpoints."""

    @blueprint.get("/_control")
    def control() -> Response:
        """Render the control page."""
        with simulator.lock:
            mode, now = simulator.outbox.mode, simulator.now()
        return render_page("control.html", cards=CARDS, modes=MODES, spans=CLOCK_STEPS, mode=mode, now=now)
