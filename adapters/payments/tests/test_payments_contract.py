"""The contract of the ports `Wallet` and `Payments` about what is paid once, over every provider there is
(`shops.SHOPS`)."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest

from adapters.payments.tests.readings import kept
from adapters.payments.tests.shops import CHANNEL, Plastic, Shop, payer, subscribing, wanted
from touchline.billing.domain.refusals import DECLINED, EXPIRED, FUNDS, SECURITY_CODE
from touchline.billing.ports.payments import (
    CardRefused,
    PaymentState,
)
from touchline.shared.errors import Refused
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money

USD = "USD"


# ---- Customers and cards ----


def test_a_viewer_is_one_customer_however_often_one_asks(shop: Shop) -> None:
    someone = payer()
    first = shop.payments.customer(someone)
    assert shop.payments.customer(someone) == first


def test_viewers_of_two_channels_and_two_viewers_are_two_customers(shop: Shop) -> None:
    someone = payer()
    elsewhere = replace(someone, channel_id=ChannelId(CHANNEL + 1))
    assert len({shop.payments.customer(each) for each in (someone, elsewhere, payer())}) == 3


def test_a_customer_that_was_forgotten_does_not_come_back(shop: Shop) -> None:
    someone = payer()
    first = shop.payments.customer(someone)
    shop.payments.forget(first)
    shop.payments.forget(first)
    second = shop.payments.customer(someone)
    assert second != first
    assert shop.payments.customer(someone) == second


def test_a_card_is_saved_in_the_browser_with_a_secret(shop: Shop) -> None:
    secrets = [shop.payments.setup(shop.customer()) for _ in range(2)]
    assert secrets[0] != secrets[1]
    assert all(shop.SECRET in each for each in secrets)


def test_saved_cards_are_listed_with_the_default_first(shop: Shop) -> None:
    customer = shop.customer()
    assert shop.payments.cards(customer) == []
    visa = shop.saved(customer)
    mastercard = shop.saved(customer, Plastic.GOOD_TOO)
    shop.make_default(customer, visa)
    cards = shop.payments.cards(customer)
    assert [(card.id, card.brand, card.last4, card.is_default) for card in cards] == [
        (visa, "visa", "4242", True),
        (mastercard, "mastercard", "4444", False),
    ]
    assert 1 <= cards[0].exp_month <= 12
    assert cards[0].exp_year >= 2026
    assert cards[0].fingerprint


def test_one_may_pay_with_a_card_of_ones_own_or_a_new_one(shop: Shop) -> None:
    customer = shop.customer()
    saved, new = shop.saved(customer), shop.new()
    for name in (saved, new):
        card = shop.payments.card(customer, name)
        assert card is not None
        assert (card.id, card.last4) == (name, "4242")


def test_one_may_not_pay_with_anothers_card_or_with_none(shop: Shop) -> None:
    customer, another = shop.customer(), shop.customer()
    foreign = shop.saved(another)
    assert shop.payments.card(customer, foreign) is None
    assert shop.payments.card(customer, "pm_that_never_was") is None
    for name in (foreign, "pm_that_never_was"):
        with pytest.raises(CardRefused, match="saved cards"):
            shop.payments.charge(wanted(customer, name))
        with pytest.raises(CardRefused, match="saved cards"):
            shop.payments.subscribe(subscribing(customer, name))


def test_a_card_that_was_spent_on_one_payment_cannot_be_subscribed_with(shop: Shop) -> None:
    customer, spent = shop.customer(), shop.new()
    shop.payments.charge(wanted(customer, spent))
    with pytest.raises(CardRefused, match="saved cards"):
        shop.payments.subscribe(subscribing(customer, spent))


def test_the_same_card_is_known_again_by_its_fingerprint(shop: Shop) -> None:
    customer, another = shop.customer(), shop.customer()
    cards = [shop.payments.card(one, shop.saved(one)) for one in (customer, another)]
    assert cards[0] and cards[1] and cards[0].fingerprint == cards[1].fingerprint
    assert "fingerprint" not in repr(cards[0])


def test_a_saved_card_is_dropped_by_its_owner_alone(shop: Shop) -> None:
    customer = shop.customer()
    card = shop.saved(customer)
    with pytest.raises(CardRefused):
        shop.payments.drop_card(shop.customer(), card)
    shop.payments.drop_card(customer, card)
    assert shop.payments.cards(customer) == []
    with pytest.raises(CardRefused):
        shop.payments.drop_card(customer, card)


def test_the_portal_has_an_address(shop: Shop) -> None:
    address = shop.payments.portal(shop.customer(), "https://prairie.example/profile", "fr")
    assert address.startswith("http")


# ---- Paying once ----


def test_a_card_is_charged_what_is_asked(shop: Shop) -> None:
    customer = shop.customer()
    asked = wanted(customer, shop.saved(customer))
    payment = shop.payments.charge(asked)
    assert (payment.state, payment.order, kept(payment)) == (PaymentState.PAID, asked.order, 1250)
    assert payment.charges[0].amount == Money(1250, USD)
    assert shop.payments.look(payment.ref) == payment


def test_a_new_card_pays_and_is_not_saved(shop: Shop) -> None:
    customer = shop.customer()
    assert shop.payments.charge(wanted(customer, shop.new())).state is PaymentState.PAID
    assert shop.payments.cards(customer) == []


@pytest.mark.parametrize(("minor", "currency"), [(500, "JPY"), (5120, "KWD"), (499, "CAD")])
def test_amounts_are_the_same_there_as_here(shop: Shop, minor: int, currency: str) -> None:
    customer = shop.customer()
    payment = shop.payments.charge(wanted(customer, shop.saved(customer), minor, currency))
    assert payment.charges[0].amount == Money(minor, currency)


def test_a_price_that_is_too_small_for_a_card_is_refused(shop: Shop) -> None:
    customer = shop.customer()
    for price in (wanted(customer, shop.new(), 1), wanted(customer, shop.new(), 5125, "KWD")):
        with pytest.raises(Refused, match="cannot be paid by card"):
            shop.payments.charge(price)
    assert shop.charges(customer) == 0


def test_the_same_order_is_charged_once(shop: Shop) -> None:
    customer = shop.customer()
    asked = wanted(customer, shop.saved(customer))
    first = shop.payments.charge(asked)
    assert shop.payments.charge(asked) == first
    assert shop.charges(customer) == 1


def test_a_repeated_order_answers_how_it_stands_now_and_not_then(shop: Shop) -> None:
    customer = shop.customer()
    asked = wanted(customer, shop.saved(customer))
    payment = shop.payments.charge(asked)
    shop.payments.refund(payment.ref, Money(1250, USD), str(uuid.uuid4()))
    assert kept(shop.payments.charge(asked)) == 0


@pytest.mark.parametrize(
    ("card", "code", "sentence"),
    [
        (Plastic.DECLINED, "generic_decline", DECLINED),
        (Plastic.WITHOUT_FUNDS, "insufficient_funds", FUNDS),
        (Plastic.EXPIRED, "expired_card", EXPIRED),
        (Plastic.WRONG_CODE, "incorrect_cvc", SECURITY_CODE),
    ],
)
def test_a_declined_card_is_an_answer_that_stays(shop: Shop, card: Plastic, code: str, sentence: str) -> None:
    asked = wanted(shop.customer(), shop.new(card))
    payment = shop.payments.charge(asked)
    assert (payment.state, payment.order, payment.failure_code) == (PaymentState.FAILED, asked.order, code)
    assert payment.failure_message == sentence
    assert [(line.paid, line.failure) for line in payment.charges] == [(False, sentence)]
    assert shop.payments.charge(asked) == shop.payments.look(payment.ref) == payment


def test_a_card_that_wants_its_holder_gives_the_browser_a_secret(shop: Shop) -> None:
    payment = shop.payments.charge(wanted(shop.customer(), shop.new(Plastic.ASKS_ITS_HOLDER)))
    assert (payment.state, payment.charges) == (PaymentState.ACTION, ())
    assert payment.client_secret


def test_what_its_holder_confirms_is_paid(shop: Shop) -> None:
    payment = shop.payments.charge(wanted(shop.customer(), shop.new(Plastic.ASKS_ITS_HOLDER)))
    shop.answer_bank(payment.client_secret or "")
    now = shop.payments.look(payment.ref)
    assert (now.state, now.client_secret, kept(now)) == (PaymentState.PAID, None, 1250)


def test_what_its_holder_does_not_confirm_is_pending_with_a_failure_until_it_is_given_up(shop: Shop) -> None:
    payment = shop.payments.charge(wanted(shop.customer(), shop.new(Plastic.ASKS_ITS_HOLDER)))
    shop.answer_bank(payment.client_secret or "", succeeded=False)
    now = shop.payments.look(payment.ref)
    assert (now.state, now.failure_code) == (PaymentState.PENDING, "payment_intent_authentication_failure")
    assert shop.payments.give_up(payment.ref).state is PaymentState.FAILED


def test_a_payment_that_is_given_up_can_never_be_made(shop: Shop) -> None:
    payment = shop.payments.charge(wanted(shop.customer(), shop.new(Plastic.ASKS_ITS_HOLDER)))
    given_up = shop.payments.give_up(payment.ref)
    assert (given_up.state, given_up.failure_code) == (PaymentState.FAILED, "abandoned")
    with pytest.raises(Exception, match=shop.GIVEN_UP):
        shop.pay_after_all(payment.ref)
    assert shop.payments.give_up(payment.ref) == given_up


def test_a_paid_one_cannot_be_given_up(shop: Shop) -> None:
    payment = shop.payments.charge(wanted(shop.customer(), shop.new()))
    assert shop.payments.give_up(payment.ref) == payment


def test_an_order_is_found_without_the_answer(shop: Shop) -> None:
    customer = shop.customer()
    asked = [wanted(customer, shop.new(), minor) for minor in (100, 200)]
    made = [shop.payments.charge(each) for each in asked]
    assert [shop.payments.find(customer, each.order) for each in asked] == made
    assert shop.payments.find(customer, str(uuid.uuid4())) is None
    assert shop.payments.find(shop.customer(), asked[0].order) is None
    assert shop.payments.find("cus_that_never_was", asked[0].order) is None


# ---- Money that goes back ----


def test_money_goes_back_in_parts_until_nothing_is_left(shop: Shop) -> None:
    ref = shop.payments.charge(wanted(shop.customer(), shop.new())).ref
    shop.payments.refund(ref, Money(500, USD), f"{ref}-1")
    assert kept(shop.payments.look(ref)) == 750
    with pytest.raises(Refused, match="not left"):
        shop.payments.refund(ref, Money(751, USD), f"{ref}-2")
    shop.payments.refund(ref, Money(750, USD), f"{ref}-3")
    with pytest.raises(Refused, match="not left"):
        shop.payments.refund(ref, Money(1, USD), f"{ref}-4")
    payment = shop.payments.look(ref)
    assert (payment.state, kept(payment)) == (PaymentState.PAID, 0)
    assert [one.amount.minor for one in payment.charges[0].returned] == [500, 750]


def test_a_refund_of_the_same_name_happens_once(shop: Shop) -> None:
    ref = shop.payments.charge(wanted(shop.customer(), shop.new())).ref
    for _ in range(2):
        shop.payments.refund(ref, Money(500, USD), f"{ref}-once")
    assert kept(shop.payments.look(ref)) == 750


def test_one_charge_of_several_goes_back_by_its_own_name(shop: Shop) -> None:
    payment = shop.payments.charge(wanted(shop.customer(), shop.new()))
    shop.payments.refund(shop.part_of(payment.ref), Money(250, USD), f"{payment.ref}-own")
    assert kept(shop.payments.look(payment.ref)) == 1000


def test_a_disputed_charge_is_money_that_is_gone(shop: Shop) -> None:
    ref = shop.payments.charge(wanted(shop.customer(), shop.new(Plastic.DISPUTED))).ref
    line = shop.until(lambda: [one for one in shop.payments.look(ref).charges if one.returned])[0]
    assert [(one.dispute, one.won, one.amount.minor) for one in line.returned] == [(True, False, 1250)]
    with pytest.raises(Refused, match="disputed"):
        shop.payments.refund(ref, Money(1250, USD), f"{ref}-back")


def test_a_dispute_that_is_won_brings_the_money_back(shop: Shop) -> None:
    ref = shop.payments.charge(wanted(shop.customer(), shop.new(Plastic.DISPUTED))).ref
    shop.until(lambda: shop.payments.look(ref).charges[0].returned)
    shop.win_dispute(ref)
    shop.until(lambda: len(shop.payments.look(ref).charges[0].returned) == 2)
    assert kept(shop.payments.look(ref)) == 1250
