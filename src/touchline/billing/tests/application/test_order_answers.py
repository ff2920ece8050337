"""How orders are told (product.md §3, "Order"; api.md, "Billing")."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from touchline.billing.application.order_answers import OrderAnswers
from touchline.billing.domain.ledger import Label, Movement
from touchline.billing.domain.offers import Capability, Price
from touchline.billing.domain.orders import AutoRenewal, Grant, Kind, Order, OrderStatus, Product
from touchline.billing.domain.taxes import TaxLine
from touchline.billing.tests.fakes import English
from touchline.billing.tests.order_fakes import MemoryLedger, MemoryOrders
from touchline.billing.tests.orders import NOW, line, order
from touchline.billing.tests.samples import dollars
from touchline.shared.clock import FixedClock
from touchline.shared.money import Money

YEAR = Product(kind=Kind.SUBSCRIPTION, id=2, name={"en": "All year"}, period="annual")
LATER = NOW + timedelta(days=30)
GRACE = timedelta(days=7)


def told(one: Order, *lines: Any, language: str = "en") -> dict[str, Any]:
    """An order as its viewer is told."""
    MemoryOrders(one)
    return OrderAnswers(MemoryLedger(*lines), English(), FixedClock(NOW), GRACE).one(one, language)


def test_an_order_is_told_with_its_prices_product_and_state() -> None:
    answer = told(order(discount=dollars("2.40"), promo_code="TIPOFF20"))
    assert answer == {
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
        "auto_renewal": None,
        "renewal_failed": False,
        "created_at": NOW,
        "starts_at": None,
        "expires_at": None,
        "renews_at": None,
        "payment": {"requires_action": False, "client_secret": None},
        "failure_message": None,
        "transactions": [],
    }


def test_names_are_told_in_the_viewers_language_or_the_channels() -> None:
    team = Product(
        kind=Kind.PACKAGE,
        id=5,
        name={"en": "Team pass"},
        participant_id=7,
        participant_name={"en": "Aces", "fr": "Les As"},
    )
    opened = Grant(capabilities=(Capability.WATCH,), category_ids=(1, 2), participant_id=7)
    product = told(order(product=team, grant=opened), language="fr")["product"]
    assert (product["name"], product["participant_name"]) == ("Team pass", "Les As")
    assert (product["package_id"], product["event_category_id"]) == (5, None)
    assert product["event_categories"] == [1, 2]


def test_the_secret_of_a_payment_is_told_only_while_the_order_is_created() -> None:
    waiting = order(client_secret="pi_1_secret_2")
    assert told(waiting)["payment"] == {"requires_action": True, "client_secret": "pi_1_secret_2"}
    over = order(client_secret="pi_1_secret_2", status=OrderStatus.PAID, starts_at=NOW)
    assert told(over)["payment"] == {"requires_action": False, "client_secret": None}


def test_what_failed_says_why() -> None:
    failed = order()
    failed.fail("card_declined", "Your card was declined.")
    answer = told(failed)
    assert (answer["status"], answer["failure_message"]) == ("failed", "Your card was declined.")


def test_a_subscription_says_when_money_is_asked_for_again() -> None:
    renewing = order(product=YEAR, status=OrderStatus.PAID, auto_renewal=AutoRenewal.ACTIVE, expires_at=LATER)
    answer = told(renewing)
    assert (answer["renews_at"], answer["auto_renewal"]) == (LATER, "active")
    renewing.auto_renewal = AutoRenewal.CANCELLED
    answer = told(renewing)
    assert (answer["renews_at"], answer["expires_at"], answer["activity_status"]) == (None, LATER, "active")


def test_a_renewal_that_could_not_be_charged_is_told_and_the_time_of_grace_is_open() -> None:
    late = order(
        product=YEAR,
        status=OrderStatus.PAID,
        auto_renewal=AutoRenewal.ACTIVE,
        expires_at=NOW - timedelta(days=1),
        past_due_at=NOW - timedelta(days=1),
    )
    answer = told(late)
    assert (answer["renewal_failed"], answer["activity_status"]) == (True, "active")
    assert answer["renews_at"] is None


def test_lines_of_the_ledger_say_what_they_are_for_their_taxes_and_their_receipt() -> None:
    charge = line(1, label=Label.CREATED, tax=(TaxLine("TVQ", "9.975", dollars("1.17")),))
    (answer,) = told(order(status=OrderStatus.PAID), charge)["transactions"]
    assert answer == {
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


def test_there_are_receipts_for_money_that_came_or_went_back_and_for_nothing_else() -> None:
    lines = (
        line(1, ref="a", status=OrderStatus.FAILED),
        line(1, ref="b", label=Label.UPDATED),
        line(1, ref="c", movement=Movement.REFUND, status=OrderStatus.REFUNDED),
        line(1, ref="d", movement=Movement.DISPUTE, status=OrderStatus.REFUNDED),
    )
    found = told(order(status=OrderStatus.PAID), *lines)["transactions"]
    assert [one["receipt_url"] is not None for one in found] == [False, True, True, False]
    assert [one["label"] for one in found] == [None, "Subscription Renewal", None, None]


def test_amounts_have_the_decimals_of_their_currency() -> None:
    yen = Price(Money(1200, "JPY"), Money(150, "JPY"))
    answer = told(order(price=yen, discount=Money(0, "JPY")))
    assert (answer["price"], answer["total"], answer["currency"]) == ("1350", "1350", "JPY")


def test_the_lines_of_a_whole_list_are_asked_for_once() -> None:
    orders = [order(uuid=str(number)) for number in range(5)]
    MemoryOrders(*orders)
    ledger = MemoryLedger(line(2), line(5))
    answers = OrderAnswers(ledger, English(), FixedClock(NOW), GRACE).many(orders, "en")
    assert [len(one["transactions"]) for one in answers] == [0, 1, 0, 0, 1]
    assert ledger.asked == 1
    assert OrderAnswers(ledger, English(), FixedClock(NOW), GRACE).many([], "en") == []
    assert ledger.asked == 1
