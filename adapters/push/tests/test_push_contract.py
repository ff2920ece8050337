"""What every `Push` does. A new adapter joins by a line in `PUSHES`."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from collections.abc import Callable, Iterator
from datetime import UTC, datetime

import pytest

from adapters.push.none import NoPush
from adapters.push.services import PushServices
from adapters.push.tests.push_service import Browser, PushService, serving
from adapters.push.vapid import Vapid
from adapters.push.webpush import WebPush
from touchline.engagement.ports.push import Push, PushAddress
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Invalid, Refused

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
PUSHES: dict[str, Callable[[PushService], Push]] = {
    "off": lambda service: NoPush(),
    "webpush": lambda service: WebPush(
        Vapid(b"secret", "mailto:owner@example.org"), PushServices([service.address]), FixedClock(NOW)
    ),
}


@pytest.fixture
def service() -> Iterator[PushService]:
    with serving(PushService()) as running:
        yield running


@pytest.fixture(params=sorted(PUSHES))
def push(request: pytest.FixtureRequest, service: PushService) -> Push:
    return PUSHES[request.param](service)


def test_the_key_is_one_that_browsers_take_or_none(push: Push) -> None:
    if push.public_key is not None:
        raw = urlsafe_b64decode(push.public_key + "=")
        assert (len(raw), raw[0]) == (65, 4)


def test_whoever_has_a_key_takes_subscriptions_and_nobody_else(push: Push, service: PushService) -> None:
    subscription = Browser().subscribed_at(f"{service.address}/send/1")
    if push.public_key is None:
        with pytest.raises(Refused):
            push.accept(subscription)
    else:
        push.accept(subscription)


def test_whoever_has_a_key_sends_and_nobody_else(push: Push, service: PushService) -> None:
    subscription = Browser().subscribed_at(f"{service.address}/send/1")
    push.send(subscription, "Live", "A @ B", "/watch/7", "event-7", 600)
    assert len(service.got) == (0 if push.public_key is None else 1)


@pytest.mark.parametrize("endpoint", ["https://169.254.169.254/latest", "file:///etc/passwd", "", "https://"])
def test_no_address_but_a_push_services_is_taken(push: Push, endpoint: str) -> None:
    with pytest.raises((Refused, Invalid)):
        push.accept(Browser().subscribed_at(endpoint))


def test_keys_that_are_none_are_not_taken(push: Push, service: PushService) -> None:
    with pytest.raises((Refused, Invalid)):
        push.accept(PushAddress(f"{service.address}/send/1", "BAAA", "nothing"))
