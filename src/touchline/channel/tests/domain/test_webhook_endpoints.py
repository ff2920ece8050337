"""Webhook endpoints, signatures and retries."""

from __future__ import annotations

import json
from base64 import b64decode
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from touchline.channel.domain.webhook_endpoints.deliveries import (
    JITTER,
    RETRY_DELAYS,
    DeliveryError,
    DeliveryState,
    WebhookAttempt,
    WebhookDelivery,
)
from touchline.channel.domain.webhook_endpoints.endpoints import (
    HTTPS_REQUIRED,
    INVALID_URL,
    NO_EVENT_TYPES,
    PAUSE_AFTER,
    PRIVATE_URL,
    PauseReason,
    WebhookEndpoint,
    find_endpoint_errors,
)
from touchline.channel.domain.webhook_endpoints.messages import (
    WebhookMessage,
    WebhookType,
    create_message_id,
)
from touchline.channel.domain.webhook_endpoints.signatures import create_secret, sign

NOON = datetime(2026, 11, 21, 18, 0, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
MESSAGE = WebhookMessage("msg_1", WebhookType.FORM_SENT, NOON, {"request_id": 3})
FAILURE = WebhookAttempt(NOON, 12, 500, "", DeliveryError.STATUS)


def build_endpoint(**changes: Any) -> WebhookEndpoint:
    """Return an active endpoint."""
    values = {
        "url": "https://example.org/",
        "description": "",
        "event_types": [WebhookType.FORM_SENT],
        "encrypted_secret": "new",
        "created_at": NOON,
    }
    return WebhookEndpoint(**{**values, **changes})


def build_delivery() -> WebhookDelivery:
    """Return a delivery that is due."""
    return WebhookDelivery(endpoint_id=1, message=MESSAGE, next_attempt_at=NOON)


def test_signatures_match_the_test_vector_of_standard_webhooks() -> None:
    secret, body = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", b'{"test": 2432232314}'
    assert sign([secret], "msg_p5jXN8AQM9LWM0D4loKWxJek", 1614265330, body) == {
        "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
        "webhook-timestamp": "1614265330",
        "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    }


def test_secrets_are_random_and_have_256_bits() -> None:
    assert create_secret() != create_secret()
    assert len(b64decode(create_secret().removeprefix("whsec_"), validate=True)) == 32


def test_both_secrets_sign_for_a_day_after_a_roll() -> None:
    endpoint = build_endpoint()
    assert endpoint.list_encrypted_secrets(NOON) == ["new"]
    endpoint.roll_secret("newer", NOON)
    assert endpoint.list_encrypted_secrets(NOON + timedelta(hours=23)) == ["newer", "new"]
    assert endpoint.list_encrypted_secrets(NOON + timedelta(hours=24)) == ["newer"]
    headers = sign([create_secret(), create_secret()], "msg_1", 1, b"{}")
    assert [part.partition(",")[0] for part in headers["webhook-signature"].split(" ")] == ["v1", "v1"]


def test_the_body_has_type_timestamp_and_data() -> None:
    assert json.loads(MESSAGE.body) == {
        "type": "form.sent",
        "timestamp": "2026-11-21T18:00:00.000Z",
        "data": {"request_id": 3},
    }


def test_the_same_source_always_has_the_same_message_id() -> None:
    assert create_message_id("7/2026", 0) == create_message_id("7/2026", 0) != create_message_id("7/2026", 1)


def test_failed_deliveries_are_repeated_for_a_day_with_growing_delays() -> None:
    delivery, at = build_delivery(), NOON
    for delay in RETRY_DELAYS:
        delivery.record(replace(FAILURE, at=at))
        assert delivery.next_attempt_at is not None
        assert delay <= delivery.next_attempt_at - at <= delay * (1 + JITTER)
        at = delivery.next_attempt_at
    assert timedelta(hours=23) < at - NOON < timedelta(hours=27)
    delivery.record(replace(FAILURE, at=at))
    assert (delivery.state, delivery.next_attempt_at) == (DeliveryState.FAILED, None)
    delivery.redeliver(at)
    assert (delivery.state, delivery.next_attempt_at) == (DeliveryState.PENDING, at)
    delivery.record(replace(FAILURE, at=at, error=None))
    assert (delivery.state, delivery.next_attempt_at) == (DeliveryState.DELIVERED, None)
    assert len(delivery.attempts) == len(RETRY_DELAYS) + 2


def test_an_endpoint_that_fails_rests_ever_longer_and_is_paused_after_a_day() -> None:
    endpoint = build_endpoint()
    endpoint.record_failure(NOON, is_gone=False)
    assert endpoint.rest_until == NOON + MINUTE
    assert (endpoint.is_open(NOON), endpoint.is_open(NOON + MINUTE)) == (False, True)
    endpoint.record_failure(NOON + timedelta(hours=5), is_gone=False)
    assert endpoint.rest_until == NOON + timedelta(hours=5, minutes=15)
    endpoint.record_failure(NOON + PAUSE_AFTER, is_gone=False)
    assert (endpoint.paused_at, endpoint.pause_reason) == (NOON + PAUSE_AFTER, PauseReason.FAILING)
    endpoint.resume()
    assert endpoint.is_open(NOON)


def test_a_success_ends_a_series_of_failures() -> None:
    endpoint = build_endpoint()
    endpoint.record_failure(NOON, is_gone=False)
    endpoint.record_success()
    endpoint.record_failure(NOON + PAUSE_AFTER, is_gone=False)
    assert endpoint.paused_at is None


def test_an_endpoint_that_is_gone_is_paused_at_once() -> None:
    endpoint = build_endpoint()
    endpoint.record_failure(NOON, is_gone=True)
    assert endpoint.pause_reason is PauseReason.GONE


@pytest.mark.parametrize(
    ("url", "message"),
    [
        ("", INVALID_URL),
        ("example.org/hooks", INVALID_URL),
        ("https://", INVALID_URL),
        ("https://[::1", INVALID_URL),
        ("https://example.org:99999/", INVALID_URL),
        ("https://user:password@example.org/", INVALID_URL),
        ("https://example.org/#part", INVALID_URL),
        ("https://example.org/a b", INVALID_URL),
        ("https://exam\\ple.org/", INVALID_URL),
        (f"https://example.org/{'x' * 2000}", INVALID_URL),
        ("http://example.org/", HTTPS_REQUIRED),
        ("ftp://example.org/", HTTPS_REQUIRED),
        ("https://127.0.0.1/", PRIVATE_URL),
        ("https://[::ffff:10.0.0.1]/", PRIVATE_URL),
        ("https://localhost/", PRIVATE_URL),
        ("https://printer.local/", PRIVATE_URL),
    ],
)
def test_urls_that_can_never_receive_a_webhook_are_refused(url: str, message: str) -> None:
    errors = find_endpoint_errors(url, [WebhookType.ORDER_PAID], allow_private=False)
    assert errors == {"url": [message]}


def test_a_setting_allows_private_urls() -> None:
    for url in ("http://127.0.0.1:8000/hooks", "https://localhost/"):
        assert find_endpoint_errors(url, [WebhookType.ORDER_PAID], allow_private=True) == {}


@pytest.mark.parametrize("types", [[], [WebhookType.PING]])
def test_an_endpoint_needs_an_event_type(types: list[WebhookType]) -> None:
    errors = find_endpoint_errors("https://example.org/", types, allow_private=False)
    assert errors == {"event_types": [NO_EVENT_TYPES]}
