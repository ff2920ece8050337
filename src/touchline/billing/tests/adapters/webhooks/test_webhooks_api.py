"""Tests for the webhook endpoint (api.md, `POST /stripe/webhook`) and the jobs that sync orders."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.adapters.http.webhooks import MAX_BYTES
from touchline.billing.tests.adapters.card_samples import (
    DISPUTED,
    FAILS_LATER,
    REQUIRES_AUTHENTICATION,
    create_card,
)
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.channel.facade import ChannelDetails
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.platform.db.session import Database
from touchline.shared.clock import FixedClock
from touchline.shared.tasks.jobs import Task


@pytest.fixture
def stripe_server(
    publish_offers: PublishOffers,
    channel: ChannelDetails,
    fake_stripe: FakeStripeServer,
    application: Application,
) -> FakeStripeServer:
    """Put a season pass and a monthly subscription on sale. The fake Stripe server creates webhooks but does
    not send them.
    """
    assert application.settings.stripe is not None
    fake_stripe.simulator.outbox.secret = application.settings.stripe.webhook_secret(
        application.container.secret()
    )
    monthly = subscription_entry("monthly", offer="monthly", period="month", trial_period=0)
    publish_offers(channel, billing_part(package_entry("season"), subscriptions=(monthly,)))
    fake_stripe.set_webhook_mode("never")
    return fake_stripe


@pytest.fixture
def run_job(application: Application, database_url: str) -> Callable[..., None]:
    """Return `run(name, …)`, which runs a job as a worker does."""
    return lambda name, *ids: application.runner.run(Task(name, ids))


def buy_offer(viewer: Visitor, fake_stripe: FakeStripeServer, kind: str, number: str) -> dict[str, Any]:
    """Buy the only offer of a kind with a new card. Return the order."""
    (offer,) = viewer.data(f"/{kind}s")
    card = create_card(fake_stripe, number)
    response = viewer.post("/stripe/buy", type=kind, id=offer["id"], payment_method=card)
    assert response.json is not None
    order: dict[str, Any] = response.json["data"]
    return order


def fail_renewal(fake_stripe: FakeStripeServer) -> str:
    """Make the renewal of the only subscription fail at the end of its month. Return the subscription's
    id."""
    stripe = fake_stripe.client().v1
    [customer], [subscription] = stripe.customers.list().data, stripe.subscriptions.list().data
    failing = stripe.payment_methods.attach(create_card(fake_stripe, FAILS_LATER), {"customer": customer.id})
    stripe.subscriptions.update(subscription.id, {"default_payment_method": failing.id})
    fake_stripe.advance(days=30.1)
    return subscription.id


def deliver_webhook(client: FlaskClient, fake_stripe: FakeStripeServer, kind: str | None = None) -> list[int]:
    """Post all created webhooks, or those of one kind, to the endpoint. Return the response statuses."""
    deliveries = [delivery for delivery in fake_stripe.list_deliveries() if kind in (None, delivery["type"])]
    return [
        client.post(
            "/api/stripe/webhook",
            data=delivery["payload"],
            headers={"Stripe-Signature": delivery["signature"]},
        ).status_code
        for delivery in deliveries
    ]


def reload_order(viewer: Visitor, order: dict[str, Any]) -> dict[str, Any]:
    """Return the current state of the order."""
    (current_order,) = [
        listed_order for listed_order in viewer.data("/orders") if listed_order["id"] == order["id"]
    ]
    return dict(current_order)


def buy_and_authenticate(viewer: Visitor, fake_stripe: FakeStripeServer) -> dict[str, Any]:
    """Buy with a card that requires authentication, and authenticate. Return the order as it was before the
    authentication.
    """
    order = buy_offer(viewer, fake_stripe, "package", REQUIRES_AUTHENTICATION)
    fake_stripe.authenticate(order["payment"]["client_secret"].partition("_secret")[0])
    return order


def test_a_signed_webhook_syncs_its_order(
    client: FlaskClient,
    ada: Visitor,
    stripe_server: FakeStripeServer,
    transaction: Any,
    channel: ChannelDetails,
    application: Application,
) -> None:
    order = buy_and_authenticate(ada, stripe_server)
    assert set(deliver_webhook(client, stripe_server)) == {200}
    with transaction(channel.id):
        stored = application.container.billing.orders().get(order["id"])
    assert stored is not None and stored.status == "paid"


def test_a_webhook_delivered_twice_changes_nothing(
    client: FlaskClient, ada: Visitor, stripe_server: FakeStripeServer
) -> None:
    order = buy_and_authenticate(ada, stripe_server)
    deliver_webhook(client, stripe_server)
    paid = reload_order(ada, order)
    deliver_webhook(client, stripe_server)
    assert reload_order(ada, order) == paid
    assert len(paid["transactions"]) == 1


@pytest.mark.parametrize("signature", ["", "t=1,v1=00", "nonsense"])
def test_a_webhook_with_an_invalid_signature_is_400(
    client: FlaskClient, ada: Visitor, stripe_server: FakeStripeServer, signature: str
) -> None:
    buy_and_authenticate(ada, stripe_server)
    (first, *_) = stripe_server.list_deliveries()
    response = client.post(
        "/api/stripe/webhook", data=first["payload"], headers={"Stripe-Signature": signature}
    )
    assert response.status_code == 400


def test_a_changed_body_is_400(client: FlaskClient, ada: Visitor, stripe_server: FakeStripeServer) -> None:
    buy_and_authenticate(ada, stripe_server)
    (first, *_) = stripe_server.list_deliveries()
    headers = {"Stripe-Signature": first["signature"]}
    assert client.post("/api/stripe/webhook", data=first["payload"] + " ", headers=headers).status_code == 400


def test_a_body_too_large_for_a_webhook_is_refused_unread(
    client: FlaskClient, stripe_server: FakeStripeServer
) -> None:
    response = client.post("/api/stripe/webhook", data=b"x" * (MAX_BYTES + 1))
    assert response.status_code == 400
    assert response.json is not None and "larger than allowed" in response.json["message"]


def test_a_webhook_without_an_order_is_200(client: FlaskClient, stripe_server: FakeStripeServer) -> None:
    customer = stripe_server.client().v1.customers.create({"email": "somebody@example.org"})
    stripe_server.client().v1.payment_intents.create(
        {
            "amount": 900,
            "currency": "usd",
            "customer": customer.id,
            "payment_method": "pm_card_visa",
            "confirm": True,
            "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
        }
    )
    assert set(deliver_webhook(client, stripe_server)) == {200}


def test_reconciliation_finds_an_order_without_a_webhook(
    ada: Visitor, stripe_server: FakeStripeServer, run_job: Callable[..., None], clock: FixedClock
) -> None:
    order = buy_and_authenticate(ada, stripe_server)
    clock.advance(timedelta(minutes=1))
    run_job("billing.reconcile")
    assert reload_order(ada, order)["status"] == "paid"


def test_reconciliation_processes_missed_webhooks(
    ada: Visitor, stripe_server: FakeStripeServer, run_job: Callable[..., None]
) -> None:
    order = buy_offer(ada, stripe_server, "package", "4242424242424242")
    charge = stripe_server.client().v1.charges.list({"limit": 1}).data[0]
    stripe_server.client().v1.refunds.create({"charge": charge.id})
    run_job("billing.reconcile")
    after = reload_order(ada, order)
    assert (after["status"], after["activity_status"]) == ("refunded", "canceled")
    assert [transaction["kind"] for transaction in after["transactions"]] == ["charge", "refund"]


def test_a_dispute_ends_access_and_winning_it_restores_access(
    ada: Visitor, stripe_server: FakeStripeServer
) -> None:
    order = buy_offer(ada, stripe_server, "package", DISPUTED)
    deliver_webhook(ada.browser, stripe_server)
    closed = reload_order(ada, order)
    assert (closed["status"], closed["activity_status"]) == ("paid", "canceled")
    disputes = stripe_server.client().v1.disputes
    disputes.update(
        disputes.list().data[0].id, {"evidence": {"uncategorized_text": "winning_evidence"}, "submit": True}
    )
    deliver_webhook(ada.browser, stripe_server)
    reopened = reload_order(ada, order)
    assert reopened["activity_status"] == "active"
    assert [transaction["kind"] for transaction in reopened["transactions"]] == [
        "charge",
        "dispute",
        "dispute_won",
    ]


def test_a_renewal_webhook_extends_access(
    client: FlaskClient, ada: Visitor, stripe_server: FakeStripeServer
) -> None:
    order = buy_offer(ada, stripe_server, "subscription", "4242424242424242")
    stripe_server.advance(days=31)
    deliver_webhook(client, stripe_server)
    after = reload_order(ada, order)
    assert after["expires_at"] > order["expires_at"]
    assert [transaction["label"] for transaction in after["transactions"]] == [
        "New subscription",
        "Subscription Renewal",
    ]


def test_a_failed_renewal_keeps_access_for_the_grace_period_only(
    client: FlaskClient,
    ada: Visitor,
    stripe_server: FakeStripeServer,
    run_job: Callable[..., None],
    clock: FixedClock,
) -> None:
    order = buy_offer(ada, stripe_server, "subscription", "4242424242424242")
    subscription_id = fail_renewal(stripe_server)
    clock.set(datetime.fromisoformat(order["expires_at"]) + timedelta(hours=2))
    deliver_webhook(client, stripe_server)
    after = reload_order(ada, order)
    assert (after["status"], after["activity_status"], after["renewal_failed"]) == ("paid", "active", True)
    assert [transaction["status"] for transaction in after["transactions"]] == ["paid", "failed"]
    clock.advance(timedelta(days=7))
    run_job("billing.reconcile")
    expired = reload_order(ada, order)
    assert (expired["activity_status"], expired["auto_renewal"]) == ("inactive", "cancelled")
    assert stripe_server.client().v1.subscriptions.retrieve(subscription_id).status == "canceled"


def test_a_renewal_canceled_while_past_due_is_never_charged(
    client: FlaskClient, ada: Visitor, stripe_server: FakeStripeServer, clock: FixedClock
) -> None:
    order = buy_offer(ada, stripe_server, "subscription", "4242424242424242")
    subscription_id = fail_renewal(stripe_server)
    clock.set(datetime.fromisoformat(order["expires_at"]) + timedelta(hours=2))
    deliver_webhook(client, stripe_server)
    assert ada.post("/stripe/unsubscribe", order_id=order["id"]).status_code == 200
    canceled = reload_order(ada, order)
    assert (canceled["auto_renewal"], canceled["activity_status"]) == ("cancelled", "inactive")
    assert stripe_server.client().v1.subscriptions.retrieve(subscription_id).status == "canceled"

    again = buy_offer(ada, stripe_server, "subscription", "4242424242424242")
    assert again["status"] == "paid"
    stripe_server.advance(days=10)
    deliver_webhook(client, stripe_server)
    assert [transaction["status"] for transaction in reload_order(ada, order)["transactions"]] == [
        "paid",
        "failed",
    ]
    assert [transaction["status"] for transaction in reload_order(ada, again)["transactions"]] == ["paid"]
    assert sum(charge.paid for charge in stripe_server.client().v1.charges.list().data) == 2


def test_old_webhooks_are_pruned(
    client: FlaskClient,
    ada: Visitor,
    stripe_server: FakeStripeServer,
    run_job: Callable[..., None],
    clock: FixedClock,
    application: Application,
) -> None:
    buy_and_authenticate(ada, stripe_server)
    deliver_webhook(client, stripe_server)
    clock.advance(timedelta(days=61))
    run_job("billing.forget_notices")
    database: Database = application.container.database()
    with database.transaction(None, unscoped=True):
        webhook_event = stripe_server.list_deliveries()[0]
        assert application.container.billing.processed_webhooks().record(
            webhook_event["id"], "…", clock.now()
        )
