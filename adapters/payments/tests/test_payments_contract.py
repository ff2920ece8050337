"""The contract of the ports `Payments`, `Wallet` and `Notices`, over every provider there is
(`shops.SHOPS`)."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from adapters.payments.tests.shops import CHANNEL, DAY, Plastic, Shop, payer, subscribing, wanted
from touchline.billing.domain.refusals import DECLINED, EXPIRED, FUNDS, SECURITY_CODE
from touchline.billing.ports.payments import (
    CardRefused,
    Charged,
    Discount,
    Every,
    Notice,
    Payment,
    PaymentState,
    PaymentsUnavailable,
    Rhythm,
)
from touchline.shared.errors import Refused
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money

USD = "USD"
MONTH = timedelta(days=30)


def paid(payment: Payment) -> list[Charged]:
    return [line for line in payment.charges if line.paid]


def kept(payment: Payment) -> int:
    """What is left of the money, in minor units."""
    back = sum(one.amount.minor * (-1 if one.won else 1) for line in paid(payment) for one in line.returned)
    return sum(line.amount.minor for line in paid(payment)) - back


def rhythm(payment: Payment) -> Rhythm:
    assert payment.rhythm is not None
    return payment.rhythm


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
    assert "_secret_" in shop.payments.setup(shop.customer())


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
    with pytest.raises(Exception, match="canceled"):
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


# ---- Paying again and again ----


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
    assert found == Rhythm(until=found.until)
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


def test_a_trial_costs_nothing_until_it_ends(shop: Shop) -> None:
    customer = shop.in_time()
    trial = shop.payments.subscribe(subscribing(customer, shop.saved(customer), trial_days=7))
    assert (trial.state, trial.charges, rhythm(trial).trial) == (PaymentState.PAID, (), True)
    shop.pass_days(customer, 8)
    payment = shop.payments.look(trial.ref)
    assert [(line.paid, line.renewal) for line in payment.charges] == [(True, False)]
    assert rhythm(payment) == Rhythm(until=rhythm(trial).until + MONTH)


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
    with pytest.raises(Exception, match="invoice"):
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
    assert rhythm(mended) == Rhythm(until=rhythm(first).until + MONTH)
    assert mended.charges[:2] == late.charges
    assert (mended.charges[2].renewal, kept(mended)) == (True, 1998)
    assert len({line.ref for line in mended.charges}) == 3


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


# ---- What the provider tells by itself ----


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
        (body.replace(b"succeeded", b"canceled"), signature),
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
