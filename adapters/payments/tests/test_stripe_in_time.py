"""What must hold over days, and when two things happen at once: by the stand-in, whose clock can be put
forward."""

from __future__ import annotations

import pytest

from adapters.payments.stripe_subscriptions import StripeSubscriptions
from adapters.payments.tests.shops import Shop, subscribing
from touchline.billing.ports.payments import Discount, Payment, PaymentState, PaymentsUnavailable
from touchline.shared.money import Money

LATER = 2


def price_of(shop: Shop, minor: int = 999) -> str:
    customer = shop.customer()
    asked = subscribing(customer, shop.saved(customer), amount=Money(minor, "USD"))
    ref = shop.payments.subscribe(asked).ref
    return shop.sdk.v1.subscriptions.retrieve(ref).items.data[0].price.id


def test_a_price_is_found_when_stripe_has_forgotten_that_it_was_asked_for(stand_in: Shop) -> None:
    assert stand_in.running
    first = price_of(stand_in)
    stand_in.running.advance(days=LATER)
    assert price_of(stand_in) == first
    assert price_of(stand_in, 1099) != first
    assert len(stand_in.sdk.v1.products.list().data) == 1


def test_a_promo_code_of_an_order_that_was_not_made_does_not_stand_in_the_way(stand_in: Shop) -> None:
    assert stand_in.running
    customer = stand_in.customer()
    card, discount = stand_in.saved(customer), Discount("TIPOFF20", Money(200, "USD"))
    stand_in.running.fail_next(3, "500", only="POST /v1/subscriptions")
    with pytest.raises(PaymentsUnavailable):
        stand_in.payments.subscribe(subscribing(customer, card, discount=discount))
    payment = stand_in.payments.subscribe(subscribing(customer, card, discount=discount))
    assert payment.charges[0].amount == Money(799, "USD")


def test_an_order_is_asked_for_again_after_its_promo_code_was_made(stand_in: Shop) -> None:
    assert stand_in.running
    customer = stand_in.customer()
    asked = subscribing(customer, stand_in.saved(customer), discount=Discount("TIPOFF20", Money(200, "USD")))
    for only in ("POST /v1/promotion_codes", "POST /v1/subscriptions"):
        stand_in.running.fail_next(3, "after", only=only)
        with pytest.raises(PaymentsUnavailable):
            stand_in.payments.subscribe(asked)
    assert stand_in.payments.subscribe(asked).charges[0].amount == Money(799, "USD")


def test_a_subscription_that_is_confirmed_while_it_is_given_up_is_not_ended(
    stand_in: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    customer = stand_in.customer()
    card = stand_in.saved(customer, "authenticationRequired")
    payment = stand_in.payments.subscribe(subscribing(customer, card))
    look = StripeSubscriptions.look
    looked: list[str] = []

    def confirmed_just_after(self: StripeSubscriptions, ref: str) -> Payment:
        found = look(self, ref)
        if not looked:
            stand_in.answer_bank((payment.client_secret or "").partition("_secret_")[0])
        looked.append(ref)
        return found

    monkeypatch.setattr(StripeSubscriptions, "look", confirmed_just_after)
    now = stand_in.payments.give_up(payment.ref)
    assert (now.state, len(now.charges)) == (PaymentState.PAID, 1)
    assert now.rhythm
    assert now.rhythm.ended_at is None
