"""Webhooks: signed, and sent late, twice, out of order or never, by mode."""

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

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from adapters.payments.fake_stripe.tests.merchant import Merchant

DeliveryQueue = Queue[tuple[bytes, str]]
SECONDS = 10


class WebhookListener:
    """A site that receives webhooks. `responses` are its status codes; without one, it returns 200."""

    def __init__(self) -> None:
        self.received: DeliveryQueue = Queue()
        self.responses: Queue[int] = Queue()
        self.may_respond = Event()
        self.may_respond.set()
        listener = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                status = listener.responses.get() if not listener.responses.empty() else 200
                listener.received.put((body, self.headers["Stripe-Signature"]))
                listener.may_respond.wait(SECONDS)
                self.send_response(status)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Log nothing."""

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/webhook"
        self.thread = Thread(target=self.server.serve_forever, args=(0.02,), daemon=True)

    def get_next(self, secret: str) -> stripe.Event:
        """Return the next webhook event received, with its signature checked by the SDK."""
        body, signature = self.received.get(timeout=SECONDS)
        event: stripe.Event = stripe.Webhook.construct_event(body, signature, secret)
        return event


@pytest.fixture
def listener() -> Iterator[WebhookListener]:
    """Yield a webhook receiver on its own port."""
    webhook_listener = WebhookListener()
    webhook_listener.thread.start()
    yield webhook_listener
    webhook_listener.server.shutdown()
    webhook_listener.server.server_close()


@pytest.fixture
def fake_stripe(listener: WebhookListener) -> Iterator[FakeStripeServer]:
    """Yield the fake Stripe, sending to the receiver."""
    with FakeStripeServer(webhook=listener.url) as server:
        yield server


def post_control(fake_stripe: FakeStripeServer, path: str, **json_body: Any) -> Any:
    return requests.post(f"{fake_stripe.url}/_control/{path}", json=json_body, timeout=5).json()


def test_events_are_delivered_in_order_and_signed(merchant: Merchant, listener: WebhookListener) -> None:
    customer = merchant.create_customer()
    first = listener.get_next(merchant.fake_stripe.webhook_secret)
    assert (first.type, first.data.object["id"]) == ("customer.created", customer)
    assert first.api_version == "2026-10-28.endive"
    intent = merchant.pay(customer, "pm_card_visa", key="order-1")
    events = [listener.get_next(merchant.fake_stripe.webhook_secret) for _ in range(3)]
    assert [event.type for event in events] == [
        "payment_intent.created",
        "charge.succeeded",
        "payment_intent.succeeded",
    ]
    assert events[2].data.object["id"] == intent.id
    assert events[2].request is not None
    assert events[2].request.idempotency_key == "order-1"


def test_a_wrong_secret_or_a_changed_body_is_detected(merchant: Merchant, listener: WebhookListener) -> None:
    merchant.create_customer()
    body, signature = listener.received.get(timeout=SECONDS)
    for payload, secret in ((body, "whsec_other"), (body + b" ", merchant.fake_stripe.webhook_secret)):
        with pytest.raises(stripe.SignatureVerificationError):
            stripe.Webhook.construct_event(payload, signature, secret)


def test_a_failed_delivery_is_retried(merchant: Merchant, listener: WebhookListener) -> None:
    listener.responses.put(500)
    merchant.create_customer()
    first, retried = (listener.get_next(merchant.fake_stripe.webhook_secret) for _ in range(2))
    assert first.id == retried.id


def test_late_deliveries_are_held_until_they_are_released(
    merchant: Merchant, listener: WebhookListener
) -> None:
    post_control(merchant.fake_stripe, "webhooks", mode="late", seconds=600)
    merchant.create_customer()
    assert [delivery["sent"] for delivery in merchant.fake_stripe.list_deliveries()] == [False]
    post_control(merchant.fake_stripe, "webhooks", mode="normal")
    merchant.create_customer()
    second = listener.get_next(merchant.fake_stripe.webhook_secret)
    assert post_control(merchant.fake_stripe, "webhooks/deliver") == {"count": 1}
    first = listener.get_next(merchant.fake_stripe.webhook_secret)
    assert [delivery["id"] for delivery in merchant.fake_stripe.list_deliveries()] == [
        first.id,
        second.id,
    ]


def test_a_webhook_can_be_delivered_twice(merchant: Merchant, listener: WebhookListener) -> None:
    post_control(merchant.fake_stripe, "webhooks", mode="twice")
    merchant.create_customer()
    first, second = (listener.get_next(merchant.fake_stripe.webhook_secret) for _ in range(2))
    assert first.id == second.id


def test_lost_deliveries_are_sent_only_by_id(merchant: Merchant, listener: WebhookListener) -> None:
    post_control(merchant.fake_stripe, "webhooks", mode="never")
    lost = merchant.create_customer()
    post_control(merchant.fake_stripe, "webhooks", mode="normal")
    customer = merchant.create_customer()
    assert listener.get_next(merchant.fake_stripe.webhook_secret).data.object["id"] == customer
    assert post_control(merchant.fake_stripe, "webhooks/deliver") == {"count": 0}
    (delivery,) = [delivery for delivery in merchant.fake_stripe.list_deliveries() if delivery["lost"]]
    assert post_control(merchant.fake_stripe, "webhooks/deliver", ids=[delivery["id"]]) == {"count": 1}
    assert listener.get_next(merchant.fake_stripe.webhook_secret).data.object["id"] == lost
    assert [event.type for event in merchant.api.events.list({"type": "customer.created"}).data] == [
        "customer.created",
        "customer.created",
    ]


def test_a_delivery_in_flight_is_not_sent_again(merchant: Merchant, listener: WebhookListener) -> None:
    listener.may_respond.clear()
    merchant.create_customer()
    listener.get_next(merchant.fake_stripe.webhook_secret)
    assert post_control(merchant.fake_stripe, "webhooks/deliver") == {"count": 0}
    listener.may_respond.set()
    customer = merchant.create_customer()
    assert listener.get_next(merchant.fake_stripe.webhook_secret).data.object["id"] == customer


def test_all_shuffled_deliveries_arrive(merchant: Merchant, listener: WebhookListener) -> None:
    post_control(merchant.fake_stripe, "webhooks", mode="shuffled", seconds=600)
    customers = {merchant.create_customer() for _ in range(6)}
    assert post_control(merchant.fake_stripe, "webhooks/deliver") == {"count": 6}
    received_ids = [
        listener.get_next(merchant.fake_stripe.webhook_secret).data.object["id"] for _ in range(6)
    ]
    assert set(received_ids) == customers


def test_a_renewal_sends_a_webhook_automatically(merchant: Merchant, listener: WebhookListener) -> None:
    customer = merchant.create_customer()
    merchant.subscribe(
        customer, merchant.attach_card(customer), merchant.create_price(interval="day", count=30)
    )
    response_body = requests.post(
        f"{merchant.fake_stripe.url}/_control/advance", json={"days": 31}, timeout=5
    ).json()
    assert 0 <= merchant.fake_stripe.now() - response_body["now"] < 60
    while True:
        event = listener.get_next(merchant.fake_stripe.webhook_secret)
        if event.type == "invoice.paid" and event.data.object["billing_reason"] == "subscription_cycle":
            break


def test_without_a_url_deliveries_are_held() -> None:
    with FakeStripeServer() as fake_stripe:
        merchant = Merchant(fake_stripe)
        merchant.create_customer()
        (held_delivery,) = fake_stripe.take_held_deliveries()
        assert json.loads(held_delivery["payload"])["type"] == held_delivery["type"] == "customer.created"
        stripe.Webhook.construct_event(
            held_delivery["payload"], held_delivery["signature"], fake_stripe.webhook_secret
        )
        assert fake_stripe.take_held_deliveries() == []
        assert [delivery["sent"] for delivery in fake_stripe.list_deliveries()] == [True]
        delivered = requests.get(f"{fake_stripe.url}/_control/webhooks", timeout=5).json()["data"]
        assert [delivery["id"] for delivery in delivered] == [held_delivery["id"]]


def test_pages_of_other_sites_cannot_use_the_control_api(
    fake_stripe: FakeStripeServer, merchant: Merchant
) -> None:
    merchant.create_customer()
    for headers in ({"Origin": "http://evil.example"}, {"Host": "evil.example"}):
        response = requests.post(f"{fake_stripe.url}/_control/reset", headers=headers, timeout=5)
        assert response.status_code == 403
    assert len(merchant.api.customers.list().data) == 1


def test_invalid_control_parameters_are_reported(fake_stripe: FakeStripeServer) -> None:
    for path, json_body in (("webhooks", {"mode": "loud"}), ("fail", {"how": "badly"}), ("advance", {})):
        response = requests.post(f"{fake_stripe.url}/_control/{path}", json=json_body, timeout=5)
        assert response.status_code == 400
        assert response.json()["error"]["message"]
