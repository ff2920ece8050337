"""The provider's notices at the door (api.md, `POST /stripe/webhook`), and the jobs that settle."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any

import pytest
from flask.testing import FlaskClient

from adapters.payments.fake_stripe.running import Running
from touchline.billing.adapters.http.webhook import MOST_BYTES
from touchline.billing.tests.adapters.cards import ASKS, DISPUTED, FAILS_LATER, new_card
from touchline.billing.tests.adapters.conftest import Sell
from touchline.billing.tests.samples import package, part, subscription
from touchline.channel.facade import ChannelFacts
from touchline.conftest import Visitor
from touchline.entrypoints.bootstrap import House
from touchline.platform.db.session import Database
from touchline.shared.clock import FixedClock
from touchline.shared.jobs import Task


@pytest.fixture
def held(sell: Sell, channel: ChannelFacts, stand_in: Running, house: House) -> Running:
    """A season and a monthly subscription are on sale; notices are made, and nobody sends them."""
    assert house.settings.stripe is not None
    stand_in.world.outbox.secret = house.settings.stripe.webhook_secret(house.container.secret())
    monthly = subscription("monthly", offer="monthly", period="month", trial_period=0)
    sell(channel, part(package("season"), subscriptions=(monthly,)))
    stand_in.webhooks("never")
    return stand_in


@pytest.fixture
def run(house: House, database_url: str) -> Callable[..., None]:
    """`run(name, …)` runs a job, as a worker would."""
    return lambda name, *ids: house.runner.run(Task(name, ids))


def bought(viewer: Visitor, stand_in: Running, kind: str, number: str) -> dict[str, Any]:
    """An order for what is on sale, by a new card."""
    (offer,) = viewer.data(f"/{kind}s")
    card = new_card(stand_in, number)
    answer = viewer.post("/stripe/buy", type=kind, id=offer["id"], payment_method=card)
    assert answer.json is not None
    order: dict[str, Any] = answer.json["data"]
    return order


def let_the_renewal_fail(stand_in: Running) -> str:
    """The only subscription, whose card fails at the end of its month; its name."""
    stripe = stand_in.client().v1
    [customer], [subscription] = stripe.customers.list().data, stripe.subscriptions.list().data
    failing = stripe.payment_methods.attach(new_card(stand_in, FAILS_LATER), {"customer": customer.id})
    stripe.subscriptions.update(subscription.id, {"default_payment_method": failing.id})
    stand_in.advance(days=30.1)
    return subscription.id


def deliver(client: FlaskClient, stand_in: Running, kind: str | None = None) -> list[int]:
    """Bring all notices that were made (of a kind) to the door; the statuses."""
    wanted = [one for one in stand_in.deliveries() if kind in (None, one["type"])]
    return [
        client.post(
            "/api/stripe/webhook", data=one["payload"], headers={"Stripe-Signature": one["signature"]}
        ).status_code
        for one in wanted
    ]


def asked(viewer: Visitor, order: dict[str, Any]) -> dict[str, Any]:
    """The order as it stands."""
    (found,) = [one for one in viewer.data("/orders") if one["id"] == order["id"]]
    return dict(found)


def authenticated(viewer: Visitor, stand_in: Running) -> dict[str, Any]:
    """An order that the bank has agreed to, which nobody has told us yet."""
    order = bought(viewer, stand_in, "package", ASKS)
    stand_in.authenticate(order["payment"]["client_secret"].partition("_secret")[0])
    return order


def test_a_signed_notice_settles_its_order(
    client: FlaskClient, ada: Visitor, held: Running, transaction: Any, channel: ChannelFacts, house: House
) -> None:
    order = authenticated(ada, held)
    assert set(deliver(client, held)) == {200}
    with transaction(channel.id):
        kept = house.container.billing.kept_orders().get(order["id"])
    assert kept is not None and kept.status == "paid"


def test_a_notice_that_comes_twice_and_out_of_order_does_no_harm(
    client: FlaskClient, ada: Visitor, held: Running
) -> None:
    order = authenticated(ada, held)
    deliver(client, held)
    paid = asked(ada, order)
    deliver(client, held)
    assert asked(ada, order) == paid
    assert len(paid["transactions"]) == 1


@pytest.mark.parametrize("signature", ["", "t=1,v1=00", "nonsense"])
def test_a_notice_that_the_provider_did_not_sign_is_400(
    client: FlaskClient, ada: Visitor, held: Running, signature: str
) -> None:
    authenticated(ada, held)
    (first, *_) = held.deliveries()
    sent = client.post("/api/stripe/webhook", data=first["payload"], headers={"Stripe-Signature": signature})
    assert sent.status_code == 400


def test_a_body_that_was_changed_is_400(client: FlaskClient, ada: Visitor, held: Running) -> None:
    authenticated(ada, held)
    (first, *_) = held.deliveries()
    headers = {"Stripe-Signature": first["signature"]}
    assert client.post("/api/stripe/webhook", data=first["payload"] + " ", headers=headers).status_code == 400


def test_a_body_that_no_notice_has_is_refused_unread(client: FlaskClient, held: Running) -> None:
    sent = client.post("/api/stripe/webhook", data=b"x" * (MOST_BYTES + 1))
    assert sent.status_code == 400
    assert sent.json is not None and "smaller" in sent.json["message"]


def test_a_notice_about_nobody_here_is_200(client: FlaskClient, held: Running) -> None:
    customer = held.client().v1.customers.create({"email": "somebody@example.org"})
    held.client().v1.payment_intents.create(
        {
            "amount": 900,
            "currency": "usd",
            "customer": customer.id,
            "payment_method": "pm_card_visa",
            "confirm": True,
            "automatic_payment_methods": {"enabled": True, "allow_redirects": "never"},
        }
    )
    assert set(deliver(client, held)) == {200}


def test_the_job_of_each_minute_finds_an_order_that_nobody_told_us_of(
    ada: Visitor, held: Running, run: Callable[..., None], clock: FixedClock
) -> None:
    order = authenticated(ada, held)
    clock.advance(timedelta(minutes=1))
    run("billing.reconcile")
    assert asked(ada, order)["status"] == "paid"


def test_the_job_of_each_minute_hears_the_notices_that_were_missed(
    ada: Visitor, held: Running, run: Callable[..., None]
) -> None:
    order = bought(ada, held, "package", "4242424242424242")
    charge = held.client().v1.charges.list({"limit": 1}).data[0]
    held.client().v1.refunds.create({"charge": charge.id})
    run("billing.reconcile")
    after = asked(ada, order)
    assert (after["status"], after["activity_status"]) == ("refunded", "canceled")
    assert [one["kind"] for one in after["transactions"]] == ["charge", "refund"]


def test_a_dispute_closes_what_was_bought_and_winning_it_opens_it_again(ada: Visitor, held: Running) -> None:
    order = bought(ada, held, "package", DISPUTED)
    deliver(ada.browser, held)
    closed = asked(ada, order)
    assert (closed["status"], closed["activity_status"]) == ("paid", "canceled")
    disputes = held.client().v1.disputes
    disputes.update(
        disputes.list().data[0].id, {"evidence": {"uncategorized_text": "winning_evidence"}, "submit": True}
    )
    deliver(ada.browser, held)
    open_again = asked(ada, order)
    assert open_again["activity_status"] == "active"
    assert [one["kind"] for one in open_again["transactions"]] == ["charge", "dispute", "dispute_won"]


def test_a_renewal_is_heard_of_and_makes_the_time_longer(
    client: FlaskClient, ada: Visitor, held: Running
) -> None:
    order = bought(ada, held, "subscription", "4242424242424242")
    held.advance(days=31)
    deliver(client, held)
    after = asked(ada, order)
    assert after["expires_at"] > order["expires_at"]
    assert [one["label"] for one in after["transactions"]] == ["New subscription", "Subscription Renewal"]


def test_a_renewal_that_fails_leaves_the_subscription_open_for_the_grace_and_no_longer(
    client: FlaskClient, ada: Visitor, held: Running, run: Callable[..., None], clock: FixedClock
) -> None:
    order = bought(ada, held, "subscription", "4242424242424242")
    subscription_id = let_the_renewal_fail(held)
    clock.set(datetime.fromisoformat(order["expires_at"]) + timedelta(hours=2))
    deliver(client, held)
    after = asked(ada, order)
    assert (after["status"], after["activity_status"], after["renewal_failed"]) == ("paid", "active", True)
    assert [one["status"] for one in after["transactions"]] == ["paid", "failed"]
    clock.advance(timedelta(days=7))
    run("billing.reconcile")
    over = asked(ada, order)
    assert (over["activity_status"], over["auto_renewal"]) == ("inactive", "cancelled")
    assert held.client().v1.subscriptions.retrieve(subscription_id).status == "canceled"


def test_a_renewal_that_is_cancelled_while_it_cannot_be_charged_is_never_charged(
    client: FlaskClient, ada: Visitor, held: Running, clock: FixedClock
) -> None:
    order = bought(ada, held, "subscription", "4242424242424242")
    subscription_id = let_the_renewal_fail(held)
    clock.set(datetime.fromisoformat(order["expires_at"]) + timedelta(hours=2))
    deliver(client, held)
    assert ada.post("/stripe/unsubscribe", order_id=order["id"]).status_code == 200
    told = asked(ada, order)
    assert (told["auto_renewal"], told["activity_status"]) == ("cancelled", "inactive")
    assert held.client().v1.subscriptions.retrieve(subscription_id).status == "canceled"

    again = bought(ada, held, "subscription", "4242424242424242")
    assert again["status"] == "paid"
    held.advance(days=10)
    deliver(client, held)
    assert [one["status"] for one in asked(ada, order)["transactions"]] == ["paid", "failed"]
    assert [one["status"] for one in asked(ada, again)["transactions"]] == ["paid"]
    assert sum(charge.paid for charge in held.client().v1.charges.list().data) == 2


def test_notices_are_forgotten_at_last(
    client: FlaskClient,
    ada: Visitor,
    held: Running,
    run: Callable[..., None],
    clock: FixedClock,
    house: House,
) -> None:
    authenticated(ada, held)
    deliver(client, held)
    clock.advance(timedelta(days=61))
    run("billing.forget_notices")
    database: Database = house.container.database()
    with database.transaction(None, unscoped=True):
        notice = held.deliveries()[0]
        assert house.container.billing.heard().first(notice["id"], "…", clock.now())
