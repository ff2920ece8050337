"""Tests for the order serializer (product.md §3, "Order"; api.md, "Billing")."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from touchline.billing.application.checkout.order_serializer import OrderSerializer
from touchline.billing.domain.checkout.orders import (
    AutoRenewal,
    Grant,
    Order,
    OrderStatus,
    Product,
    ProductKind,
)
from touchline.billing.domain.ledger.taxes import TaxLine
from touchline.billing.domain.ledger.transactions import Movement, TransactionLabel
from touchline.billing.domain.offers.offers import Capability, Price
from touchline.billing.tests.offer_fakes import EnglishChannelLanguage
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.order_fakes import InMemoryLedger, InMemoryOrders
from touchline.billing.tests.order_samples import NOW, build_order, build_transaction
from touchline.shared.clock import FixedClock
from touchline.shared.money import Money

YEARLY_PRODUCT = Product(kind=ProductKind.SUBSCRIPTION, id=2, name={"en": "All year"}, period="annual")
LATER = NOW + timedelta(days=30)
GRACE = timedelta(days=7)


def serialize(order: Order, *transactions: Any, language: str = "en") -> dict[str, Any]:
    """Return an order as its viewer receives it."""
    InMemoryOrders(order)
    return OrderSerializer(
        InMemoryLedger(*transactions), EnglishChannelLanguage(), FixedClock(NOW), GRACE
    ).serialize(order, language)


def test_an_order_is_serialized_with_its_prices_product_and_state() -> None:
    serialized = serialize(build_order(discount=usd("2.40"), promo_code="TIPOFF20"))
    assert serialized == {
        "id": 1,
        "type": "event",
        "status": "created",
        "activity_status": "inactive",
        "product_status": "available",
        "product_starts_at": None,
        "refund_due": False,
        "product": {
            "id": 12,
            "name": "Aces @ Bears",
            "event_category_id": 1,
            "participant_id": None,
            "participant_name": None,
            "single_event_package_id": 3,
            "event_id": 12,
            "package_id": None,
            "subscription_id": None,
            "period": None,
            "event_categories": [1],
            "capabilities": ["watch"],
        },
        "price": "13.50",
        "base_price": "12.00",
        "service_fee": "1.50",
        "discount": "2.40",
        "total": "11.10",
        "currency": "USD",
        "promo_code": "TIPOFF20",
        "trial_days": 0,
        "off_season": None,
        "voucher_count": 0,
        "auto_renewal": None,
        "renewal_failed": False,
        "created_at": NOW,
        "starts_at": None,
        "expires_at": None,
        "renews_at": None,
        "payment": {"requires_action": False, "client_secret": None},
        "failure_message": None,
        "failure_code": None,
        "transactions": [],
        "make_goods": [],
    }


def test_names_are_in_the_viewers_language_or_the_channels() -> None:
    team = Product(
        kind=ProductKind.PACKAGE,
        id=5,
        name={"en": "Team pass"},
        participant_id=7,
        participant_name={"en": "Aces", "fr": "Les As"},
    )
    grant = Grant(capabilities=(Capability.WATCH,), category_ids=(1, 2), participant_id=7)
    product = serialize(build_order(product=team, grant=grant), language="fr")["product"]
    assert (product["name"], product["participant_name"]) == ("Team pass", "Les As")
    assert (product["package_id"], product["event_category_id"]) == (5, None)
    assert product["event_categories"] == [1, 2]


def test_the_client_secret_is_serialized_only_while_the_order_is_created() -> None:
    waiting = build_order(client_secret="pi_1_secret_2")
    assert serialize(waiting)["payment"] == {"requires_action": True, "client_secret": "pi_1_secret_2"}
    paid = build_order(client_secret="pi_1_secret_2", status=OrderStatus.PAID, starts_at=NOW)
    assert serialize(paid)["payment"] == {"requires_action": False, "client_secret": None}


def test_a_failed_order_has_a_failure_message() -> None:
    failed = build_order()
    failed.mark_failed("card_declined", "Your card was declined.")
    serialized = serialize(failed)
    assert (serialized["status"], serialized["failure_message"]) == ("failed", "Your card was declined.")


def test_a_subscription_has_its_next_renewal_date() -> None:
    renewing = build_order(
        product=YEARLY_PRODUCT, status=OrderStatus.PAID, auto_renewal=AutoRenewal.ACTIVE, expires_at=LATER
    )
    serialized = serialize(renewing)
    assert (serialized["renews_at"], serialized["auto_renewal"]) == (LATER, "active")
    renewing.auto_renewal = AutoRenewal.CANCELED
    serialized = serialize(renewing)
    assert (serialized["renews_at"], serialized["expires_at"], serialized["activity_status"]) == (
        None,
        LATER,
        "active",
    )


def test_a_failed_renewal_is_serialized_and_access_stays_for_the_grace_period() -> None:
    late = build_order(
        product=YEARLY_PRODUCT,
        status=OrderStatus.PAID,
        auto_renewal=AutoRenewal.ACTIVE,
        expires_at=NOW - timedelta(days=1),
        past_due_at=NOW - timedelta(days=1),
    )
    serialized = serialize(late)
    assert (serialized["renewal_failed"], serialized["activity_status"]) == (True, "active")
    assert serialized["renews_at"] is None


def test_transactions_have_their_label_taxes_and_receipt() -> None:
    charge = build_transaction(1, label=TransactionLabel.CREATED, tax=(TaxLine("TVQ", "9.975", usd("1.17")),))
    (serialized,) = serialize(build_order(status=OrderStatus.PAID), charge)["transactions"]
    assert serialized == {
        "id": 1,
        "kind": "charge",
        "status": "paid",
        "amount": "13.50",
        "currency": "USD",
        "label": "New subscription",
        "tax": [{"name": "TVQ", "rate": "9.975", "amount": "1.17"}],
        "created_at": NOW,
        "receipt_url": "/api/orders/1/transactions/1/receipt",
    }


def test_only_paid_charges_and_refunds_have_receipts() -> None:
    transactions = (
        build_transaction(1, ref="a", status=OrderStatus.FAILED),
        build_transaction(1, ref="b", label=TransactionLabel.UPDATED),
        build_transaction(1, ref="c", movement=Movement.REFUND, status=OrderStatus.REFUNDED),
        build_transaction(1, ref="d", movement=Movement.DISPUTE, status=OrderStatus.REFUNDED),
    )
    found = serialize(build_order(status=OrderStatus.PAID), *transactions)["transactions"]
    assert [transaction["receipt_url"] is not None for transaction in found] == [False, True, True, False]
    assert [transaction["label"] for transaction in found] == [None, "Subscription Renewal", None, None]


def test_amounts_have_the_decimals_of_their_currency() -> None:
    yen = Price(Money(1200, "JPY"), Money(150, "JPY"))
    serialized = serialize(build_order(price=yen, discount=Money(0, "JPY")))
    assert (serialized["price"], serialized["total"], serialized["currency"]) == ("1350", "1350", "JPY")


def test_the_transactions_of_a_list_need_one_query() -> None:
    orders = [build_order(uuid=str(number)) for number in range(5)]
    InMemoryOrders(*orders)
    ledger = InMemoryLedger(build_transaction(2), build_transaction(5))
    serialized = OrderSerializer(ledger, EnglishChannelLanguage(), FixedClock(NOW), GRACE).serialize_many(
        orders, "en"
    )
    assert [len(order["transactions"]) for order in serialized] == [0, 1, 0, 0, 1]
    assert ledger.query_count == 1
    assert (
        OrderSerializer(ledger, EnglishChannelLanguage(), FixedClock(NOW), GRACE).serialize_many([], "en")
        == []
    )
    assert ledger.query_count == 1
