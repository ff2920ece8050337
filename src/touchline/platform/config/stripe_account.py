"""How Stripe is reached, or the fake that replaces it on this machine: addresses and keys in force."""

from __future__ import annotations

import hashlib
import hmac
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from touchline.platform.config.settings import Settings

STRIPE_JS_URL = "https://js.stripe.com/endive/stripe.js"
"""Stripe.js of the API version that the adapter speaks."""
FAKE_STRIPE_KEYS = {"publishable_key": "pk_test_touchline", "secret_key": "sk_test_touchline"}


@dataclass(frozen=True)
class StripeAccount:
    """One account at Stripe. `address` is the fake's, without a slash at its end; empty: Stripe itself.

    `script_url` is what the page loads; `timeout_seconds` is the time in which each of its answers must come.
    """

    address: str
    script_url: str
    publishable_key: str
    secret_key: str = field(repr=False)
    timeout_seconds: int
    configured_webhook_secret: str = field(default="", repr=False)

    def webhook_secret(self, signing_key: bytes) -> str:
        """What notices are signed with: as given, or for the fake made from the key that signs links, so
        that every program here comes to the same one."""
        if self.configured_webhook_secret:
            return self.configured_webhook_secret
        return "whsec_" + hmac.new(signing_key, b"fake stripe: webhooks", hashlib.sha256).hexdigest()


def load_stripe_account(settings: Settings) -> StripeAccount | None:
    """The account that the settings name; None where payments are off."""
    if settings.payments == "stripe":
        return StripeAccount(
            address="",
            script_url=STRIPE_JS_URL,
            publishable_key=settings.stripe_publishable_key,
            secret_key=settings.stripe_secret_key,
            timeout_seconds=settings.stripe_seconds,
            configured_webhook_secret=settings.stripe_webhook_secret,
        )
    if settings.payments == "fake":
        address = f"http://127.0.0.1:{settings.resolved_fake_stripe_port}"
        return StripeAccount(
            address=address,
            script_url=f"{address}/v3/stripe.js",
            timeout_seconds=settings.stripe_seconds,
            **FAKE_STRIPE_KEYS,
        )
    return None
