"""Contract of `Wallet` and of one-time payments, for every provider (`provider_harness.HARNESSES`)."""

from __future__ import annotations

import uuid
from dataclasses import replace

import pytest

from adapters.payments.tests.payment_summaries import get_net_amount
from adapters.payments.tests.provider_harness import (
    CHANNEL,
    CardKind,
    ProviderHarness,
    build_payer,
    build_payment_request,
    build_subscription_request,
)
from touchline.billing.domain.checkout.declines import (
    DECLINED,
    EXPIRED,
    INCORRECT_SECURITY_CODE,
    INSUFFICIENT_FUNDS,
)
from touchline.billing.ports.payments import CardRefusedError, PaymentState
from touchline.shared.errors import RefusedError
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money

USD = "USD"


# ---- Customers and cards ----


def test_a_viewer_is_one_customer_however_often_requested(harness: ProviderHarness) -> None:
    payer = build_payer()
    first = harness.payments.get_or_create_customer(payer)
    assert harness.payments.get_or_create_customer(payer) == first


def test_viewers_of_two_channels_and_two_viewers_are_two_customers(harness: ProviderHarness) -> None:
    payer = build_payer()
    elsewhere = replace(payer, channel_id=ChannelId(CHANNEL + 1))
    assert (
        len({harness.payments.get_or_create_customer(each) for each in (payer, elsewhere, build_payer())})
        == 3
    )


def test_a_deleted_customer_is_not_reused(harness: ProviderHarness) -> None:
    payer = build_payer()
    first = harness.payments.get_or_create_customer(payer)
    harness.payments.delete_customer(first)
    harness.payments.delete_customer(first)
    second = harness.payments.get_or_create_customer(payer)
    assert second != first
    assert harness.payments.get_or_create_customer(payer) == second


def test_a_card_is_saved_in_the_browser_with_a_secret(harness: ProviderHarness) -> None:
    secrets = [harness.payments.create_setup_intent(harness.create_customer()) for _ in range(2)]
    assert secrets[0] != secrets[1]
    assert all(harness.SECRET in each for each in secrets)


def test_saved_cards_are_listed_with_the_default_first(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    assert harness.payments.list_cards(customer) == []
    visa = harness.attach_card(customer)
    mastercard = harness.attach_card(customer, CardKind.OTHER_GOOD)
    harness.make_default(customer, visa)
    cards = harness.payments.list_cards(customer)
    assert [(card.id, card.brand, card.last4, card.is_default) for card in cards] == [
        (visa, "visa", "4242", True),
        (mastercard, "mastercard", "4444", False),
    ]
    assert 1 <= cards[0].exp_month <= 12
    assert cards[0].exp_year >= 2026
    assert cards[0].fingerprint


def test_one_may_pay_with_a_card_of_ones_own_or_a_new_one(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    saved, new = harness.attach_card(customer), harness.create_card()
    for name in (saved, new):
        card = harness.payments.get_card(customer, name)
        assert card is not None
        assert (card.id, card.last4) == (name, "4242")


def test_one_may_not_pay_with_anothers_card_or_with_none(harness: ProviderHarness) -> None:
    customer, another = harness.create_customer(), harness.create_customer()
    other_card = harness.attach_card(another)
    assert harness.payments.get_card(customer, other_card) is None
    assert harness.payments.get_card(customer, "pm_that_never_was") is None
    for name in (other_card, "pm_that_never_was"):
        with pytest.raises(CardRefusedError, match="saved cards"):
            harness.payments.charge(build_payment_request(customer, name))
        with pytest.raises(CardRefusedError, match="saved cards"):
            harness.payments.subscribe(build_subscription_request(customer, name))


def test_a_card_that_was_spent_on_one_payment_cannot_be_subscribed_with(harness: ProviderHarness) -> None:
    customer, used_card = harness.create_customer(), harness.create_card()
    harness.payments.charge(build_payment_request(customer, used_card))
    with pytest.raises(CardRefusedError, match="saved cards"):
        harness.payments.subscribe(build_subscription_request(customer, used_card))


def test_the_same_card_is_known_again_by_its_fingerprint(harness: ProviderHarness) -> None:
    customer, another = harness.create_customer(), harness.create_customer()
    cards = [harness.payments.get_card(one, harness.attach_card(one)) for one in (customer, another)]
    assert cards[0] and cards[1] and cards[0].fingerprint == cards[1].fingerprint
    assert "fingerprint" not in repr(cards[0])


def test_a_saved_card_is_dropped_by_its_owner_alone(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    card = harness.attach_card(customer)
    with pytest.raises(CardRefusedError):
        harness.payments.detach_card(harness.create_customer(), card)
    harness.payments.detach_card(customer, card)
    assert harness.payments.list_cards(customer) == []
    with pytest.raises(CardRefusedError):
        harness.payments.detach_card(customer, card)


def test_the_portal_has_an_address(harness: ProviderHarness) -> None:
    address = harness.payments.create_portal_session(
        harness.create_customer(), "https://prairie.example/profile", "fr"
    )
    assert address.startswith("http")


# ---- One-time payments ----


def test_a_card_is_charged_the_requested_amount(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment_request = build_payment_request(customer, harness.attach_card(customer))
    payment = harness.payments.charge(payment_request)
    assert (payment.state, payment.order, get_net_amount(payment)) == (
        PaymentState.PAID,
        payment_request.order,
        1250,
    )
    assert payment.charges[0].amount == Money(1250, USD)
    assert harness.payments.retrieve(payment.ref) == payment


def test_a_new_card_pays_and_is_not_saved(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    assert (
        harness.payments.charge(build_payment_request(customer, harness.create_card())).state
        is PaymentState.PAID
    )
    assert harness.payments.list_cards(customer) == []


@pytest.mark.parametrize(("minor", "currency"), [(500, "JPY"), (5120, "KWD"), (499, "CAD")])
def test_amounts_are_the_same_there_as_here(harness: ProviderHarness, minor: int, currency: str) -> None:
    customer = harness.create_customer()
    payment = harness.payments.charge(
        build_payment_request(customer, harness.attach_card(customer), minor, currency)
    )
    assert payment.charges[0].amount == Money(minor, currency)


def test_a_price_that_is_too_small_for_a_card_is_refused(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    for price in (
        build_payment_request(customer, harness.create_card(), 1),
        build_payment_request(customer, harness.create_card(), 5125, "KWD"),
    ):
        with pytest.raises(RefusedError, match="cannot be paid by card"):
            harness.payments.charge(price)
    assert harness.count_charges(customer) == 0


def test_the_same_order_is_charged_once(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment_request = build_payment_request(customer, harness.attach_card(customer))
    first = harness.payments.charge(payment_request)
    assert harness.payments.charge(payment_request) == first
    assert harness.count_charges(customer) == 1


def test_a_repeated_order_returns_its_current_state(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment_request = build_payment_request(customer, harness.attach_card(customer))
    payment = harness.payments.charge(payment_request)
    harness.payments.refund(payment.ref, Money(1250, USD), str(uuid.uuid4()))
    assert get_net_amount(harness.payments.charge(payment_request)) == 0


@pytest.mark.parametrize(
    ("card", "code", "sentence"),
    [
        (CardKind.DECLINED, "generic_decline", DECLINED),
        (CardKind.INSUFFICIENT_FUNDS, "insufficient_funds", INSUFFICIENT_FUNDS),
        (CardKind.EXPIRED, "expired_card", EXPIRED),
        (CardKind.INCORRECT_CVC, "incorrect_cvc", INCORRECT_SECURITY_CODE),
    ],
)
def test_a_declined_card_is_an_answer_that_stays(
    harness: ProviderHarness, card: CardKind, code: str, sentence: str
) -> None:
    payment_request = build_payment_request(harness.create_customer(), harness.create_card(card))
    payment = harness.payments.charge(payment_request)
    assert (payment.state, payment.order, payment.failure_code) == (
        PaymentState.FAILED,
        payment_request.order,
        code,
    )
    assert payment.failure_message == sentence
    assert [(charge.paid, charge.failure) for charge in payment.charges] == [(False, sentence)]
    assert harness.payments.charge(payment_request) == harness.payments.retrieve(payment.ref) == payment


def test_a_card_that_wants_its_holder_gives_the_browser_a_secret(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(
        build_payment_request(
            harness.create_customer(), harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
        )
    )
    assert (payment.state, payment.charges) == (PaymentState.REQUIRES_ACTION, ())
    assert payment.client_secret


def test_what_its_holder_confirms_is_paid(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(
        build_payment_request(
            harness.create_customer(), harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
        )
    )
    harness.authenticate(payment.client_secret or "")
    now = harness.payments.retrieve(payment.ref)
    assert (now.state, now.client_secret, get_net_amount(now)) == (PaymentState.PAID, None, 1250)


def test_an_unconfirmed_payment_is_pending_with_a_failure_until_it_is_canceled(
    harness: ProviderHarness,
) -> None:
    payment = harness.payments.charge(
        build_payment_request(
            harness.create_customer(), harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
        )
    )
    harness.authenticate(payment.client_secret or "", succeeded=False)
    now = harness.payments.retrieve(payment.ref)
    assert (now.state, now.failure_code) == (PaymentState.PENDING, "payment_intent_authentication_failure")
    assert harness.payments.cancel_unpaid(payment.ref).state is PaymentState.FAILED


def test_a_canceled_payment_can_never_be_paid(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(
        build_payment_request(
            harness.create_customer(), harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
        )
    )
    canceled = harness.payments.cancel_unpaid(payment.ref)
    assert (canceled.state, canceled.failure_code) == (PaymentState.FAILED, "abandoned")
    with pytest.raises(Exception, match=harness.CANCELED_ERROR):
        harness.confirm_again(payment.ref)
    assert harness.payments.cancel_unpaid(payment.ref) == canceled


def test_a_paid_one_cannot_be_canceled(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card()))
    assert harness.payments.cancel_unpaid(payment.ref) == payment


def test_an_order_is_found_without_the_answer(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment_requests = [build_payment_request(customer, harness.create_card(), minor) for minor in (100, 200)]
    payments = [harness.payments.charge(each) for each in payment_requests]
    assert [harness.payments.find(customer, each.order) for each in payment_requests] == payments
    assert harness.payments.find(customer, str(uuid.uuid4())) is None
    assert harness.payments.find(harness.create_customer(), payment_requests[0].order) is None
    assert harness.payments.find("cus_that_never_was", payment_requests[0].order) is None


# ---- Refunds and disputes ----


def test_money_goes_back_in_parts_until_nothing_is_left(harness: ProviderHarness) -> None:
    ref = harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card())).ref
    harness.payments.refund(ref, Money(500, USD), f"{ref}-1")
    assert get_net_amount(harness.payments.retrieve(ref)) == 750
    with pytest.raises(RefusedError, match="more than the remaining"):
        harness.payments.refund(ref, Money(751, USD), f"{ref}-2")
    harness.payments.refund(ref, Money(750, USD), f"{ref}-3")
    with pytest.raises(RefusedError, match="more than the remaining"):
        harness.payments.refund(ref, Money(1, USD), f"{ref}-4")
    payment = harness.payments.retrieve(ref)
    assert (payment.state, get_net_amount(payment)) == (PaymentState.PAID, 0)
    assert [one.amount.minor for one in payment.charges[0].reversals] == [500, 750]


def test_a_refund_of_the_same_name_happens_once(harness: ProviderHarness) -> None:
    ref = harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card())).ref
    for _ in range(2):
        harness.payments.refund(ref, Money(500, USD), f"{ref}-once")
    assert get_net_amount(harness.payments.retrieve(ref)) == 750


def test_one_charge_of_several_goes_back_by_its_own_name(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card()))
    harness.payments.refund(harness.get_charge_ref(payment.ref), Money(250, USD), f"{payment.ref}-own")
    assert get_net_amount(harness.payments.retrieve(payment.ref)) == 1000


def test_a_disputed_charge_is_money_that_is_gone(harness: ProviderHarness) -> None:
    ref = harness.payments.charge(
        build_payment_request(harness.create_customer(), harness.create_card(CardKind.DISPUTED))
    ).ref
    charge = harness.wait_until(
        lambda: [one for one in harness.payments.retrieve(ref).charges if one.reversals]
    )[0]
    assert [(one.dispute, one.won, one.amount.minor) for one in charge.reversals] == [(True, False, 1250)]
    with pytest.raises(RefusedError, match="disputed"):
        harness.payments.refund(ref, Money(1250, USD), f"{ref}-back")


def test_a_dispute_that_is_won_brings_the_money_back(harness: ProviderHarness) -> None:
    ref = harness.payments.charge(
        build_payment_request(harness.create_customer(), harness.create_card(CardKind.DISPUTED))
    ).ref
    harness.wait_until(lambda: harness.payments.retrieve(ref).charges[0].reversals)
    harness.win_dispute(ref)
    harness.wait_until(lambda: len(harness.payments.retrieve(ref).charges[0].reversals) == 2)
    assert get_net_amount(harness.payments.retrieve(ref)) == 1250
