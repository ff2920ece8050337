"""What the page showed is what is charged, or nothing is."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import Any

import pytest

from touchline.billing.application.purchases import AlreadyBought, PriceChanged
from touchline.billing.domain.offers import Price
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.tests.samples import dollars
from touchline.billing.tests.shop import MONTHLY, Shop
from touchline.shared.errors import Invalid

KEY = "key-of-a-press"
SENTENCE = "The price has changed. Please look at it once more."


def dearer(shop: Shop) -> None:
    """An operator asks a dollar more for the game."""
    shop.shelf.game = replace(shop.shelf.game, price=Price(dollars("13.00"), dollars("1.50")))


def refused(shop: Shop, *asked: Any, **more: Any) -> None:
    """The purchase is refused for its price, and nobody was asked for anything."""
    before = len(shop.orders.kept), list(shop.payments.calls)
    with pytest.raises(PriceChanged) as refusal:
        shop.buy(*asked, **more)
    assert (refusal.value.message, refusal.value.code) == (SENTENCE, "errors.price_changed")
    assert (len(shop.orders.kept), shop.payments.calls) == before


@pytest.mark.parametrize("total", ["13.50", "13.5", None])
def test_the_sum_that_was_shown_is_charged(total: str | None) -> None:
    bought = Shop().buy(total=total)
    assert (bought.status, bought.total) == (OrderStatus.PAID, dollars("13.50"))


@pytest.mark.parametrize("total", ["13.49", "13.51", "0.00", "1350.00"])
def test_another_sum_is_refused_before_anything_is_placed_or_asked_for(total: str) -> None:
    refused(Shop(), total=total)


def test_a_price_that_changed_is_paid_once_it_was_looked_at_again() -> None:
    shop = Shop()
    dearer(shop)
    refused(shop, total="13.50")
    assert shop.buy(total="14.50").status is OrderStatus.PAID
    assert shop.payments.kept() == 1450


def test_a_price_that_changes_while_the_viewer_is_introduced_to_the_provider_is_refused_too() -> None:
    shop = Shop()
    shop.payments.before["customer"] = lambda: dearer(shop)
    with pytest.raises(PriceChanged):
        shop.buy(total="13.50")
    assert (shop.orders.kept, shop.payments.kept()) == ([], 0)


def test_what_counts_is_the_sum_after_the_promo_code() -> None:
    shop = Shop()
    shop.coupon("HALF", percent=Decimal(50))
    refused(shop, promo_code="HALF", total="13.50")
    assert shop.buy(promo_code="HALF", total="7.50").total == dollars("7.50")


def test_the_same_key_is_the_same_order_whatever_it_costs_by_now() -> None:
    shop = Shop()
    bought = shop.buy(key=KEY, total="13.50")
    dearer(shop)
    assert shop.buy(key=KEY, total="13.50") == bought
    assert shop.buy(key=KEY, total="14.50") == bought


def test_a_key_that_was_refused_for_its_price_was_not_used() -> None:
    shop = Shop()
    refused(shop, key=KEY, total="1.00")
    assert shop.buy(key=KEY, total="13.50").status is OrderStatus.PAID


def test_what_was_free_when_it_was_shown_asks_for_another_look_not_for_a_card() -> None:
    refused(Shop(), card=None, total="0.00")


def test_what_is_held_is_told_so_whatever_it_costs_by_now() -> None:
    shop = Shop()
    shop.buy()
    with pytest.raises(AlreadyBought):
        shop.buy(total="1.00")


@pytest.mark.parametrize("trial", [True, False])
def test_a_subscription_renews_at_the_price_that_was_shown(trial: bool) -> None:
    shop = Shop()
    refused(shop, Kind.SUBSCRIPTION, trial=trial, renewal="98.00")
    assert shop.buy(Kind.SUBSCRIPTION, trial=trial, renewal="99.00").status is OrderStatus.PAID


def test_a_promo_code_takes_nothing_off_the_renewals_that_were_shown() -> None:
    shop = Shop()
    shop.coupon("ALL", percent=Decimal(100))
    refused(shop, Kind.SUBSCRIPTION, promo_code="ALL", total="0.00", renewal="98.00")
    bought = shop.buy(Kind.SUBSCRIPTION, id=MONTHLY, promo_code="ALL", total="0.00", renewal="99.00")
    assert bought.total == dollars("0.00")


def test_what_does_not_renew_has_no_later_sum() -> None:
    assert Shop().buy(renewal="1.00").status is OrderStatus.PAID


@pytest.mark.parametrize("field", ["total", "renewal"])
def test_a_sum_that_the_currency_does_not_know_is_wrong(field: str) -> None:
    shop = Shop()
    sums: Any = {field: "99.001"}
    with pytest.raises(Invalid) as refusal:
        shop.buy(Kind.SUBSCRIPTION, **sums)
    assert refusal.value.errors == {field: ["This is not an amount of USD."]}
    assert shop.orders.kept == []
