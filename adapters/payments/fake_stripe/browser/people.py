"""`/_control` for people: test cards, the clock, webhooks, and trouble at the press of a button."""

from __future__ import annotations

from flask import Blueprint, Response

from adapters.payments.fake_stripe.browser.pages import page
from adapters.payments.fake_stripe.world import World

CARDS = (
    ("4242 4242 4242 4242", "is charged"),
    ("5555 5555 5555 4444", "is charged, a Mastercard"),
    ("4000 0027 6000 3184", "asks the bank each time"),
    ("4000 0025 0000 3155", "asks the bank the first time; saved, it renews by itself"),
    ("4000 0000 0000 0002", "is declined"),
    ("4000 0000 0000 9995", "has not enough on it"),
    ("4000 0000 0000 0069", "has expired"),
    ("4000 0000 0000 0127", "has another security code"),
    ("4000 0000 0000 0341", "may be saved, and cannot be charged: a renewal that fails"),
    ("4000 0000 0000 0259", "is charged, and the charge disputed"),
)
MODES = {
    "normal": "at once",
    "late": "late",
    "twice": "twice",
    "shuffled": "in any order",
    "never": "never",
}
SPANS = (1, 7, 30, 365)


def add_routes(blueprint: Blueprint, world: World) -> None:
    """The page; its buttons call the rest of `/_control`."""

    @blueprint.get("/_control")
    def control() -> Response:
        """What the stand-in can be told to do."""
        with world.lock:
            mode, now = world.outbox.mode, world.now()
        return page("control.html", cards=CARDS, modes=MODES, spans=SPANS, mode=mode, now=now)
