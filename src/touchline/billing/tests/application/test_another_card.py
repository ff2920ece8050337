"""An order that waits for the viewer's bank is paid with another card at once."""

from __future__ import annotations

import pytest

from touchline.billing.application.purchases import NoCard
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.tests.payment_fakes import ASKS, DECLINED, FOREIGN, VISA
from touchline.billing.tests.shop import ADA, BOB, CHANNEL, Shop, wish
from touchline.shared.errors import NotFound


@pytest.mark.parametrize("kind", Kind)
def test_another_card_pays_what_waits_for_the_bank(kind: Kind) -> None:
    shop = Shop()
    waiting = shop.buy(kind, card=ASKS)
    shop.till.pay(CHANNEL, ADA.viewer, waiting.id, VISA)
    after = shop.order(waiting.id)
    assert (after.status, after.client_secret) == (OrderStatus.PAID, None)
    assert shop.payments.kept() == after.total.minor
    assert shop.balanced()


def test_the_first_cards_bank_can_say_nothing_any_more() -> None:
    shop = Shop()
    waiting = shop.buy(card=ASKS)
    shop.till.pay(CHANNEL, ADA.viewer, waiting.id, VISA)
    assert waiting.payment_ref is not None
    shop.payments.answer(waiting.payment_ref)
    shop.hear()
    assert shop.payments.kept() == waiting.total.minor


def test_another_card_that_is_declined_fails_the_order() -> None:
    shop = Shop()
    waiting = shop.buy(card=ASKS)
    shop.till.pay(CHANNEL, ADA.viewer, waiting.id, DECLINED)
    after = shop.order(waiting.id)
    assert (after.status, after.failure_message) == (OrderStatus.FAILED, "Your card was declined.")
    assert shop.payments.kept() == 0


def test_another_card_that_asks_as_well_goes_on_waiting() -> None:
    shop = Shop()
    waiting = shop.buy(card=ASKS)
    shop.till.pay(CHANNEL, ADA.viewer, waiting.id, ASKS)
    assert shop.order(waiting.id).status is OrderStatus.CREATED
    assert shop.order(waiting.id).client_secret


@pytest.mark.parametrize("card", [None, VISA, DECLINED])
def test_a_paid_order_stays_as_it_is_and_nothing_is_charged(card: str | None) -> None:
    shop = Shop()
    paid = shop.buy()
    shop.till.pay(CHANNEL, ADA.viewer, paid.id, card)
    assert shop.order(paid.id).status is OrderStatus.PAID
    assert shop.payments.kept() == paid.total.minor
    assert "pay_with" not in shop.payments.calls


def test_a_failed_order_is_not_paid_with_another_card() -> None:
    shop = Shop()
    failed = shop.buy(card=DECLINED)
    shop.till.pay(CHANNEL, ADA.viewer, failed.id, VISA)
    assert shop.order(failed.id).status is OrderStatus.FAILED
    assert shop.payments.kept() == 0


def test_a_strangers_card_and_a_strangers_order_are_refused() -> None:
    shop = Shop()
    waiting = shop.buy(card=ASKS)
    with pytest.raises(NoCard):
        shop.till.pay(CHANNEL, ADA.viewer, waiting.id, FOREIGN)
    with pytest.raises(NotFound):
        shop.till.pay(CHANNEL, BOB.viewer, waiting.id, VISA)
    assert shop.payments.kept() == 0


def test_the_first_request_sent_again_still_gets_its_order() -> None:
    shop = Shop()
    waiting = shop.buy(card=ASKS, key="key-of-a-press")
    shop.till.pay(CHANNEL, ADA.viewer, waiting.id, VISA)
    assert shop.till.buy(wish(card=ASKS, key="key-of-a-press"), ADA) == waiting.id
