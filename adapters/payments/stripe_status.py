"""The state of our account at Stripe: its key, whether it can charge, and its webhook endpoints."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from urllib.parse import urlsplit

import stripe

from adapters.payments.stripe_client import StripeConnection
from touchline.billing.ports.payments import ProviderStatus, WebhookDelivery

WEBHOOK_PATH = "/api/stripe/webhook"
Result = TypeVar("Result")


def read_status(connection: StripeConnection) -> ProviderStatus:
    """Return the state of our account.

    The first request only checks the key, because a restricted key may not read the account or its endpoints.
    Raises the SDK's error.
    """
    v1 = connection.v1
    v1.events.list({"limit": 1})
    account = _read_if_allowed(v1.accounts.retrieve_current)
    endpoints = _read_if_allowed(lambda: v1.webhook_endpoints.list({"limit": 100}))
    return ProviderStatus(
        connection.is_live,
        bool(account.charges_enabled) if account is not None else None,
        find_delivery([(endpoint.url, endpoint.status) for endpoint in endpoints.data])
        if endpoints is not None
        else WebhookDelivery.UNKNOWN,
    )


def find_delivery(endpoints: Sequence[tuple[str, str]]) -> WebhookDelivery:
    """Return whether one of Stripe's webhook endpoints (URL and status) is this deployment's and enabled."""
    statuses = [status for url, status in endpoints if urlsplit(url).path == WEBHOOK_PATH]
    if "enabled" in statuses:
        return WebhookDelivery.ENABLED
    return WebhookDelivery.DISABLED if statuses else WebhookDelivery.MISSING


def _read_if_allowed(read: Callable[[], Result]) -> Result | None:
    try:
        return read()
    except stripe.PermissionError:
        return None
