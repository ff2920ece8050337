"""Transfers of revenue shares, against the fake Stripe."""

from __future__ import annotations

import pytest

from adapters.payments.tests.provider_harness import build_payment_request
from adapters.payments.tests.stripe_harness import StripeHarness
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.shared.money import Money

AMOUNT, GROUP, KEY = Money(500, "USD"), "shares-7-2026-11", "shares-7-2026-11-league-USD"
CALL = "POST /v1/transfers"


@pytest.fixture
def harness(stripe_harness: StripeHarness) -> StripeHarness:
    """Return a harness of an account with a balance."""
    customer = stripe_harness.create_customer()
    stripe_harness.payments.charge(build_payment_request(customer, stripe_harness.attach_card(customer)))
    return stripe_harness


def count_transfers(harness: StripeHarness) -> int:
    return len(harness.sdk.v1.transfers.list().data)


def test_a_transfer_is_made_once_for_its_key_and_found_by_it(harness: StripeHarness) -> None:
    refs = {harness.payments.transfer("acct_1League", AMOUNT, GROUP, f"{KEY}-0") for _ in range(2)}
    assert count_transfers(harness) == 1
    assert refs == {harness.payments.find_transfer(GROUP, KEY)}
    assert harness.payments.find_transfer(GROUP, f"{KEY}X") is None
    assert harness.payments.find_transfer("shares-7-2026-10", KEY) is None


def test_a_transfer_whose_response_is_lost_is_found_after_its_key_expired(harness: StripeHarness) -> None:
    harness.fake_stripe.fail_next(3, "after", path_prefix=CALL)
    with pytest.raises(PaymentsUnavailableError) as error:
        harness.payments.transfer("acct_1League", AMOUNT, GROUP, f"{KEY}-0")
    assert not error.value.is_refusal
    harness.fake_stripe.fail_next(0)
    harness.fake_stripe.advance(days=2)
    assert harness.payments.find_transfer(GROUP, KEY) is not None
    assert count_transfers(harness) == 1


def test_a_transfer_that_timed_out_is_not_made_and_can_be_repeated(harness: StripeHarness) -> None:
    harness.fake_stripe.fail_next(3, "timeout", path_prefix=CALL)
    with pytest.raises(PaymentsUnavailableError) as error:
        harness.payments.transfer("acct_1League", AMOUNT, GROUP, f"{KEY}-0")
    assert not error.value.is_refusal
    harness.fake_stripe.fail_next(0)
    assert harness.payments.find_transfer(GROUP, KEY) is None
    harness.payments.transfer("acct_1League", AMOUNT, GROUP, f"{KEY}-0")
    assert count_transfers(harness) == 1


@pytest.mark.parametrize(
    ("destination", "minor", "message"),
    [("acct_missing", 500, "acct_missing"), ("acct_1League", 900_000, "insufficient")],
)
def test_a_refused_transfer_says_why_and_a_later_attempt_is_made(
    harness: StripeHarness, destination: str, minor: int, message: str
) -> None:
    for _ in range(2):
        with pytest.raises(PaymentsUnavailableError) as error:
            harness.payments.transfer(destination, Money(minor, "USD"), GROUP, f"{KEY}-0")
        assert error.value.is_refusal
        assert message in (error.value.provider_message or "")
    harness.payments.transfer("acct_1League", AMOUNT, GROUP, f"{KEY}-1")
    assert count_transfers(harness) == 1


def test_a_transfer_that_was_reversed_does_not_count_as_made(harness: StripeHarness) -> None:
    ref = harness.payments.transfer("acct_1League", AMOUNT, GROUP, f"{KEY}-0")
    reversals = harness.sdk.v1.transfers.reversals
    reversals.create(ref, {"amount": 200})
    assert harness.payments.find_transfer(GROUP, KEY) == ref
    reversals.create(ref)
    assert harness.payments.find_transfer(GROUP, KEY) is None
