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


def test_a_viewer_has_one_customer(harness: ProviderHarness) -> None:
    payer = build_payer()
    first = harness.payments.get_or_create_customer(payer)
    assert harness.payments.get_or_create_customer(payer) == first


def test_each_viewer_of_each_channel_is_a_separate_customer(harness: ProviderHarness) -> None:
    payer = build_payer()
    on_other_channel = replace(payer, channel_id=ChannelId(CHANNEL + 1))
    assert (
        len(
            {
                harness.payments.get_or_create_customer(viewer)
                for viewer in (payer, on_other_channel, build_payer())
            }
        )
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
    assert all(harness.SECRET in secret for secret in secrets)


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


def test_a_customer_can_pay_with_a_saved_or_a_new_card(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    saved, new = harness.attach_card(customer), harness.create_card()
    for name in (saved, new):
        card = harness.payments.get_card(customer, name)
        assert card is not None
        assert (card.id, card.last4) == (name, "4242")


def test_a_customer_cannot_pay_with_the_card_of_another_or_an_unknown_card(harness: ProviderHarness) -> None:
    customer, another = harness.create_customer(), harness.create_customer()
    other_card = harness.attach_card(another)
    assert harness.payments.get_card(customer, other_card) is None
    assert harness.payments.get_card(customer, "pm_that_never_was") is None
    for name in (other_card, "pm_that_never_was"):
        with pytest.raises(CardRefusedError, match="saved cards"):
            harness.payments.charge(build_payment_request(customer, name))
        with pytest.raises(CardRefusedError, match="saved cards"):
            harness.payments.subscribe(build_subscription_request(customer, name))


def test_a_card_used_for_one_payment_cannot_pay_a_subscription(harness: ProviderHarness) -> None:
    customer, used_card = harness.create_customer(), harness.create_card()
    harness.payments.charge(build_payment_request(customer, used_card))
    with pytest.raises(CardRefusedError, match="saved cards"):
        harness.payments.subscribe(build_subscription_request(customer, used_card))


def test_the_same_card_has_the_same_fingerprint(harness: ProviderHarness) -> None:
    customer, another = harness.create_customer(), harness.create_customer()
    cards = [harness.payments.get_card(owner, harness.attach_card(owner)) for owner in (customer, another)]
    assert cards[0] and cards[1] and cards[0].fingerprint == cards[1].fingerprint
    assert "fingerprint" not in repr(cards[0])


def test_a_saved_card_can_be_detached_by_its_owner_only(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    card = harness.attach_card(customer)
    with pytest.raises(CardRefusedError):
        harness.payments.detach_card(harness.create_customer(), card)
    harness.payments.detach_card(customer, card)
    assert harness.payments.list_cards(customer) == []
    with pytest.raises(CardRefusedError):
        harness.payments.detach_card(customer, card)


def test_the_portal_has_a_url(harness: ProviderHarness) -> None:
    url = harness.payments.create_portal_session(
        harness.create_customer(), "https://prairie.example/profile", "fr"
    )
    assert url.startswith("http")


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
def test_amounts_are_charged_exactly(harness: ProviderHarness, minor: int, currency: str) -> None:
    customer = harness.create_customer()
    payment = harness.payments.charge(
        build_payment_request(customer, harness.attach_card(customer), minor, currency)
    )
    assert payment.charges[0].amount == Money(minor, currency)


def test_an_amount_that_cannot_be_paid_by_card_is_refused(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    for payment_request in (
        build_payment_request(customer, harness.create_card(), 1),
        build_payment_request(customer, harness.create_card(), 5125, "KWD"),
    ):
        with pytest.raises(RefusedError, match="cannot be paid by card"):
            harness.payments.charge(payment_request)
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
    ("card", "code", "expected_message"),
    [
        (CardKind.DECLINED, "generic_decline", DECLINED),
        (CardKind.INSUFFICIENT_FUNDS, "insufficient_funds", INSUFFICIENT_FUNDS),
        (CardKind.EXPIRED, "expired_card", EXPIRED),
        (CardKind.INCORRECT_CVC, "incorrect_cvc", INCORRECT_SECURITY_CODE),
    ],
)
def test_a_decline_is_final(
    harness: ProviderHarness, card: CardKind, code: str, expected_message: str
) -> None:
    payment_request = build_payment_request(harness.create_customer(), harness.create_card(card))
    payment = harness.payments.charge(payment_request)
    assert (payment.state, payment.order, payment.failure_code) == (
        PaymentState.FAILED,
        payment_request.order,
        code,
    )
    assert payment.failure_message == expected_message
    assert [(charge.is_paid, charge.failure) for charge in payment.charges] == [(False, expected_message)]
    assert harness.payments.charge(payment_request) == harness.payments.retrieve(payment.ref) == payment


def test_a_card_that_requires_authentication_returns_a_client_secret(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(
        build_payment_request(
            harness.create_customer(), harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
        )
    )
    assert (payment.state, payment.charges) == (PaymentState.REQUIRES_ACTION, ())
    assert payment.client_secret


def test_an_authenticated_payment_is_paid(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(
        build_payment_request(
            harness.create_customer(), harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
        )
    )
    harness.authenticate(payment.client_secret or "")
    current = harness.payments.retrieve(payment.ref)
    assert (current.state, current.client_secret, get_net_amount(current)) == (PaymentState.PAID, None, 1250)


def test_an_unconfirmed_payment_is_pending_with_a_failure_until_it_is_canceled(
    harness: ProviderHarness,
) -> None:
    payment = harness.payments.charge(
        build_payment_request(
            harness.create_customer(), harness.create_card(CardKind.REQUIRES_AUTHENTICATION)
        )
    )
    harness.authenticate(payment.client_secret or "", succeeded=False)
    current = harness.payments.retrieve(payment.ref)
    assert (current.state, current.failure_code) == (
        PaymentState.PENDING,
        "payment_intent_authentication_failure",
    )
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


def test_a_paid_payment_cannot_be_canceled(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card()))
    assert harness.payments.cancel_unpaid(payment.ref) == payment


def test_a_payment_is_found_by_its_order(harness: ProviderHarness) -> None:
    customer = harness.create_customer()
    payment_requests = [build_payment_request(customer, harness.create_card(), minor) for minor in (100, 200)]
    payments = [harness.payments.charge(payment_request) for payment_request in payment_requests]
    assert [
        harness.payments.find(customer, payment_request.order) for payment_request in payment_requests
    ] == payments
    assert harness.payments.find(customer, str(uuid.uuid4())) is None
    assert harness.payments.find(harness.create_customer(), payment_requests[0].order) is None
    assert harness.payments.find("cus_that_never_was", payment_requests[0].order) is None


# ---- Refunds and disputes ----


def test_a_payment_is_refunded_in_parts_up_to_its_amount(harness: ProviderHarness) -> None:
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
    assert [reversal.amount.minor for reversal in payment.charges[0].reversals] == [500, 750]


def test_a_refund_with_the_same_key_happens_once(harness: ProviderHarness) -> None:
    ref = harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card())).ref
    for _ in range(2):
        harness.payments.refund(ref, Money(500, USD), f"{ref}-once")
    assert get_net_amount(harness.payments.retrieve(ref)) == 750


def test_one_of_several_charges_is_refunded_by_its_reference(harness: ProviderHarness) -> None:
    payment = harness.payments.charge(build_payment_request(harness.create_customer(), harness.create_card()))
    harness.payments.refund(harness.get_charge_ref(payment.ref), Money(250, USD), f"{payment.ref}-own")
    assert get_net_amount(harness.payments.retrieve(payment.ref)) == 1000


def test_a_disputed_charge_has_a_reversal(harness: ProviderHarness) -> None:
    ref = harness.payments.charge(
        build_payment_request(harness.create_customer(), harness.create_card(CardKind.DISPUTED))
    ).ref
    charge = harness.wait_until(
        lambda: [charge for charge in harness.payments.retrieve(ref).charges if charge.reversals]
    )[0]
    assert [
        (reversal.is_dispute, reversal.is_won, reversal.amount.minor) for reversal in charge.reversals
    ] == [(True, False, 1250)]
    with pytest.raises(RefusedError, match="disputed"):
        harness.payments.refund(ref, Money(1250, USD), f"{ref}-back")


def test_a_won_dispute_reinstates_the_funds(harness: ProviderHarness) -> None:
    ref = harness.payments.charge(
        build_payment_request(harness.create_customer(), harness.create_card(CardKind.DISPUTED))
    ).ref
    harness.wait_until(lambda: harness.payments.retrieve(ref).charges[0].reversals)
    harness.win_dispute(ref)
    harness.wait_until(lambda: len(harness.payments.retrieve(ref).charges[0].reversals) == 2)
    assert get_net_amount(harness.payments.retrieve(ref)) == 1250
