"""Whether Stripe sends webhook events to this deployment."""

from __future__ import annotations

import pytest

from adapters.payments.stripe_status import find_delivery
from touchline.billing.ports.payments import WebhookDelivery

OURS = "https://watch.example.org/api/stripe/webhook"


@pytest.mark.parametrize(
    ("endpoints", "delivery"),
    [
        ([], WebhookDelivery.MISSING),
        ([("https://watch.example.org/other", "enabled")], WebhookDelivery.MISSING),
        ([(OURS, "disabled")], WebhookDelivery.DISABLED),
        ([(OURS, "disabled"), (OURS, "enabled")], WebhookDelivery.ENABLED),
    ],
    ids=["none", "other-url", "disabled", "enabled"],
)
def test_webhook_endpoints_are_matched_by_their_path(
    endpoints: list[tuple[str, str]], delivery: WebhookDelivery
) -> None:
    assert find_delivery(endpoints) is delivery
