"""Connection to Stripe, or to the fake Stripe server on this machine: URLs and keys."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from touchline.platform.config.settings import Settings

STRIPE_JS_URL = "https://js.stripe.com/endive/stripe.js"
"""Stripe.js for the API version of the adapter."""
FAKE_STRIPE_KEYS = {"publishable_key": "pk_test_touchline", "secret_key": "sk_test_touchline"}


@dataclass(frozen=True)
class StripeAccount:
    """Stripe account. `address` is the URL of the fake Stripe server without a trailing slash, or empty for
    Stripe.

    Pages load `script_url`. `timeout_seconds` limits each response.
    """

    address: str
    script_url: str
    publishable_key: str
    secret_key: str = field(repr=False)
    timeout_seconds: int
    configured_webhook_secret: str = field(default="", repr=False)

    def webhook_secret(self, signing_key: bytes) -> str:
        """Return the secret that signs webhook events.

        For the fake Stripe server it is derived from the key that signs links, so that all processes use the
        same one.
        """
        if self.configured_webhook_secret:
            return self.configured_webhook_secret
        return "whsec_" + hmac.new(signing_key, b"fake stripe: webhooks", hashlib.sha256).hexdigest()


def load_stripe_account(settings: Settings) -> StripeAccount | None:
    """Return the configured account, or None if payments are turned off."""
    if settings.payments == "stripe":
        return StripeAccount(
            address="",
            script_url=STRIPE_JS_URL,
            publishable_key=settings.stripe_publishable_key,
            secret_key=settings.stripe_secret_key,
            timeout_seconds=settings.stripe_timeout_seconds,
            configured_webhook_secret=settings.stripe_webhook_secret,
        )
    if settings.payments == "fake":
        address = f"http://127.0.0.1:{settings.resolved_fake_stripe_port}"
        return StripeAccount(
            address=address,
            script_url=f"{address}/v3/stripe.js",
            timeout_seconds=settings.stripe_timeout_seconds,
            **FAKE_STRIPE_KEYS,
        )
    return None
