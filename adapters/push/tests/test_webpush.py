"""Web Push requests (RFC 8030, 8291 and 8292)."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from adapters.push.push_services import PushServices
from adapters.push.tests.fake_push_service import (
    FakeBrowser,
    FakePushService,
    run_push_service,
    verify_authorization,
)
from adapters.push.vapid import VapidKey
from adapters.push.webpush import UNKNOWN_SERVICE, WebPushSender
from touchline.engagement.ports.push import PushSubscriptionInfo, PushUnavailableError, SubscriptionGoneError
from touchline.shared.clock import FixedClock
from touchline.shared.errors import InvalidInputError

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
VAPID = VapidKey(b"a deployment's secret", "mailto:owner@example.org")


@pytest.fixture
def service() -> Iterator[FakePushService]:
    with run_push_service(FakePushService()) as running:
        yield running


@pytest.fixture
def browser() -> FakeBrowser:
    return FakeBrowser()


@pytest.fixture
def subscription(service: FakePushService, browser: FakeBrowser) -> PushSubscriptionInfo:
    return browser.create_subscription(f"{service.address}/send/a-secret-path")


@pytest.fixture
def push(service: FakePushService) -> WebPushSender:
    return WebPushSender(VAPID, PushServices([service.address]), FixedClock(NOW), timeouts=(0.5, 0.5))


def send_push(push: WebPushSender, subscription: PushSubscriptionInfo, tag: str = "event-7") -> None:
    push.send(subscription, "C’est parti", "Cedar Ridge @ Northgate", "/watch/7", tag, 600)


def test_only_the_browser_can_read_the_message(
    push: WebPushSender, subscription: PushSubscriptionInfo, service: FakePushService, browser: FakeBrowser
) -> None:
    send_push(push, subscription)
    [(headers, body)] = service.received
    assert browser.decrypt(body) == {
        "title": "C’est parti",
        "body": "Cedar Ridge @ Northgate",
        "url": "/watch/7",
        "tag": "event-7",
    }
    assert b"Cedar" not in body
    assert (headers["Content-Encoding"], headers["Ttl"]) == ("aes128gcm", "600")


def test_the_sender_identifies_itself_and_the_audience(
    push: WebPushSender, subscription: PushSubscriptionInfo, service: FakePushService
) -> None:
    send_push(push, subscription)
    authorization = verify_authorization(service.received[0][0]["Authorization"])
    assert authorization["aud"] == service.address
    assert authorization["sub"] == "mailto:owner@example.org"
    assert authorization["key"] == push.public_key
    assert 0 < authorization["exp"] - NOW.timestamp() <= 24 * 3600


def test_a_netrc_password_does_not_replace_the_vapid_key(
    push: WebPushSender,
    subscription: PushSubscriptionInfo,
    service: FakePushService,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    netrc = tmp_path_factory.mktemp("home") / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password hush")
    monkeypatch.setenv("NETRC", str(netrc))
    send_push(push, subscription)
    assert verify_authorization(service.received[0][0]["Authorization"])["key"] == push.public_key


def test_the_same_tag_is_the_same_opaque_topic(
    push: WebPushSender, subscription: PushSubscriptionInfo, service: FakePushService
) -> None:
    for tag in ("event-7", "event-7", "event-8"):
        send_push(push, subscription, tag)
    first, second, third = [headers["Topic"] for headers, _ in service.received]
    assert first == second != third
    assert (len(first), "event" in first) == (32, False)


def test_long_texts_are_cut_to_the_size_that_services_accept(
    push: WebPushSender, subscription: PushSubscriptionInfo, service: FakePushService, browser: FakeBrowser
) -> None:
    push.send(subscription, "🏒" * 900, "🥅" * 900, "/watch/7", "event-7", 600)
    body = service.received[0][1]
    assert len(body) <= 4096
    assert browser.decrypt(body)["title"].startswith("🏒")


@pytest.mark.parametrize("status", [404, 410])
def test_an_unknown_subscription_is_gone(
    status: int, push: WebPushSender, subscription: PushSubscriptionInfo, service: FakePushService
) -> None:
    service.status = status
    with pytest.raises(SubscriptionGoneError):
        send_push(push, subscription)


@pytest.mark.parametrize("status", [302, 400, 403, 413, 429, 500, 503])
def test_a_service_that_returns_an_error_is_unavailable(
    status: int, push: WebPushSender, subscription: PushSubscriptionInfo, service: FakePushService
) -> None:
    service.status = status
    with pytest.raises(PushUnavailableError):
        send_push(push, subscription)
    assert len(service.received) == 1, "Redirects must not be followed."


def test_a_slow_or_unreachable_service_is_unavailable(browser: FakeBrowser) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        push = WebPushSender(VAPID, PushServices([address]), FixedClock(NOW), timeouts=(0.2, 0.2))
        with pytest.raises(PushUnavailableError):
            send_push(push, browser.create_subscription(f"{address}/send/1"))
    with pytest.raises(PushUnavailableError):
        send_push(push, browser.create_subscription(f"{address}/send/1"))


@pytest.mark.parametrize(
    "endpoint",
    [
        "http://fcm.googleapis.com/fcm/send/1",
        "https://fcm.googleapis.com:8443/fcm/send/1",
        "https://fcm.googleapis.com@evil.example/1",
        "https://fcm.googleapis.com\\@evil.example/1",
        "https://evil.example/?fcm.googleapis.com",
        "https://fcm.googleapis.com.evil.example/1",
        "https://evil.example\\.push.apple.com/1",
        "https://push.apple.com/1",
        "https://fcm.googleapis.com/1\r\nHost: evil.example",
        "https://[::1/1",
        "https://fcm.googleapis.com:port/1",
        "https://a..push.apple.com/1",
        f"https://{'a' * 64}.push.apple.com/1",
        "https://fcm.googleapis.com/" + "a" * 2000,
    ],
)
def test_the_server_contacts_known_push_services_only(endpoint: str, browser: FakeBrowser) -> None:
    known = PushServices(["fcm.googleapis.com", "*.push.apple.com"])
    push = WebPushSender(VAPID, known, FixedClock(NOW))
    with pytest.raises(InvalidInputError) as refused:
        push.validate(browser.create_subscription(endpoint))
    assert refused.value.errors == {"endpoint": [UNKNOWN_SERVICE]}


@pytest.mark.parametrize("host", ["fcm.googleapis.com", "web.push.apple.com", "FCM.googleapis.com"])
def test_a_known_push_service_is_accepted(host: str, browser: FakeBrowser) -> None:
    push = WebPushSender(VAPID, PushServices(["fcm.googleapis.com", "*.push.apple.com"]), FixedClock(NOW))
    push.validate(browser.create_subscription(f"https://{host}/send/1"))


def test_a_service_removed_from_the_list_is_not_contacted(
    subscription: PushSubscriptionInfo, service: FakePushService
) -> None:
    push = WebPushSender(VAPID, PushServices(["fcm.googleapis.com"]), FixedClock(NOW))
    with pytest.raises(SubscriptionGoneError):
        send_push(push, subscription)
    assert service.received == []


def test_the_key_is_derived_from_the_secret(service: FakePushService) -> None:
    same_secret = VapidKey(b"a deployment's secret", "mailto:another@example.org")
    other = VapidKey(b"another secret", "mailto:owner@example.org")
    assert VAPID.public_key == same_secret.public_key != other.public_key


@pytest.mark.parametrize("status", [201, 403, 410, 503])
def test_logs_and_errors_contain_no_endpoint(
    status: int,
    push: WebPushSender,
    subscription: PushSubscriptionInfo,
    service: FakePushService,
    caplog: pytest.LogCaptureFixture,
) -> None:
    service.status = status
    caplog.set_level(logging.INFO)
    message = ""
    try:
        send_push(push, subscription)
    except (PushUnavailableError, SubscriptionGoneError) as error:
        message = str(error)
    for text in (message, caplog.text, repr(subscription)):
        assert subscription.auth not in text
        assert "vapid t=" not in text
        assert "a-secret-path" not in text
