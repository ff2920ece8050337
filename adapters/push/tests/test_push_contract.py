"""The contract of every `PushSender`. Add new adapters to `SENDER_FACTORIES`."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from adapters.push.none import NoPushSender
from adapters.push.push_services import PushServices
from adapters.push.tests.fake_push_service import FakeBrowser, FakePushService, run_push_service
from adapters.push.vapid import VapidKey
from adapters.push.webpush import WebPushSender
from touchline.engagement.ports.push import PushSender, PushSubscriptionInfo
from touchline.shared.clock import FixedClock
from touchline.shared.errors import InvalidInputError, RefusedError

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
SENDER_FACTORIES: dict[str, Callable[[FakePushService], PushSender]] = {
    "off": lambda service: NoPushSender(),
    "webpush": lambda service: WebPushSender(
        VapidKey(b"secret", "mailto:owner@example.org"), PushServices([service.address]), FixedClock(NOW)
    ),
}


@pytest.fixture
def service() -> Iterator[FakePushService]:
    with run_push_service(FakePushService()) as running:
        yield running


@pytest.fixture(params=sorted(SENDER_FACTORIES))
def push(request: pytest.FixtureRequest, service: FakePushService) -> PushSender:
    return SENDER_FACTORIES[request.param](service)


def test_the_public_key_is_a_point_that_browsers_accept_or_none(push: PushSender) -> None:
    if push.public_key is not None:
        raw = urlsafe_b64decode(push.public_key + "=")
        assert (len(raw), raw[0]) == (65, 4)


def test_only_a_sender_with_a_key_accepts_subscriptions(push: PushSender, service: FakePushService) -> None:
    subscription = FakeBrowser().create_subscription(f"{service.address}/send/1")
    if push.public_key is None:
        with pytest.raises(RefusedError):
            push.validate(subscription)
    else:
        push.validate(subscription)


def test_only_a_sender_with_a_key_sends(push: PushSender, service: FakePushService) -> None:
    subscription = FakeBrowser().create_subscription(f"{service.address}/send/1")
    push.send(subscription, "Live", "A @ B", "/watch/7", "event-7", 600)
    assert len(service.received) == (0 if push.public_key is None else 1)


@pytest.mark.parametrize("endpoint", ["https://169.254.169.254/latest", "file:///etc/passwd", "", "https://"])
def test_only_endpoints_of_known_push_services_are_accepted(push: PushSender, endpoint: str) -> None:
    with pytest.raises((RefusedError, InvalidInputError)):
        push.validate(FakeBrowser().create_subscription(endpoint))


def test_invalid_keys_are_refused(push: PushSender, service: FakePushService) -> None:
    with pytest.raises((RefusedError, InvalidInputError)):
        push.validate(PushSubscriptionInfo(f"{service.address}/send/1", "BAAA", "nothing"))
