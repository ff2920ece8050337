"""Webhooks: signed, and as late, twice, out of order or never as they are told to be."""

from __future__ import annotations

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from queue import Queue
from threading import Event, Thread
from typing import Any

import pytest
import requests
import stripe

from adapters.payments.fake_stripe.running import Running
from adapters.payments.fake_stripe.tests.shop import Shop

Heard = Queue[tuple[bytes, str]]
SECONDS = 10


class Listener:
    """A site that hears webhooks; `answers` are what it says, 200 when there is none."""

    def __init__(self) -> None:
        self.heard: Heard = Queue()
        self.answers: Queue[int] = Queue()
        self.may_answer = Event()
        self.may_answer.set()
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = listener.answers.get() if not listener.answers.empty() else 200
                listener.heard.put((body, self.headers["Stripe-Signature"]))
                listener.may_answer.wait(SECONDS)
                self.send_response(status)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Silence."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/webhook"
        self.thread = Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)

    def next(self, secret: str) -> stripe.Event:
        """The next webhook that is heard, its signature checked by the SDK."""
        body, signature = self.heard.get(timeout=SECONDS)
        event: stripe.Event = stripe.Webhook.construct_event(body, signature, secret)
        return event


@pytest.fixture
def listener() -> Iterator[Listener]:
    """A site on a port of its own."""
    found = Listener()
    found.thread.start()
    yield found
    found.server.shutdown()
    found.server.server_close()


@pytest.fixture
def running(listener: Listener) -> Iterator[Running]:
    """The stand-in, which sends to that site."""
    with Running(webhook=listener.url) as found:
        yield found


def control(running: Running, path: str, **asked: Any) -> Any:
    return requests.post(f"{running.url}/_control/{path}", json=asked, timeout=5).json()


def test_what_happens_is_told_in_order_and_signed(shop: Shop, listener: Listener) -> None:
    customer = shop.customer()
    first = listener.next(shop.running.webhook_secret)
    assert (first.type, first.data.object["id"]) == ("customer.created", customer)
    assert first.api_version == "2026-10-28.endive"
    intent = shop.pay(customer, "pm_card_visa", key="order-1")
    told = [listener.next(shop.running.webhook_secret) for _ in range(3)]
    assert [event.type for event in told] == [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]
    assert told[2].data.object["id"] == intent.id
    assert told[2].request is not None
    assert told[2].request.idempotency_key == "order-1"


def test_a_wrong_secret_or_a_changed_body_is_seen(shop: Shop, listener: Listener) -> None:
    shop.customer()
    body, signature = listener.heard.get(timeout=SECONDS)
    for words, secret in ((body, "whsec_other"), (body + b" ", shop.running.webhook_secret)):
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(words, signature, secret)


def test_one_that_does_not_arrive_is_sent_again(shop: Shop, listener: Listener) -> None:
    listener.answers.put(500)
    shop.customer()
    first, again = (listener.next(shop.running.webhook_secret) for _ in range(2))
    assert first.id == again.id


def test_late_ones_are_held_until_they_are_let_go(shop: Shop, listener: Listener) -> None:
    control(shop.running, "webhooks", mode="late", seconds=600)
    shop.customer()
    assert [made["sent"] for made in shop.running.deliveries()] == [False]
    control(shop.running, "webhooks", mode="normal")
    shop.customer()
    second = listener.next(shop.running.webhook_secret)
    assert control(shop.running, "webhooks/deliver") == {"count": 1}
    first = listener.next(shop.running.webhook_secret)
    assert [made["id"] for made in shop.running.deliveries()] == [first.id, second.id]


def test_twice_is_twice(shop: Shop, listener: Listener) -> None:
    control(shop.running, "webhooks", mode="twice")
    shop.customer()
    first, second = (listener.next(shop.running.webhook_secret) for _ in range(2))
    assert first.id == second.id


def test_lost_ones_come_only_when_they_are_named(shop: Shop, listener: Listener) -> None:
    control(shop.running, "webhooks", mode="never")
    lost = shop.customer()
    control(shop.running, "webhooks", mode="normal")
    heard = shop.customer()
    assert listener.next(shop.running.webhook_secret).data.object["id"] == heard
    assert control(shop.running, "webhooks/deliver") == {"count": 0}
    (made,) = [made for made in shop.running.deliveries() if made["lost"]]
    assert control(shop.running, "webhooks/deliver", ids=[made["id"]]) == {"count": 1}
    assert listener.next(shop.running.webhook_secret).data.object["id"] == lost
    assert [event.type for event in shop.api.events.list({"type": "customer.created"}).data] == [
        "customer.created",
        "customer.created",
    ]


def test_one_that_was_heard_and_not_answered_yet_is_not_sent_beside(shop: Shop, listener: Listener) -> None:
    listener.may_answer.clear()
    shop.customer()
    listener.next(shop.running.webhook_secret)
    assert control(shop.running, "webhooks/deliver") == {"count": 0}
    listener.may_answer.set()
    customer = shop.customer()
    assert listener.next(shop.running.webhook_secret).data.object["id"] == customer


def test_shuffled_ones_all_come(shop: Shop, listener: Listener) -> None:
    control(shop.running, "webhooks", mode="shuffled", seconds=600)
    made = {shop.customer() for _ in range(6)}
    assert control(shop.running, "webhooks/deliver") == {"count": 6}
    heard = [listener.next(shop.running.webhook_secret).data.object["id"] for _ in range(6)]
    assert set(heard) == made


def test_a_renewal_is_told_by_itself(shop: Shop, listener: Listener) -> None:
    customer = shop.customer()
    shop.subscribe(customer, shop.card(customer), shop.price(interval="day", count=30))
    asked = requests.post(f"{shop.running.url}/_control/advance", json={"days": 31}, timeout=5).json()
    assert asked["now"] == shop.running.now()
    while True:
        event = listener.next(shop.running.webhook_secret)
        if event.type == "invoice.paid" and event.data.object["billing_reason"] == "subscription_cycle":
            break


def test_without_an_address_they_are_kept_for_tests_to_carry() -> None:
    with Running() as running:
        shop = Shop(running)
        shop.customer()
        (held,) = running.take()
        assert json.loads(held["payload"])["type"] == held["type"] == "customer.created"
        stripe.Webhook.construct_event(held["payload"], held["signature"], running.webhook_secret)
        assert running.take() == []
        assert [made["sent"] for made in running.deliveries()] == [True]
        shown = requests.get(f"{running.url}/_control/webhooks", timeout=5).json()["data"]
        assert [made["id"] for made in shown] == [held["id"]]


def test_a_page_of_another_site_has_no_control(running: Running, shop: Shop) -> None:
    shop.customer()
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        answer = requests.post(f"{running.url}/_control/reset", headers=headers, timeout=5)
        assert answer.status_code == 403
    assert len(shop.api.customers.list().data) == 1


def test_wrong_words_for_control_are_told(running: Running) -> None:
    for path, asked in (("webhooks", {"mode": "loud"}), ("fail", {"how": "badly"}), ("advance", {})):
        answer = requests.post(f"{running.url}/_control/{path}", json=asked, timeout=5)
        assert answer.status_code == 400
        assert answer.json()["error"]["message"]
