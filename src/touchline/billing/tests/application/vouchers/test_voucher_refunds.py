"""Tests for refunds of some codes of a group, and for what revocations do to recipients."""

from __future__ import annotations

import pytest

from touchline.billing.application.vouchers.redeem_voucher import INVALID_VOUCHER
from touchline.billing.domain.checkout.orders import OrderStatus
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.domain.vouchers.vouchers import VOUCHER_REDEEMED
from touchline.billing.ports.payments import PaymentsUnavailableError
from touchline.billing.tests.checkout_environment import ADA, BOB, CHANNEL
from touchline.billing.tests.gift_harness import GiftHarness
from touchline.shared.errors import NotFoundError, RefusedError


@pytest.fixture
def harness() -> GiftHarness:
    """Return the use cases without orders."""
    return GiftHarness()


def test_a_refund_of_some_codes_pays_back_their_price_and_their_taxes(harness: GiftHarness) -> None:
    group = harness.give(quantity=3)
    codes = harness.list_codes(group)
    harness.refund_and_sync(group, 1, 3)
    assert harness.get_refunded(group) * 3 == group.total.minor * 2
    charge, refund = harness.env.list_transactions(group)
    assert refund.movement is Movement.REFUND and refund.taxed
    for tax, refunded in zip(charge.tax, refund.tax, strict=True):
        assert abs(tax.amount.minor * 2 - refunded.amount.minor * 3) <= 3
    assert harness.env.is_balanced() and harness.env.get_order(group.id).status is OrderStatus.PAID
    for code in (codes[0], codes[2]):
        with pytest.raises(RefusedError, match=INVALID_VOUCHER):
            harness.redeem(code)
    assert harness.is_active(harness.redeem(codes[1]))


def test_a_repeated_refund_pays_once_also_at_the_same_moment(harness: GiftHarness) -> None:
    group = harness.give(quantity=4)
    harness.redeem(harness.list_codes(group)[0])
    harness.refund_and_sync(group, 3)
    harness.refund_and_sync(group, 3)
    harness.refund_and_sync(group, 2, 3)  # the clock stands still, so both refunds have one time
    harness.env.sync(group)
    assert harness.get_refunded(group) * 2 == group.total.minor
    assert len(harness.env.list_transactions(group)) == 3
    assert harness.env.is_balanced()


def test_codes_refunded_one_by_one_end_the_order(harness: GiftHarness) -> None:
    group = harness.give(quantity=3)
    for number in (2, 3, 1):
        harness.refund_and_sync(group, number)
    assert harness.env.get_order(group.id).status is OrderStatus.REFUNDED
    assert harness.get_refunded(group) == group.total.minor and harness.env.is_balanced()


def test_the_refund_continues_after_a_crash_and_after_a_lost_response(harness: GiftHarness) -> None:
    group = harness.give(quantity=2)

    def fail() -> None:
        raise PaymentsUnavailableError("down")

    harness.env.payments.before["refund"] = fail
    harness.refund(group, 2)
    harness.env.jobs.waiting.clear()
    with pytest.raises(PaymentsUnavailableError):
        harness.env.sync(group)
    assert harness.get_refunded(group) == 0
    harness.env.payments.after["refund"] = fail
    with pytest.raises(PaymentsUnavailableError):
        harness.env.sync(group)
    harness.env.run_reconciliation()
    assert harness.get_refunded(group) * 2 == group.total.minor and harness.env.is_balanced()


def test_a_redeemed_code_is_not_refunded_and_the_others_of_the_request_neither(harness: GiftHarness) -> None:
    group = harness.give(quantity=3)
    opened = harness.redeem(harness.list_codes(group)[1])
    with pytest.raises(RefusedError, match=VOUCHER_REDEEMED), harness.env.uow(CHANNEL):
        harness.refund_vouchers(ADA, group.id, [1, 2])
    harness.env.run_jobs()
    assert harness.get_refunded(group) == 0 and harness.is_active(opened)


def test_a_goodwill_refund_is_not_paid_again_with_the_codes(harness: GiftHarness) -> None:
    group, service = harness.give(quantity=2), harness.refund_service
    service.refund(CHANNEL, group.id, service.plan_refund(CHANNEL, group.id, "7.00"))
    harness.refund_and_sync(group, 1)
    harness.refund_and_sync(group, 2)
    assert harness.get_refunded(group) == group.total.minor and harness.env.is_balanced()


def test_codes_in_dispute_are_refunded_after_the_dispute_is_won(harness: GiftHarness) -> None:
    group = harness.give(quantity=2)
    charge = f"ch_{group.payment_ref}"
    harness.env.payments.reverse_charge(charge, group.total, "du_1", is_dispute=True)
    harness.refund_and_sync(group, 2)
    assert harness.env.payments.calls.count("refund") == 0
    harness.env.payments.reverse_charge(charge, group.total, "du_2", is_dispute=True, is_won=True)
    harness.env.sync(group)
    assert harness.env.payments.get_balance() * 2 == group.total.minor and harness.env.is_balanced()


def test_unknown_codes_and_orders_of_others_are_not_found(harness: GiftHarness) -> None:
    group, own = harness.give(quantity=2), harness.env.buy()
    for who, order, numbers in ((BOB, group, [1]), (ADA, group, [1, 3]), (ADA, own, [1])):
        with pytest.raises(NotFoundError), harness.env.uow(CHANNEL):
            harness.refund_vouchers(who, order.id, numbers)


def test_a_refund_by_an_operator_is_audited_once(harness: GiftHarness) -> None:
    group = harness.give(quantity=3)
    for _ in range(2):
        with harness.env.uow(CHANNEL):
            harness.refund_vouchers.refund_for_operator(CHANNEL, group.id, [2])
        harness.env.run_jobs()
    [record] = harness.audit_records
    assert (record.action, record.after) == ("voucher.refund", {"canceled": [2]})
    assert harness.get_refunded(group) * 3 == group.total.minor


def test_a_revocation_ends_the_access_of_recipients(harness: GiftHarness) -> None:
    group = harness.give(quantity=2)
    opened = harness.redeem(harness.list_codes(group)[0])
    harness.refund_service.revoke(CHANNEL, group.id)
    assert not harness.is_active(opened)
