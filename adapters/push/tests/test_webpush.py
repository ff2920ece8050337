"""Web Push at the wire: RFC 8030, 8291 and 8292."""

from __future__ import annotations

import logging
import socket
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime

import pytest

from adapters.push.services import PushServices
from adapters.push.tests.push_service import Browser, PushService, claims_of, serving
from adapters.push.vapid import Vapid
from adapters.push.webpush import UNKNOWN_SERVICE, WebPush
from touchline.engagement.ports.push import PushAddress, PushUnavailable, SubscriptionGone
from touchline.shared.clock import FixedClock
from touchline.shared.errors import Invalid

NOW = datetime(2026, 11, 22, 18, 0, tzinfo=UTC)
VAPID = Vapid(b"the house's secret", "mailto:owner@example.org")


@pytest.fixture
def service() -> Iterator[PushService]:
    with serving(PushService()) as running:
        yield running


@pytest.fixture
def browser() -> Browser:
    return Browser()


@pytest.fixture
def subscription(service: PushService, browser: Browser) -> PushAddress:
    return browser.subscribed_at(f"{service.address}/send/a-secret-path")


@pytest.fixture
def push(service: PushService) -> WebPush:
    return WebPush(VAPID, PushServices([service.address]), FixedClock(NOW), timeouts=(0.5, 0.5))


def tell(push: WebPush, subscription: PushAddress, tag: str = "event-7") -> None:
    push.send(subscription, "C’est parti", "Cedar Ridge @ Northgate", "/watch/7", tag, 600)


def test_the_browser_alone_reads_the_message(
    push: WebPush, subscription: PushAddress, service: PushService, browser: Browser
) -> None:
    tell(push, subscription)
    [(headers, body)] = service.got
    assert browser.read(body) == {
        "title": "C’est parti",
        "body": "Cedar Ridge @ Northgate",
        "url": "/watch/7",
        "tag": "event-7",
    }
    assert b"Cedar" not in body
    assert (headers["Content-Encoding"], headers["Ttl"]) == ("aes128gcm", "600")


def test_the_house_says_who_it_is_and_for_whom(
    push: WebPush, subscription: PushAddress, service: PushService
) -> None:
    tell(push, subscription)
    said = claims_of(service.got[0][0]["Authorization"])
    assert said["aud"] == service.address
    assert said["sub"] == "mailto:owner@example.org"
    assert said["key"] == push.public_key
    assert 0 < said["exp"] - NOW.timestamp() <= 24 * 3600


def test_a_password_of_the_machine_does_not_take_the_place_of_the_houses_key(
    push: WebPush,
    subscription: PushAddress,
    service: PushService,
    tmp_path_factory: pytest.TempPathFactory,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    netrc = tmp_path_factory.mktemp("home") / "netrc"
    netrc.write_text("machine 127.0.0.1 login me password hush")
    monkeypatch.setenv("NETRC", str(netrc))
    tell(push, subscription)
    assert claims_of(service.got[0][0]["Authorization"])["key"] == push.public_key


def test_the_same_tag_is_the_same_topic_and_tells_nothing(
    push: WebPush, subscription: PushAddress, service: PushService
) -> None:
    for tag in ("event-7", "event-7", "event-8"):
        tell(push, subscription, tag)
    first, second, third = [headers["Topic"] for headers, _ in service.got]
    assert first == second != third
    assert (len(first), "event" in first) == (32, False)


def test_long_texts_fit_into_what_services_take(
    push: WebPush, subscription: PushAddress, service: PushService, browser: Browser
) -> None:
    push.send(subscription, "🏒" * 900, "🥅" * 900, "/watch/7", "event-7", 600)
    body = service.got[0][1]
    assert len(body) <= 4096
    assert browser.read(body)["title"].startswith("🏒")


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_known_no_more_is_gone(
    status: int, push: WebPush, subscription: PushAddress, service: PushService
) -> None:
    service.status = status
    with pytest.raises(SubscriptionGone):
        tell(push, subscription)


@pytest.mark.parametrize("status", [302, 400, 403, 413, 429, 500, 503])
def test_a_service_that_refuses_for_now_is_unavailable(
    status: int, push: WebPush, subscription: PushAddress, service: PushService
) -> None:
    service.status = status
    with pytest.raises(PushUnavailable):
        tell(push, subscription)
    assert len(service.got) == 1, "nobody goes where it points to"


def test_a_service_that_is_slow_or_away_is_unavailable(browser: Browser) -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}"
        push = WebPush(VAPID, PushServices([address]), FixedClock(NOW), timeouts=(0.2, 0.2))
        with pytest.raises(PushUnavailable):
            tell(push, browser.subscribed_at(f"{address}/send/1"))
    with pytest.raises(PushUnavailable):
        tell(push, browser.subscribed_at(f"{address}/send/1"))


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
def test_the_server_asks_known_push_services_alone(endpoint: str, browser: Browser) -> None:
    known = PushServices(["fcm.googleapis.com", "*.push.apple.com"])
    push = WebPush(VAPID, known, FixedClock(NOW))
    with pytest.raises(Invalid) as refused:
        push.accept(browser.subscribed_at(endpoint))
    assert refused.value.errors == {"endpoint": [UNKNOWN_SERVICE]}


@pytest.mark.parametrize("host", ["fcm.googleapis.com", "web.push.apple.com", "FCM.googleapis.com"])
def test_a_known_push_service_is_taken(host: str, browser: Browser) -> None:
    push = WebPush(VAPID, PushServices(["fcm.googleapis.com", "*.push.apple.com"]), FixedClock(NOW))
    push.accept(browser.subscribed_at(f"https://{host}/send/1"))


def test_a_service_that_was_taken_off_the_list_is_asked_no_more(
    subscription: PushAddress, service: PushService
) -> None:
    push = WebPush(VAPID, PushServices(["fcm.googleapis.com"]), FixedClock(NOW))
    with pytest.raises(SubscriptionGone):
        tell(push, subscription)
    assert service.got == []


def test_the_key_follows_from_the_secret(service: PushService) -> None:
    again = Vapid(b"the house's secret", "mailto:another@example.org")
    other = Vapid(b"another secret", "mailto:owner@example.org")
    assert VAPID.public_key == again.public_key != other.public_key


@pytest.mark.parametrize("status", [201, 403, 410, 503])
def test_no_line_of_the_log_and_no_error_names_an_endpoint(
    status: int,
    push: WebPush,
    subscription: PushAddress,
    service: PushService,
    caplog: pytest.LogCaptureFixture,
) -> None:
    service.status = status
    caplog.set_level(logging.INFO)
    said = ""
    try:
        tell(push, subscription)
    except (PushUnavailable, SubscriptionGone) as wrong:
        said = str(wrong)
    for text in (said, caplog.text, repr(subscription)):
        assert subscription.auth not in text
        assert "vapid t=" not in text
        assert "a-secret-path" not in text
