"""Tests for account closure (api.md, `POST /delete-account-confirm`). Charges stop, the provider deletes the
customer, and orders stay without personal data.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import inspect, select

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.adapters.sql.order_tables import CustomerRow, OrderRow, TransactionRow, TrialRow
from touchline.billing.domain.checkout.orders import Product, ProductKind
from touchline.billing.domain.checkout.provider_actions import ATTEMPT_TIMEOUT, RETRY_WINDOW
from touchline.billing.ports.payments import PaymentState, PaymentsUnavailableError
from touchline.billing.tests.adapters.browser_actions import buy_with_saved_card, save_card, start_trial
from touchline.billing.tests.adapters.conftest import PublishOffers
from touchline.billing.tests.offer_samples import billing_part, package_entry, subscription_entry
from touchline.billing.tests.order_samples import build_order
from touchline.channel.facade import ChannelDetails
from touchline.conftest import NEW_VIEWER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.tasks.jobs import Task

OpenTransaction = Callable[..., AbstractContextManager[Any]]
KINDS = {"season": ProductKind.PACKAGE, "year": ProductKind.SUBSCRIPTION}


@pytest.fixture
def offers(ada: Visitor, publish_offers: PublishOffers) -> dict[str, int]:
    """Return the ids of a season pass and of a subscription with a trial, by name."""
    publish_offers(
        ada.channel, billing_part(package_entry("season"), subscriptions=(subscription_entry("year"),))
    )
    (season,), (year,) = ada.data("/packages"), ada.data("/subscriptions")
    return {"season": season["id"], "year": year["id"]}


def close_account(viewer: Visitor) -> None:
    """Close the account by following the confirmation link in the email."""
    assert viewer.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    emails: Any = viewer.browser.get("/_outbox.json").json
    found = (re.search(r"https?://\S*/confirm-account-deletion\?\S+", email["text"]) for email in emails)
    link = next(match for match in found if match)
    response = viewer.post("/delete-account-confirm", **dict(parse_qsl(urlsplit(link[0]).query)))
    assert response.status_code == 204, response.get_data(as_text=True)


def list_rows(transaction: OpenTransaction, channel: ChannelDetails, table: Any) -> list[Any]:
    """Return all rows of a table."""
    with transaction(channel.id) as session:
        return list(session.scalars(select(table).order_by(*inspect(table).primary_key)))


def test_an_active_subscription_is_canceled_and_the_customer_erased(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer, transaction: OpenTransaction
) -> None:
    buy_with_saved_card(ada, fake_stripe, "package", offers["season"])
    buy_with_saved_card(ada, fake_stripe, "subscription", offers["year"])
    close_account(ada)
    (ended,) = fake_stripe.client().v1.subscriptions.list({"status": "all"}).data
    assert ended.status == "canceled"
    assert fake_stripe.client().v1.customers.list().data == []
    assert list_rows(transaction, ada.channel, CustomerRow) == []
    order_rows = list_rows(transaction, ada.channel, OrderRow)
    assert [row.status for row in order_rows] == ["paid", "paid"]
    for row in order_rows:
        found = (row.account_id, row.key, row.slot, row.card, row.country, row.client_secret)
        assert found == (None,) * 6
    assert order_rows[1].ended_at is not None
    assert [row.amount_minor for row in list_rows(transaction, ada.channel, TransactionRow)] == [4149, 9900]


def test_a_returning_viewer_has_no_access_and_no_second_trial(
    ada: Visitor,
    offers: dict[str, int],
    fake_stripe: FakeStripeServer,
    transaction: OpenTransaction,
    visit: Callable[[ChannelDetails], Visitor],
) -> None:
    start_trial(ada, fake_stripe, offers["year"])
    close_account(ada)
    assert len(list_rows(transaction, ada.channel, TrialRow)) == 3
    again = visit(ada.channel).register()
    assert again.data("/orders") == []
    assert again.data("/user/access")["capabilities"]["watch"] is False
    assert again.data("/profile")["trial_period_used"] is True
    other = visit(ada.channel).register(email="another@example.org")
    assert other.data("/profile")["trial_period_used"] is False
    card = save_card(other, fake_stripe)
    refused = other.post(
        "/stripe/subscription/start_trial", subscription_id=offers["year"], payment_method=card
    )
    assert refused.status_code == 400
    assert refused.json is not None
    assert refused.json["message"] == "You have already used your free trial."


def test_a_trial_digest_contains_no_personal_data(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer, transaction: OpenTransaction
) -> None:
    start_trial(ada, fake_stripe, offers["year"])
    for row in list_rows(transaction, ada.channel, TrialRow):
        assert re.fullmatch(r"[0-9a-f]{64}", row.mark)


def test_an_account_without_a_customer_is_erased_without_the_provider(
    ada: Visitor, application: Application, fake_stripe: FakeStripeServer, transaction: OpenTransaction
) -> None:
    order = build_order(account_id=AccountId(ada.data("/profile")["id"]))
    with transaction(ada.channel.id):
        assert application.container.billing.orders().add(order)
    fake_stripe.fail_next(5, "500")
    close_account(ada)
    (order_row,) = list_rows(transaction, ada.channel, OrderRow)
    assert order_row.account_id is None


def test_while_the_provider_is_unavailable_the_customer_waits_for_erasure(
    ada: Visitor,
    offers: dict[str, int],
    fake_stripe: FakeStripeServer,
    transaction: OpenTransaction,
    application: Application,
) -> None:
    buy_with_saved_card(ada, fake_stripe, "subscription", offers["year"])
    fake_stripe.fail_next(50, "500")
    close_account(ada)
    (waiting,) = list_rows(transaction, ada.channel, CustomerRow)
    assert waiting.leaving
    (order_row,) = list_rows(transaction, ada.channel, OrderRow)
    assert order_row.ended_at is not None
    erase_customer = Task("billing.forget_customer", (ada.channel.id, waiting.account_id))
    with pytest.raises(PaymentsUnavailableError):
        application.runner.run(erase_customer)
    fake_stripe.fail_next(0)
    application.runner.run(Task("billing.forget_leavers", ()))
    assert list_rows(transaction, ada.channel, CustomerRow) == []
    assert fake_stripe.client().v1.customers.list().data == []
    (ended,) = fake_stripe.client().v1.subscriptions.list({"status": "all"}).data
    assert ended.status == "canceled"
    application.runner.run(erase_customer)


def test_other_viewers_are_not_affected(
    ada: Visitor,
    bea: Visitor,
    offers: dict[str, int],
    fake_stripe: FakeStripeServer,
    transaction: OpenTransaction,
) -> None:
    buy_with_saved_card(ada, fake_stripe, "subscription", offers["year"])
    theirs = buy_with_saved_card(bea, fake_stripe, "subscription", offers["year"])
    close_account(ada)
    assert bea.data(f"/orders/{theirs['id']}")["auto_renewal"] == "active"
    assert len(fake_stripe.client().v1.subscriptions.list({"status": "active"}).data) == 1
    assert len(bea.data("/stripe/list-cards")) == 1
    assert len(list_rows(transaction, ada.channel, CustomerRow)) == 1


@pytest.mark.parametrize(("seconds", "status"), [(1, "refunded"), (46, "failed")])
@pytest.mark.parametrize("name", ["season", "year"])
def test_a_charge_during_the_erasure_is_refunded(
    ada: Visitor,
    offers: dict[str, int],
    fake_stripe: FakeStripeServer,
    transaction: OpenTransaction,
    application: Application,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    seconds: int,
    status: str,
) -> None:
    """The process that requested the charge died. The charge was still unknown when the customer was
    erased."""
    billing: Any = application.container.billing
    order = build_order(
        account_id=AccountId(ada.data("/profile")["id"]),
        product=Product(kind=KINDS[name], id=offers[name], name={"en": name}, period="annual"),
        card=save_card(ada, fake_stripe),
        created_at=clock.now() - RETRY_WINDOW,
        attempt_until=clock.now() + ATTEMPT_TIMEOUT,
        next_check_at=clock.now() + ATTEMPT_TIMEOUT,
    )
    with transaction(ada.channel.id):
        assert billing.orders().add(order)
        payment_request = billing.sync_order().load(order.id).payment_request
    handle_request = fake_stripe.simulator.handle

    def handle(method: str, path: str, *rest: Any, **options: Any) -> Any:
        if method == "DELETE" and path.startswith("customers/"):
            create_payment = billing.payments().subscribe if name == "year" else billing.payments().charge
            assert create_payment(payment_request).state is PaymentState.PAID
        return handle_request(method, path, *rest, **options)

    monkeypatch.setattr(fake_stripe.simulator, "handle", handle)
    close_account(ada)
    assert list_rows(transaction, ada.channel, CustomerRow) == []
    clock.advance(timedelta(seconds=seconds))
    application.runner.run(Task("billing.settle", (ada.channel.id, order.id)))
    application.runner.run(Task("billing.reconcile", ()))
    (order_row,) = list_rows(transaction, ada.channel, OrderRow)
    (charge,) = fake_stripe.client().v1.charges.list().data
    assert (order_row.status, order_row.account_id, charge.amount_refunded) == (status, None, charge.amount)
    movements = [line.movement for line in list_rows(transaction, ada.channel, TransactionRow)]
    assert movements == ["charge", "refund"]


def test_no_personal_data_remains_in_billing(
    ada: Visitor, offers: dict[str, int], fake_stripe: FakeStripeServer, transaction: OpenTransaction
) -> None:
    buy_with_saved_card(ada, fake_stripe, "package", offers["season"])
    start_trial(ada, fake_stripe, offers["year"])
    account_id = ada.data("/profile")["id"]
    close_account(ada)
    for table in (OrderRow, CustomerRow, TransactionRow, TrialRow):
        for row in list_rows(transaction, ada.channel, table):
            row_text = repr({name: value for name, value in vars(row).items() if not name.startswith("_")})
            assert NEW_VIEWER["email"] not in row_text
            assert getattr(row, "account_id", None) != account_id
