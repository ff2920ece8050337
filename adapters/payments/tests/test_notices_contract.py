"""The contract of `Notices`, what a provider tells by itself, over every one there is (`shops.SHOPS`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters.payments.tests.shops import Shop, subscribing, wanted
from touchline.billing.ports.payments import (
    Notice,
    PaymentsUnavailable,
)
from touchline.shared.errors import Refused
from touchline.shared.money import Money

USD = "USD"


@pytest.fixture
def told(shop: Shop) -> Callable[[str], dict[str, Notice]]:
    """What was told of an order: notices by their kinds."""
    began = datetime.now(UTC) - timedelta(hours=1)

    def ask(order: str) -> dict[str, Notice]:
        return {each.kind: each for each in shop.payments.since(began) if each.order == order}

    return ask


def test_what_happens_to_a_payment_is_told_with_its_order(
    shop: Shop, told: Callable[[str], dict[str, Notice]]
) -> None:
    asked = wanted(shop.customer(), shop.new())
    ref = shop.payments.charge(asked).ref
    shop.payments.refund(ref, Money(100, USD), f"{ref}-1")
    found = shop.until(lambda: len(kinds := told(asked.order)) >= 2 and kinds)
    assert found and {shop.PAID, shop.REFUNDED} <= set(found)
    assert {each.ref for each in found.values()} == {ref}


def test_what_happens_to_a_subscription_and_its_invoices_is_told_with_its_order(
    shop: Shop, told: Callable[[str], dict[str, Notice]]
) -> None:
    customer = shop.customer()
    asked = subscribing(customer, shop.saved(customer))
    payment = shop.payments.subscribe(asked)
    shop.payments.refund(payment.charges[0].ref, Money(100, USD), f"{payment.ref}-1")
    shop.payments.end(payment.ref)
    wants = {shop.SUBSCRIBED, shop.BILLED, shop.REFUNDED, shop.ENDED}
    found = shop.until(lambda: wants <= set(kinds := told(asked.order)) and kinds)
    assert found and {each.ref for each in found.values()} == {payment.ref}


def test_notices_are_told_oldest_first_and_page_after_page(shop: Shop) -> None:
    began = datetime.now(UTC) - timedelta(hours=1)
    customer = shop.customer()
    asked = [wanted(customer, shop.new(), 100 + number) for number in range(3)]
    for each in asked:
        shop.payments.charge(each)

    def orders() -> list[str | None]:
        mine = {each.order for each in asked}
        found = [each for each in shop.payments.since(began) if each.order in mine]
        assert [each.at for each in found] == sorted(each.at for each in found)
        return [each.order for each in found if each.kind == shop.PAID]

    shop.until(lambda: orders() == [each.order for each in asked])
    assert list(shop.payments.since(datetime.now(UTC) + timedelta(days=1000))) == []


def test_a_notice_is_read_when_it_is_signed(shop: Shop) -> None:
    shop.payments.charge(wanted(shop.customer(), shop.new()))
    notice = shop.payments.read(*shop.webhook(shop.PAID))
    assert (notice.kind, bool(notice.id), bool(notice.order)) == (shop.PAID, True, True)
    assert abs(datetime.now(UTC) - notice.at) < timedelta(hours=1)
    assert shop.payments.read(*shop.webhook(shop.PAID, age=290))


def test_a_notice_that_the_provider_did_not_sign_or_long_ago_is_refused(shop: Shop) -> None:
    shop.payments.charge(wanted(shop.customer(), shop.new()))
    body, signature = shop.webhook(shop.PAID)
    wrong = [
        shop.webhook(shop.PAID, forged=True),
        shop.webhook(shop.PAID, age=310),
        (body + b" ", signature),
        (body, ""),
        (body, "t=1"),
        (b"\xff", signature),
    ]
    for each in wrong:
        with pytest.raises(Refused, match="not from the payment service"):
            shop.payments.read(*each)


def test_a_notice_of_something_else_names_no_order(shop: Shop) -> None:
    shop.customer()
    notice = shop.payments.read(*shop.webhook(shop.SOMETHING_ELSE))
    assert (notice.kind, notice.order, notice.ref) == (shop.SOMETHING_ELSE, None, None)


def test_our_key_is_known(shop: Shop) -> None:
    shop.payments.check()


def test_other_words_for_the_same_order_are_a_mistake_of_ours_and_charge_nothing(shop: Shop) -> None:
    customer = shop.customer()
    asked = wanted(customer, shop.new())
    shop.payments.charge(asked)
    with pytest.raises(PaymentsUnavailable):
        shop.payments.charge(replace(asked, amount=Money(1, USD)))
    assert shop.charges(customer) == 1
