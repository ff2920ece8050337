"""Tests for a viewer's orders over HTTP, on both databases (api.md, "Billing")."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from adapters.payments.fake_stripe.testing.server import FakeStripeServer
from touchline.billing.domain.checkout.orders import Order, OrderStatus, Product, ProductKind
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import TransactionLabel
from touchline.billing.tests.adapters.conftest import JoinTeam
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_samples import build_order, build_transaction
from touchline.channel.facade import Role
from touchline.conftest import NOON, Visitor
from touchline.entrypoints.bootstrap import Application
from touchline.shared.clock import FixedClock
from touchline.shared.ids import AccountId

YEARLY_PRODUCT = Product(
    kind=ProductKind.SUBSCRIPTION, id=2, name={"en": "All year", "fr": "Toute l’année"}, period="annual"
)
StoreOrders = Callable[..., int]


@pytest.fixture
def store_orders(application: Application, transaction: Any) -> StoreOrders:
    """Return `store_orders(viewer, **changes)`, which stores an order of a viewer and returns its id. By
    default the order is paid at `NOON`.
    """
    numbers = iter(range(1, 10_000))

    def store(viewer: Visitor, *, transactions: int = 0, **changes: Any) -> int:
        repository, ledger = application.container.billing.orders(), application.container.billing.ledger()
        defaults: dict[str, Any] = {
            "uuid": f"{viewer.channel.id}-{next(numbers)}",
            "account_id": AccountId(viewer.data("/profile")["id"]),
            "status": OrderStatus.PAID,
            "starts_at": NOON,
        }
        order: Order = build_order(**(defaults | changes))
        with transaction(viewer.channel.id):
            assert repository.add(order)
            for number in range(transactions):
                ledger.add(build_transaction(order.id, ref=f"ch_{order.id}_{number}"))
        return order.id

    return store


def test_orders_are_listed_newest_first_with_paging_metadata(ada: Visitor, store_orders: StoreOrders) -> None:
    ids = [store_orders(ada, transactions=2) for _ in range(3)]
    response = ada.get("/orders", limit=2).json
    assert response is not None
    assert response["meta"] == {"total": 3, "limit": 2, "offset": 0}
    assert [order["id"] for order in response["data"]] == [ids[2], ids[1]]
    assert [len(order["transactions"]) for order in response["data"]] == [2, 2]
    response = ada.get("/orders", no_limit=1).json
    assert response is not None
    assert response["meta"] == {"total": 3, "limit": 1000, "offset": 0}


def test_an_order_is_the_same_on_its_own_and_in_the_list(ada: Visitor, store_orders: StoreOrders) -> None:
    order_id = store_orders(ada, transactions=1)
    (listed,) = ada.data("/orders")
    assert ada.data(f"/orders/{order_id}") == listed
    assert listed["starts_at"] == listed["created_at"] == "2026-11-21T18:00:00Z"
    (charge,) = listed["transactions"]
    assert (charge["amount"], charge["created_at"]) == ("13.50", "2026-11-21T18:00:00Z")
    assert charge["receipt_url"] == f"/api/orders/{order_id}/transactions/{charge['id']}/receipt"


def test_orders_are_in_the_requested_language(ada: Visitor, store_orders: StoreOrders) -> None:
    order_id = store_orders(ada)
    assert ada.data(f"/orders/{order_id}", lang="fr")["product"]["name"] == "Les As @ Les Ours"


def test_the_list_is_filtered_by_type_and_status(ada: Visitor, store_orders: StoreOrders) -> None:
    event_order = store_orders(ada)
    failed = store_orders(
        ada, status=OrderStatus.FAILED, starts_at=None, failure_message="Your card was declined."
    )
    year = store_orders(ada, product=YEARLY_PRODUCT)
    assert [order["id"] for order in ada.data("/orders", type="subscription")] == [year]
    (found,) = ada.data("/orders", status="failed")
    assert (found["id"], found["failure_message"]) == (failed, "Your card was declined.")
    assert [order["id"] for order in ada.data("/orders", type="event", status="paid")] == [event_order]
    assert ada.data("/orders", type="package") == []


def test_operators_list_the_orders_of_one_event(
    ada: Visitor, store_orders: StoreOrders, join_team: JoinTeam
) -> None:
    event_order = store_orders(ada)
    year = store_orders(ada, product=YEARLY_PRODUCT)
    support = join_team(Role.SUPPORT, "support@example.org")
    event_id = support.data(f"/studio/orders/{event_order}")["product"]["id"]
    found = support.data("/studio/orders", event_id=event_id)
    assert [order["id"] for order in found] == [event_order]
    assert support.data("/studio/orders", event_id=event_id + 1) == []
    assert [order["id"] for order in support.data("/studio/orders")] == [year, event_order]


@pytest.mark.parametrize(
    "query",
    [{"type": "clip"}, {"status": "pending"}, {"limit": 0}, {"limit": 101}, {"offset": -1}, {"type": ""}],
)
def test_a_list_that_cannot_be_is_422(ada: Visitor, query: dict[str, Any]) -> None:
    response = ada.get("/orders", **query)
    assert response.status_code == 422
    assert response.json is not None
    assert list(response.json["errors"]) == list(query)


def test_nobody_sees_the_orders_of_another_viewer_or_channel(
    ada: Visitor, bea: Visitor, other_visitor: Visitor, store_orders: StoreOrders
) -> None:
    order_id = store_orders(ada)
    other_viewer = other_visitor.register()
    for other in (bea, other_viewer):
        assert other.data("/orders") == []
        assert other.get(f"/orders/{order_id}").status_code == 404
    assert ada.get(f"/orders/{order_id}").status_code == 200
    for nowhere in (order_id + 1, 2**31 - 1, 2**31, 10**15):
        assert ada.get(f"/orders/{nowhere}").status_code == 404


def test_the_ledger_is_serialized_with_labels_and_taxes(
    ada: Visitor, store_orders: StoreOrders, application: Application, transaction: Any
) -> None:
    order_id = store_orders(ada, product=YEARLY_PRODUCT)
    taxed_transaction = build_transaction(
        order_id, label=TransactionLabel.UPDATED, tax=(TaxLine("TVQ", "9.975", usd("1.17")),)
    )
    with transaction(ada.channel.id):
        application.container.billing.ledger().add(taxed_transaction)
    (line,) = ada.data(f"/orders/{order_id}")["transactions"]
    assert line["label"] == "Subscription Renewal"
    assert line["tax"] == [{"name": "TVQ", "rate": "9.975", "amount": "1.17"}]


def test_a_longer_list_costs_no_more_queries(
    ada: Visitor, store_orders: StoreOrders, queries: Callable[[], Any]
) -> None:
    store_orders(ada, transactions=1)
    with queries() as few:
        ada.data("/orders", no_limit=1)
    for _ in range(30):
        store_orders(ada, transactions=2)
    with queries() as many:
        assert len(ada.data("/orders", no_limit=1)) == 31
    assert len(many) == len(few)
    assert sum("billing_" in sent for sent in many) == 3


def test_loading_an_order_unknown_to_the_provider_fails_it(
    ada: Visitor,
    fake_stripe: FakeStripeServer,
    application: Application,
    store_orders: StoreOrders,
    clock: FixedClock,
) -> None:
    billing: Any = application.container.billing
    billing.customer_service().get_or_create(ada.channel.id, AccountId(ada.data("/profile")["id"]))
    order_id = store_orders(
        ada,
        status=OrderStatus.CREATED,
        starts_at=None,
        card="pm_card_visa",
        created_at=NOON - timedelta(hours=1),
    )
    assert ada.data(f"/orders/{order_id}")["status"] == "created"
    clock.advance(timedelta(seconds=2))
    assert ada.data(f"/orders/{order_id}")["status"] == "failed"


def test_the_client_secret_is_returned_to_its_viewer_only(
    ada: Visitor, bea: Visitor, store_orders: StoreOrders
) -> None:
    changes: dict[str, Any] = {
        "status": OrderStatus.CREATED,
        "starts_at": None,
        "client_secret": "pi_1_secret_2",
        "payment_ref": None,
    }
    order_id = store_orders(ada, **changes)
    payment = ada.data(f"/orders/{order_id}")["payment"]
    assert payment == {"requires_action": True, "client_secret": "pi_1_secret_2"}
    assert bea.get(f"/orders/{order_id}").status_code == 404
