"""A viewer's orders over HTTP, on both databases (api.md, "Billing")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from adapters.payments.fake_stripe.running import Running
from touchline.billing.domain.ledger import Label
from touchline.billing.domain.orders import Kind, Order, OrderStatus, Product
from touchline.billing.domain.taxes import TaxLine
from touchline.billing.tests.orders import line, order
from touchline.billing.tests.samples import dollars
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import House
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId

YEAR = Product(kind=Kind.SUBSCRIPTION, id=2, name={"en": "All year", "fr": "Toute l’année"}, period="annual")
Keep = Callable[..., int]


@pytest.fixture
def keep(house: House, transaction: Any) -> Keep:
    """`keep(viewer, **changes)`: an order of a viewer, paid at `NOON` unless told; answers its id."""
    numbers = iter(range(1, 10_000))

    def place(viewer: Visitor, *, lines: int = 0, **changes: Any) -> int:
        kept, ledger = house.container.billing.kept_orders(), house.container.billing.ledger()
        unsaid: dict[str, Any] = {
            "uuid": f"{viewer.channel.id}-{next(numbers)}",
            "account_id": AccountId(viewer.data("/profile")["id"]),
            "status": OrderStatus.PAID,
            "starts_at": NOON,
        }
        made: Order = order(**(unsaid | changes))
        with transaction(viewer.channel.id):
            assert kept.place(made)
            for number in range(lines):
                ledger.write(line(made.id, ref=f"ch_{made.id}_{number}"))
        return made.id

    return place


def test_the_list_has_the_newest_first_in_the_envelope_of_lists(ada: Visitor, keep: Keep) -> None:
    ids = [keep(ada, lines=2) for _ in range(3)]
    answer = ada.get("/orders", limit=2).json
    assert answer is not None
    assert answer["meta"] == {"total": 3, "limit": 2, "offset": 0}
    assert [one["id"] for one in answer["data"]] == [ids[2], ids[1]]
    assert [len(one["transactions"]) for one in answer["data"]] == [2, 2]
    answer = ada.get("/orders", no_limit=1).json
    assert answer is not None
    assert answer["meta"] == {"total": 3, "limit": 1000, "offset": 0}


def test_one_order_says_the_same_as_its_row_in_the_list(ada: Visitor, keep: Keep) -> None:
    order_id = keep(ada, lines=1)
    (listed,) = ada.data("/orders")
    assert ada.data(f"/orders/{order_id}") == listed
    assert listed["starts_at"] == listed["created_at"] == "2026-11-21T18:00:00Z"
    (charge,) = listed["transactions"]
    assert (charge["amount"], charge["created_at"]) == ("13.50", "2026-11-21T18:00:00Z")
    assert charge["receipt_url"] == f"/api/orders/{order_id}/transactions/{charge['id']}/receipt"


def test_orders_are_told_in_the_asked_language(ada: Visitor, keep: Keep) -> None:
    order_id = keep(ada)
    assert ada.data(f"/orders/{order_id}", lang="fr")["product"]["name"] == "Les As @ Les Ours"


def test_the_list_is_filtered_by_type_and_status(ada: Visitor, keep: Keep) -> None:
    game = keep(ada)
    failed = keep(ada, status=OrderStatus.FAILED, starts_at=None, failure_message="Your card was declined.")
    year = keep(ada, product=YEAR)
    assert [one["id"] for one in ada.data("/orders", type="subscription")] == [year]
    (found,) = ada.data("/orders", status="failed")
    assert (found["id"], found["failure_message"]) == (failed, "Your card was declined.")
    assert [one["id"] for one in ada.data("/orders", type="event", status="paid")] == [game]
    assert ada.data("/orders", type="package") == []


@pytest.mark.parametrize(
    "query",
    [{"type": "clip"}, {"status": "pending"}, {"limit": 0}, {"limit": 101}, {"offset": -1}, {"type": ""}],
)
def test_a_list_that_cannot_be_is_422(ada: Visitor, query: dict[str, Any]) -> None:
    answer = ada.get("/orders", **query)
    assert answer.status_code == 422
    assert answer.json is not None
    assert list(answer.json["errors"]) == list(query)


def test_nobody_sees_the_orders_of_another_viewer_or_channel(
    ada: Visitor, bea: Visitor, stranger: Visitor, keep: Keep
) -> None:
    order_id = keep(ada)
    there = stranger.register()
    for other in (bea, there):
        assert other.data("/orders") == []
        assert other.get(f"/orders/{order_id}").status_code == 404
    assert ada.get(f"/orders/{order_id}").status_code == 200
    for nowhere in (order_id + 1, 2**31 - 1, 2**31, 10**15):
        assert ada.get(f"/orders/{nowhere}").status_code == 404


def test_the_ledger_is_told_with_labels_and_taxes(
    ada: Visitor, keep: Keep, house: House, transaction: Any
) -> None:
    order_id = keep(ada, product=YEAR)
    taxed = line(order_id, label=Label.UPDATED, tax=(TaxLine("TVQ", "9.975", dollars("1.17")),))
    with transaction(ada.channel.id):
        house.container.billing.ledger().write(taxed)
    (told,) = ada.data(f"/orders/{order_id}")["transactions"]
    assert told["label"] == "Subscription Renewal"
    assert told["tax"] == [{"name": "TVQ", "rate": "9.975", "amount": "1.17"}]


def test_a_longer_list_costs_no_more_queries(ada: Visitor, keep: Keep, queries: Callable[[], Any]) -> None:
    keep(ada, lines=1)
    with queries() as few:
        ada.data("/orders", no_limit=1)
    for _ in range(30):
        keep(ada, lines=2)
    with queries() as many:
        assert len(ada.data("/orders", no_limit=1)) == 31
    assert len(many) == len(few)
    assert sum("billing_" in sent for sent in many) == 2


def test_reading_an_order_that_was_never_asked_for_at_the_provider_ends_it(
    ada: Visitor, stand_in: Running, house: House, keep: Keep, clock: FixedClock
) -> None:
    billing: Any = house.container.billing
    billing.counter.customer_desk().of(ada.channel.id, AccountId(ada.data("/profile")["id"]))
    order_id = keep(
        ada,
        status=OrderStatus.CREATED,
        starts_at=None,
        card="pm_card_visa",
        created_at=NOON - timedelta(hours=1),
    )
    assert ada.data(f"/orders/{order_id}")["status"] == "created"
    clock.advance(timedelta(seconds=2))
    assert ada.data(f"/orders/{order_id}")["status"] == "failed"


def test_the_secret_of_a_payment_is_told_to_its_viewer_alone(ada: Visitor, bea: Visitor, keep: Keep) -> None:
    waiting: dict[str, Any] = {
        "status": OrderStatus.CREATED,
        "starts_at": None,
        "client_secret": "pi_1_secret_2",
        "payment_ref": None,
    }
    order_id = keep(ada, **waiting)
    told = ada.data(f"/orders/{order_id}")["payment"]
    assert told == {"requires_action": True, "client_secret": "pi_1_secret_2"}
    assert bea.get(f"/orders/{order_id}").status_code == 404
