"""The contract of `Payments.pay_with`, over every provider there is (`shops.SHOPS`): another card pays what
waits for the bank of the first one, and the money is taken once."""

from __future__ import annotations

import pytest

from adapters.payments.tests.readings import kept
from adapters.payments.tests.shops import Plastic, Shop, subscribing, wanted
from touchline.billing.ports.payments import CardRefused, PaymentState


@pytest.mark.parametrize("saved", [True, False])
def test_another_card_pays_what_waits_for_the_bank(shop: Shop, saved: bool) -> None:
    customer = shop.customer()
    waiting = shop.payments.charge(wanted(customer, shop.new(Plastic.ASKS_ITS_HOLDER)))
    assert waiting.state is PaymentState.ACTION
    card = shop.saved(customer) if saved else shop.new()
    paid = shop.payments.pay_with(waiting.ref, customer, card)
    assert (paid.state, paid.ref, paid.order) == (PaymentState.PAID, waiting.ref, waiting.order)
    again = shop.payments.pay_with(waiting.ref, customer, card)
    assert (again.state, kept(again), len(again.charges)) == (PaymentState.PAID, kept(paid), 1)


def test_another_card_that_is_declined_gives_the_payment_up(shop: Shop) -> None:
    customer = shop.customer()
    waiting = shop.payments.charge(wanted(customer, shop.new(Plastic.ASKS_ITS_HOLDER)))
    failed = shop.payments.pay_with(waiting.ref, customer, shop.new(Plastic.DECLINED))
    assert failed.state is PaymentState.FAILED
    assert failed.failure_code is not None
    assert kept(failed) == 0


def test_another_card_that_asks_as_well_has_its_own_question(shop: Shop) -> None:
    customer = shop.customer()
    waiting = shop.payments.charge(wanted(customer, shop.new(Plastic.ASKS_ITS_HOLDER)))
    still = shop.payments.pay_with(waiting.ref, customer, shop.new(Plastic.ASKS_ITS_HOLDER))
    assert still.state is PaymentState.ACTION
    assert still.client_secret


def test_another_card_begins_a_subscription_whose_first_payment_waits(shop: Shop) -> None:
    customer = shop.customer()
    waiting = shop.payments.subscribe(subscribing(customer, shop.saved(customer, Plastic.ASKS_ITS_HOLDER)))
    assert waiting.state is PaymentState.ACTION
    paid = shop.payments.pay_with(waiting.ref, customer, shop.new())
    assert (paid.state, paid.ref) == (PaymentState.PAID, waiting.ref)
    assert len([one for one in paid.charges if one.paid]) == 1


def test_another_card_begins_a_trial_whose_card_waits(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.saved(customer, Plastic.ASKS_ITS_HOLDER)
    waiting = shop.payments.subscribe(subscribing(customer, card, trial_days=7))
    assert waiting.state is PaymentState.ACTION
    begun = shop.payments.pay_with(waiting.ref, customer, shop.new())
    assert (begun.state, kept(begun)) == (PaymentState.PAID, 0)


def test_the_card_of_somebody_else_is_refused(shop: Shop) -> None:
    customer, other = shop.customer(), shop.customer()
    waiting = shop.payments.charge(wanted(customer, shop.new(Plastic.ASKS_ITS_HOLDER)))
    with pytest.raises(CardRefused):
        shop.payments.pay_with(waiting.ref, customer, shop.saved(other))
    assert kept(shop.payments.look(waiting.ref)) == 0
