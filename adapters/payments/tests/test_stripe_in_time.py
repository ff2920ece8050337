"""What must hold over days, and when two things happen at once: by the stand-in, whose clock can be put
forward."""

from __future__ import annotations

import pytest

from adapters.payments.stripe_subscriptions import StripeSubscriptions
from adapters.payments.tests.shops import Plastic, subscribing
from adapters.payments.tests.stripe_shop import StripeShop
from touchline.billing.ports.payments import Discount, Payment, PaymentState, PaymentsUnavailable
from touchline.shared.money import Money

LATER = 2


def price_of(shop: StripeShop, minor: int = 999) -> str:
    customer = shop.customer()
    asked = subscribing(customer, shop.saved(customer), amount=Money(minor, "USD"))
    ref = shop.payments.subscribe(asked).ref
    return shop.price(ref)


def test_a_price_is_found_when_stripe_has_forgotten_that_it_was_asked_for(stripe_shop: StripeShop) -> None:
    first = price_of(stripe_shop)
    stripe_shop.stand_in.advance(days=LATER)
    assert price_of(stripe_shop) == first
    assert price_of(stripe_shop, 1099) != first
    assert len(stripe_shop.sdk.v1.products.list().data) == 1


def test_a_promo_code_of_an_order_that_was_not_made_does_not_stand_in_the_way(
    stripe_shop: StripeShop,
) -> None:
    customer = stripe_shop.customer()
    card, discount = stripe_shop.saved(customer), Discount("TIPOFF20", Money(200, "USD"))
    stripe_shop.stand_in.fail_next(2, "500", only="POST /v1/subscriptions")
    with pytest.raises(PaymentsUnavailable):
        stripe_shop.payments.subscribe(subscribing(customer, card, discount=discount))
    payment = stripe_shop.payments.subscribe(subscribing(customer, card, discount=discount))
    assert payment.charges[0].amount == Money(799, "USD")


def test_an_order_is_asked_for_again_after_its_promo_code_was_made(stripe_shop: StripeShop) -> None:
    customer = stripe_shop.customer()
    asked = subscribing(
        customer, stripe_shop.saved(customer), discount=Discount("TIPOFF20", Money(200, "USD"))
    )
    for only in ("POST /v1/promotion_codes", "POST /v1/subscriptions"):
        stripe_shop.stand_in.fail_next(2, "after", only=only)
        with pytest.raises(PaymentsUnavailable):
            stripe_shop.payments.subscribe(asked)
    assert stripe_shop.payments.subscribe(asked).charges[0].amount == Money(799, "USD")


def test_a_subscription_that_is_confirmed_while_it_is_given_up_is_not_ended(
    stripe_shop: StripeShop, monkeypatch: pytest.MonkeyPatch
) -> None:
    customer = stripe_shop.customer()
    card = stripe_shop.saved(customer, Plastic.ASKS_ITS_HOLDER)
    payment = stripe_shop.payments.subscribe(subscribing(customer, card))
    look = StripeSubscriptions.look
    looked: list[str] = []

    def confirmed_just_after(self: StripeSubscriptions, ref: str) -> Payment:
        found = look(self, ref)
        if not looked:
            stripe_shop.answer_bank(payment.client_secret or "")
        looked.append(ref)
        return found

    monkeypatch.setattr(StripeSubscriptions, "look", confirmed_just_after)
    now = stripe_shop.payments.give_up(payment.ref)
    assert (now.state, len(now.charges)) == (PaymentState.PAID, 1)
    assert now.rhythm
    assert now.rhythm.ended_at is None
