"""The end of an account: nothing more is charged, the provider forgets the customer, orders stay without the
person (api.md, `POST /delete-account-confirm`)."""

from __future__ import annotations

import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import timedelta
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from sqlalchemy import select

from adapters.payments.fake_stripe.running import Running
from touchline.billing.adapters.sql.order_tables import CustomerRow, OrderRow, TransactionRow, TrialRow
from touchline.billing.domain.orders import Kind, Product
from touchline.billing.domain.settling import ATTEMPT, TAKING_UP
from touchline.billing.ports.payments import PaymentState, PaymentsUnavailable
from touchline.billing.tests.adapters.browsers import begun, bought, save_card
from touchline.billing.tests.adapters.conftest import Sell
from touchline.billing.tests.orders import order
from touchline.billing.tests.samples import package, part, subscription
from touchline.channel.facade import ChannelFacts
from touchline.conftest import NEWCOMER, PASSWORD, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId
from touchline.shared.jobs import Task

Transaction = Callable[..., AbstractContextManager[Any]]
KINDS = {"season": Kind.PACKAGE, "year": Kind.SUBSCRIPTION}


@pytest.fixture
def goods(ada: Visitor, sell: Sell) -> dict[str, int]:
    """A season pass and a subscription with a trial, by name."""
    sell(ada.channel, part(package("season"), subscriptions=(subscription("year"),)))
    (season,), (year,) = ada.data("/packages"), ada.data("/subscriptions")
    return {"season": season["id"], "year": year["id"]}


def close(viewer: Visitor) -> None:
    """Confirm the link of the letter."""
    assert viewer.post("/delete-account-request", current_password=PASSWORD).status_code == 204
    letters: Any = viewer.browser.get("/_outbox.json").json
    found = (re.search(r"https?://\S*/confirm-account-deletion\?\S+", one["text"]) for one in letters)
    link = next(one for one in found if one)
    answer = viewer.post("/delete-account-confirm", **dict(parse_qsl(urlsplit(link[0]).query)))
    assert answer.status_code == 204, answer.get_data(as_text=True)


def rows(transaction: Transaction, channel: ChannelFacts, table: Any) -> list[Any]:
    """All rows of a table."""
    with transaction(channel.id) as session:
        return list(session.scalars(select(table)))


def test_a_running_subscription_is_ended_and_the_customer_forgotten(
    ada: Visitor, goods: dict[str, int], stand_in: Running, transaction: Transaction
) -> None:
    bought(ada, stand_in, "package", goods["season"])
    bought(ada, stand_in, "subscription", goods["year"])
    close(ada)
    (ended,) = stand_in.client().v1.subscriptions.list({"status": "all"}).data
    assert ended.status == "canceled"
    assert stand_in.client().v1.customers.list().data == []
    assert rows(transaction, ada.channel, CustomerRow) == []
    kept = rows(transaction, ada.channel, OrderRow)
    assert [one.status for one in kept] == ["paid", "paid"]
    for one in kept:
        found = (one.account_id, one.key, one.slot, one.card, one.country, one.client_secret)
        assert found == (None,) * 6
    assert kept[1].ended_at is not None
    assert [one.amount_minor for one in rows(transaction, ada.channel, TransactionRow)] == [4149, 9900]


def test_who_comes_back_holds_nothing_and_has_no_second_trial(
    ada: Visitor,
    goods: dict[str, int],
    stand_in: Running,
    transaction: Transaction,
    visit: Callable[[ChannelFacts], Visitor],
) -> None:
    begun(ada, stand_in, goods["year"])
    close(ada)
    assert len(rows(transaction, ada.channel, TrialRow)) == 3
    again = visit(ada.channel).register()
    assert again.data("/orders") == []
    assert again.data("/user/access")["capabilities"]["watch"] is False
    assert again.data("/profile")["trial_period_used"] is True
    other = visit(ada.channel).register(email="another@example.org")
    assert other.data("/profile")["trial_period_used"] is False
    card = save_card(other, stand_in)
    refused = other.post(
        "/stripe/subscription/start_trial", subscription_id=goods["year"], payment_method=card
    )
    assert refused.status_code == 400
    assert refused.json is not None
    assert refused.json["message"] == "You have already used your free trial."


def test_a_mark_of_a_trial_holds_nothing_of_the_person(
    ada: Visitor, goods: dict[str, int], stand_in: Running, transaction: Transaction
) -> None:
    begun(ada, stand_in, goods["year"])
    for row in rows(transaction, ada.channel, TrialRow):
        assert re.fullmatch(r"[0-9a-f]{64}", row.mark)


def test_who_was_never_known_to_the_provider_is_forgotten_without_it(
    ada: Visitor, house: House, stand_in: Running, transaction: Transaction
) -> None:
    gift = order(account_id=AccountId(ada.data("/profile")["id"]))
    with transaction(ada.channel.id):
        assert house.container.billing.kept_orders().place(gift)
    stand_in.fail_next(5, "500")
    close(ada)
    (kept,) = rows(transaction, ada.channel, OrderRow)
    assert kept.account_id is None


def test_while_the_provider_is_away_the_customer_waits_to_be_forgotten(
    ada: Visitor, goods: dict[str, int], stand_in: Running, transaction: Transaction, house: House
) -> None:
    bought(ada, stand_in, "subscription", goods["year"])
    stand_in.fail_next(50, "500")
    close(ada)
    (waiting,) = rows(transaction, ada.channel, CustomerRow)
    assert waiting.leaving
    (kept,) = rows(transaction, ada.channel, OrderRow)
    assert kept.ended_at is not None
    forget = Task("billing.forget_customer", (ada.channel.id, waiting.account_id))
    with pytest.raises(PaymentsUnavailable):
        house.runner.run(forget)
    stand_in.fail_next(0)
    house.runner.run(Task("billing.forget_leavers", ()))
    assert rows(transaction, ada.channel, CustomerRow) == []
    assert stand_in.client().v1.customers.list().data == []
    (ended,) = stand_in.client().v1.subscriptions.list({"status": "all"}).data
    assert ended.status == "canceled"
    house.runner.run(forget)


def test_nobody_else_is_touched(
    ada: Visitor, bea: Visitor, goods: dict[str, int], stand_in: Running, transaction: Transaction
) -> None:
    bought(ada, stand_in, "subscription", goods["year"])
    theirs = bought(bea, stand_in, "subscription", goods["year"])
    close(ada)
    assert bea.data(f"/orders/{theirs['id']}")["auto_renewal"] == "active"
    assert len(stand_in.client().v1.subscriptions.list({"status": "active"}).data) == 1
    assert len(bea.data("/stripe/list-cards")) == 1
    assert len(rows(transaction, ada.channel, CustomerRow)) == 1


@pytest.mark.parametrize(("known_after", "status"), [(1, "refunded"), (46, "failed")])
@pytest.mark.parametrize("name", ["season", "year"])
def test_a_charge_that_arrives_while_the_customer_is_forgotten_goes_back(
    ada: Visitor,
    goods: dict[str, int],
    stand_in: Running,
    transaction: Transaction,
    house: House,
    clock: FixedClock,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
    known_after: int,
    status: str,
) -> None:
    """The process that asked for it died; nobody knew of the charge when the viewer was forgotten."""
    billing: Any = house.container.billing
    one = order(
        account_id=AccountId(ada.data("/profile")["id"]),
        product=Product(kind=KINDS[name], id=goods[name], name={"en": name}, period="annual"),
        card=save_card(ada, stand_in),
        created_at=clock.now() - TAKING_UP,
        attempt_until=clock.now() + ATTEMPT,
        look_at=clock.now() + ATTEMPT,
    )
    with transaction(ada.channel.id):
        assert billing.kept_orders().place(one)
        words = billing.till.settling().see(one.id).words
    answered = stand_in.world.answer

    def answer(method: str, path: str, *rest: Any, **how: Any) -> Any:
        if method == "DELETE" and path.startswith("customers/"):
            ask = billing.payments().subscribe if name == "year" else billing.payments().charge
            assert ask(words).state is PaymentState.PAID
        return answered(method, path, *rest, **how)

    monkeypatch.setattr(stand_in.world, "answer", answer)
    close(ada)
    assert rows(transaction, ada.channel, CustomerRow) == []
    clock.advance(timedelta(seconds=known_after))
    house.runner.run(Task("billing.settle", (ada.channel.id, one.id)))
    house.runner.run(Task("billing.reconcile", ()))
    (kept,) = rows(transaction, ada.channel, OrderRow)
    (charge,) = stand_in.client().v1.charges.list().data
    assert (kept.status, kept.account_id, charge.amount_refunded) == (status, None, charge.amount)
    moved = [line.movement for line in rows(transaction, ada.channel, TransactionRow)]
    assert moved == ["charge", "refund"]


def test_nothing_of_the_person_is_left_in_billing(
    ada: Visitor, goods: dict[str, int], stand_in: Running, transaction: Transaction
) -> None:
    bought(ada, stand_in, "package", goods["season"])
    begun(ada, stand_in, goods["year"])
    number = ada.data("/profile")["id"]
    close(ada)
    for table in (OrderRow, CustomerRow, TransactionRow, TrialRow):
        for row in rows(transaction, ada.channel, table):
            told = repr({name: value for name, value in vars(row).items() if not name.startswith("_")})
            assert NEWCOMER["email"] not in told
            assert getattr(row, "account_id", None) != number
