"""The contract of `Payments` about what is paid again and again, over every provider there is
(`shops.SHOPS`)."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.payments.tests.readings import kept, rhythm
from adapters.payments.tests.shops import DAY, Plastic, Shop, subscribing, wanted
from touchline.billing.domain.refusals import DECLINED
from touchline.billing.ports.payments import (
    Discount,
    Every,
    PaymentState,
    Rhythm,
)
from touchline.shared.money import Money

USD = "USD"
MONTH = timedelta(days=30)


@pytest.mark.parametrize(("every", "days"), [(Every.MONTH, {30}), (Every.YEAR, {365, 366})])
def test_a_subscription_is_paid_for_its_first_time(shop: Shop, every: Every, days: set[int]) -> None:
    customer = shop.customer()
    asked = subscribing(customer, shop.saved(customer), every=every)
    payment = shop.payments.subscribe(asked)
    assert (payment.state, payment.order, kept(payment)) == (PaymentState.PAID, asked.order, 999)
    [line] = payment.charges
    assert not line.renewal
    found = rhythm(payment)
    assert round((found.until - line.at) / timedelta(days=1)) in days
    assert abs(line.at - found.since) < timedelta(minutes=1)
    assert found == Rhythm(since=found.since, until=found.until)
    assert shop.payments.look(payment.ref) == payment


def test_the_same_order_is_subscribed_once_and_found_without_the_answer(shop: Shop) -> None:
    customer = shop.customer()
    asked = subscribing(customer, shop.saved(customer))
    payment = shop.payments.subscribe(asked)
    assert shop.payments.subscribe(asked) == payment
    assert shop.payments.find(customer, asked.order) == payment
    assert shop.charges(customer) == 1


def test_a_new_card_is_saved_by_subscribing(shop: Shop) -> None:
    customer, card = shop.customer(), shop.new()
    assert shop.payments.subscribe(subscribing(customer, card)).state is PaymentState.PAID
    assert [each.id for each in shop.payments.cards(customer)] == [card]


def test_two_subscribers_of_the_same_share_a_price_and_another_amount_has_another(shop: Shop) -> None:
    def price(minor: int) -> str:
        customer = shop.customer()
        asked = subscribing(customer, shop.saved(customer), amount=Money(minor, USD))
        return shop.price(shop.payments.subscribe(asked).ref)

    assert price(999) == price(999) != price(1099)


def test_a_subscription_renews_every_30_days(shop: Shop) -> None:
    customer = shop.in_time()
    first = shop.payments.subscribe(subscribing(customer, shop.saved(customer)))
    shop.pass_days(customer, 31)
    payment = shop.payments.look(first.ref)
    assert [(line.paid, line.renewal, line.amount.minor) for line in payment.charges] == [
        (True, False, 999),
        (True, True, 999),
    ]
    assert payment.charges[0] == first.charges[0]
    assert rhythm(payment).until == rhythm(first).until + MONTH


def test_the_first_time_is_whole_however_late_its_holder_confirmed(shop: Shop) -> None:
    customer = shop.in_time()
    card = shop.saved(customer, Plastic.ASKS_ITS_HOLDER)
    waits = shop.payments.subscribe(subscribing(customer, card))
    shop.pass_days(customer, 0.9)
    shop.answer_bank(waits.client_secret or "")
    paid = shop.payments.look(waits.ref)
    assert paid.state is PaymentState.PAID
    assert rhythm(paid).until == rhythm(paid).since + MONTH


def test_a_trial_costs_nothing_until_it_ends(shop: Shop) -> None:
    customer = shop.in_time()
    trial = shop.payments.subscribe(subscribing(customer, shop.saved(customer), trial_days=7))
    assert (trial.state, trial.charges, rhythm(trial).trial) == (PaymentState.PAID, (), True)
    shop.pass_days(customer, 8)
    payment = shop.payments.look(trial.ref)
    assert [(line.paid, line.renewal) for line in payment.charges] == [(True, False)]
    since = rhythm(trial).since
    assert rhythm(trial).until == since + timedelta(days=7)
    assert rhythm(payment) == Rhythm(since=since, until=since + timedelta(days=7) + MONTH)


def test_a_trial_whose_card_wants_its_holder_has_not_begun(shop: Shop) -> None:
    customer = shop.customer()
    asked = subscribing(customer, shop.saved(customer, Plastic.ASKS_ITS_HOLDER), trial_days=7)
    trial = shop.payments.subscribe(asked)
    assert trial.state is PaymentState.ACTION
    assert trial.client_secret
    given_up = shop.payments.give_up(trial.ref)
    assert (given_up.state, given_up.charges) == (PaymentState.FAILED, ())
    assert shop.payments.give_up(trial.ref) == given_up


def test_a_trial_whose_holder_confirms_begins(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.saved(customer, Plastic.ASKS_ITS_HOLDER)
    trial = shop.payments.subscribe(subscribing(customer, card, trial_days=7))
    shop.answer_bank(trial.client_secret or "")
    now = shop.payments.look(trial.ref)
    assert (now.state, now.client_secret, rhythm(now).trial) == (PaymentState.PAID, None, True)


@pytest.mark.parametrize("trial_days", [0, 7])
def test_a_subscription_whose_card_is_refused_at_once_fails(shop: Shop, trial_days: int) -> None:
    asked = subscribing(shop.customer(), shop.new(Plastic.DECLINED), trial_days=trial_days)
    payment = shop.payments.subscribe(asked)
    assert (payment.state, payment.order) == (PaymentState.FAILED, asked.order)
    assert payment.failure_message == DECLINED
    assert kept(payment) == 0


def test_a_subscription_whose_first_charge_is_declined_fails_and_is_over(shop: Shop) -> None:
    customer = shop.customer()
    asked = subscribing(customer, shop.saved(customer, Plastic.DECLINED_WHEN_CHARGED))
    payment = shop.payments.subscribe(asked)
    assert (payment.state, payment.failure_message) == (PaymentState.FAILED, DECLINED)
    assert [line.paid for line in payment.charges] == [False]
    assert shop.payments.subscribe(asked) == shop.payments.look(payment.ref) == payment
    assert shop.payments.find(customer, asked.order) == payment
    with pytest.raises(Exception, match=shop.NO_BILL):
        shop.pay_open_bill(payment.ref)


def test_a_first_payment_that_wants_its_holder_waits_and_may_be_given_up(shop: Shop) -> None:
    customer = shop.customer()
    payment = shop.payments.subscribe(subscribing(customer, shop.saved(customer, Plastic.ASKS_ITS_HOLDER)))
    assert payment.state is PaymentState.ACTION
    assert payment.client_secret
    given_up = shop.payments.give_up(payment.ref)
    assert (given_up.state, kept(given_up)) == (PaymentState.FAILED, 0)


def test_a_first_payment_that_its_holder_confirms_begins_the_subscription(shop: Shop) -> None:
    customer = shop.customer()
    payment = shop.payments.subscribe(subscribing(customer, shop.saved(customer, Plastic.ASKS_ITS_HOLDER)))
    shop.answer_bank(payment.client_secret or "")
    now = shop.payments.look(payment.ref)
    assert (now.state, kept(now)) == (PaymentState.PAID, 999)
    assert shop.payments.give_up(payment.ref) == now


def test_a_promo_code_takes_off_the_first_payment_alone(shop: Shop) -> None:
    customer = shop.in_time()
    discount = Discount("TIP_OFF 20", Money(200, USD))
    asked = subscribing(customer, shop.saved(customer), discount=discount)
    first = shop.payments.subscribe(asked)
    assert shop.payments.subscribe(asked) == first
    shop.pass_days(customer, 31)
    assert [line.amount.minor for line in shop.payments.look(first.ref).charges] == [799, 999]


def test_the_same_promo_code_serves_the_same_viewer_for_another_order(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.saved(customer)
    discount = Discount("TIPOFF20", Money(200, USD))
    for product in ("monthly", "other"):
        payment = shop.payments.subscribe(subscribing(customer, card, product=product, discount=discount))
        assert kept(payment) == 799


def test_a_first_time_that_a_promo_code_pays_is_no_charge(shop: Shop) -> None:
    customer = shop.customer()
    discount = Discount("ALLOFIT", Money(999, USD))
    payment = shop.payments.subscribe(subscribing(customer, shop.saved(customer), discount=discount))
    assert (payment.state, payment.charges) == (PaymentState.PAID, ())


def test_a_subscription_stops_when_what_is_paid_is_over_or_goes_on_after_all(shop: Shop) -> None:
    customer = shop.in_time()
    ref = shop.payments.subscribe(subscribing(customer, shop.saved(customer))).ref
    assert rhythm(shop.payments.renew(ref, on=False)).stops
    assert rhythm(shop.payments.renew(ref, on=False)).stops
    assert not rhythm(shop.payments.renew(ref, on=True)).stops
    stopping = rhythm(shop.payments.renew(ref, on=False))
    shop.pass_days(customer, 31)
    payment = shop.payments.look(ref)
    over = rhythm(payment)
    assert (payment.state, len(payment.charges)) == (PaymentState.PAID, 1)
    assert over.ended_at == over.until == stopping.until
    assert rhythm(shop.payments.renew(ref, on=True)) == over


def test_one_that_was_stopped_on_a_day_goes_on_after_all(shop: Shop) -> None:
    customer = shop.customer()
    payment = shop.payments.subscribe(subscribing(customer, shop.saved(customer)))
    day = int(rhythm(payment).until.timestamp()) - DAY
    shop.stop_on(payment.ref, day)
    assert rhythm(shop.payments.look(payment.ref)).stops
    assert rhythm(shop.payments.renew(payment.ref, on=True)) == rhythm(payment)


def test_a_subscription_that_is_ended_is_over_at_once(shop: Shop) -> None:
    customer = shop.customer()
    ref = shop.payments.subscribe(subscribing(customer, shop.saved(customer))).ref
    payment = shop.payments.end(ref)
    assert (payment.state, kept(payment)) == (PaymentState.PAID, 999)
    assert rhythm(payment).ended_at is not None
    assert shop.payments.end(ref) == payment


def test_a_renewal_that_cannot_be_charged_says_since_when_and_what_is_paid(shop: Shop) -> None:
    customer = shop.in_time()
    bad, good = shop.saved(customer, Plastic.DECLINED_WHEN_CHARGED), shop.saved(customer)
    first = shop.payments.subscribe(subscribing(customer, good))
    shop.change_card(first.ref, bad)
    shop.pass_days(customer, 30.2)
    late = shop.payments.look(first.ref)
    assert (late.state, rhythm(late).until) == (PaymentState.PAID, rhythm(first).until)
    assert rhythm(late).past_due_at is not None
    assert [(line.paid, line.renewal, line.failure) for line in late.charges][1:] == [(False, True, DECLINED)]

    shop.change_card(first.ref, good)
    shop.pay_open_bill(first.ref)
    mended = shop.payments.look(first.ref)
    assert rhythm(mended) == replace(rhythm(first), until=rhythm(first).until + MONTH)
    assert mended.charges[:2] == late.charges
    assert (mended.charges[2].renewal, kept(mended)) == (True, 1998)
    assert len({line.ref for line in mended.charges}) == 3


def test_a_renewal_that_cannot_be_charged_is_not_tried_again_once_its_subscription_is_ended(
    shop: Shop,
) -> None:
    customer = shop.in_time()
    bad, good = shop.saved(customer, Plastic.DECLINED_WHEN_CHARGED), shop.saved(customer)
    first = shop.payments.subscribe(subscribing(customer, good))
    shop.change_card(first.ref, bad)
    shop.pass_days(customer, 30.2)
    shop.make_default(customer, good)
    ended = shop.payments.end(first.ref)
    assert (rhythm(ended).until, kept(ended)) == (rhythm(first).until, 999)
    shop.pass_days(customer, 10)
    assert shop.payments.look(first.ref) == ended


def test_a_renewal_goes_back_without_the_first_payment(shop: Shop) -> None:
    customer = shop.in_time()
    first = shop.payments.subscribe(subscribing(customer, shop.saved(customer)))
    shop.pass_days(customer, 31)
    renewal = shop.payments.look(first.ref).charges[1]
    shop.payments.refund(renewal.ref, renewal.amount, f"{renewal.ref}-back")
    payment = shop.payments.look(first.ref)
    assert [len(line.returned) for line in payment.charges] == [0, 1]
    assert kept(payment) == 999


def test_money_of_two_customers_never_mixes(shop: Shop) -> None:
    both = [shop.customer(), shop.customer()]
    refs = [shop.payments.subscribe(subscribing(one, shop.saved(one))).ref for one in both]
    game = shop.payments.charge(wanted(both[0], shop.new()))
    assert [kept(shop.payments.look(ref)) for ref in refs] == [999, 999]
    shop.payments.refund(game.ref, Money(1250, USD), f"{game.ref}-back")
    assert [kept(shop.payments.look(ref)) for ref in refs] == [999, 999]
