"""What a browser loads from the stand-in: stripe.js, its frames, and pages for people."""

from __future__ import annotations

from flask import Blueprint

from adapters.payments.fake_stripe.world import World


def routes(world: World) -> Blueprint:
    """All of it."""
    return Blueprint("browser", __name__)
