"""One idempotency key has one answer, whatever its twin has changed meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.application.purchases import NotForSale, OtherPurchase, Purchase, UnderWay
from touchline.billing.domain.coverage import Availability
from touchline.billing.domain.orders import Kind, Order, OrderStatus
from touchline.billing.domain.settling import ATTEMPT
from touchline.billing.ports.payments import PaymentsUnavailable
from touchline.billing.tests.payment_fakes import ASKS, away
from touchline.billing.tests.shop import ADA, Shop, wish
from touchline.shared.principal import Principal

KEY = "key-of-a-press"


def twin_after(shop: Shop, calls: int, wanted: Purchase) -> list[Order]:
    """Let a twin of the request buy as soon as the key was looked up so many times; its order."""
    twins: list[Order] = []
    place: Any = shop.till._place
    shop.database._stores = ()  # what the twin has written stays, though our transaction is undone
    look_up: Callable[[Purchase, Principal], Order | None] = place.again

    def again(purchase: Purchase, principal: Principal) -> Order | None:
        nonlocal calls
        found = look_up(purchase, principal)
        calls -= 1
        if calls == 0:
            shop.database.depth -= 1  # the twin is another process
            twins.append(shop.order(shop.new_till().buy(wanted, ADA)))
            shop.database.depth += 1
        return found

    place.again = again
    return twins


@pytest.mark.parametrize("calls", [1, 2])
@pytest.mark.parametrize("kind", Kind)
def test_a_request_whose_twin_was_quicker_gets_the_twins_order(kind: Kind, calls: int) -> None:
    shop = Shop()
    wanted = wish(kind, key=KEY)
    twins = twin_after(shop, calls, wanted)
    assert shop.till.buy(wanted, ADA) == twins[0].id
    assert len(shop.orders.kept) == 1
    assert shop.payments.kept() == shop.orders.kept[0].total.minor


def test_a_trial_that_its_twin_began_is_not_refused_as_used() -> None:
    shop = Shop()
    wanted = wish(Kind.SUBSCRIPTION, key=KEY, trial=True)
    twins = twin_after(shop, 1, wanted)
    assert shop.till.buy(wanted, ADA) == twins[0].id


def test_an_order_that_waits_for_the_bank_is_not_given_up_by_its_own_twin() -> None:
    shop = Shop()
    wanted = wish(key=KEY, card=ASKS)
    twin_after(shop, 2, wanted)
    assert shop.order(shop.till.buy(wanted, ADA)).status is OrderStatus.CREATED
    assert "give_up" not in shop.payments.calls


def test_the_key_goes_on_with_its_order_though_nothing_is_sold_any_more() -> None:
    shop = Shop()
    shop.payments.before["charge"] = away
    with pytest.raises(PaymentsUnavailable):
        shop.till.buy(wish(key=KEY), ADA)
    shop.clock.advance(ATTEMPT)
    shop.shelf.change(availability=Availability.NONE)
    with pytest.raises((NotForSale, UnderWay)):
        shop.till.buy(wish(key="another-key"), ADA)
    assert shop.buy(key=KEY).status is OrderStatus.PAID


def test_a_refusal_leaves_nothing_under_the_key() -> None:
    shop = Shop()
    shop.shelf.change(availability=Availability.NONE)
    with pytest.raises(NotForSale):
        shop.till.buy(wish(key=KEY), ADA)
    shop.shelf.change(availability=Availability.RECORDED, starts_at=shop.clock.now() - timedelta(days=1))
    assert shop.buy(key=KEY).status is OrderStatus.PAID


def test_the_key_of_another_purchase_is_refused_with_its_own_code() -> None:
    shop = Shop()
    shop.buy(key=KEY)
    with pytest.raises(OtherPurchase) as refusal:
        shop.till.buy(wish(Kind.PACKAGE, key=KEY), ADA)
    assert (refusal.value.code, refusal.value.message) == (
        "errors.idempotency_key",
        "This key was used for another purchase.",
    )
