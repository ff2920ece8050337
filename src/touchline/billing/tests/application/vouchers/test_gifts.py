"""Tests for gifts and group codes, from the purchase to the recipient's access."""

from __future__ import annotations

from dataclasses import replace

import pytest

from touchline.billing.application.checkout.purchases import NO_CODES_FOR_GIFTS, MissingKeyError
from touchline.billing.application.offers.sale_check import NO_SUBSCRIPTION_GIFTS
from touchline.billing.application.vouchers.redeem_voucher import (
    INVALID_VOUCHER,
    VOUCHER_NOT_NEEDED,
    VOUCHER_UNAVAILABLE,
)
from touchline.billing.application.vouchers.voucher_emails import VoucherNotifications
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.domain.offers.sale_refusals import REFUSAL_MESSAGES, SaleRefusal
from touchline.billing.domain.vouchers.vouchers import VOUCHER_REDEEMED, GiftRequest
from touchline.billing.tests.checkout_environment import ADA, BOB, CHANNEL
from touchline.billing.tests.gift_harness import GiftHarness
from touchline.shared.errors import RefusedError


@pytest.fixture
def harness() -> GiftHarness:
    """Return the use cases without orders."""
    return GiftHarness()


def test_a_gift_opens_nothing_for_its_buyer_and_the_product_once_for_its_recipient(
    harness: GiftHarness,
) -> None:
    gift = harness.give()
    assert gift.status is OrderStatus.PAID and not harness.is_active(gift)
    [code] = harness.list_codes(gift)
    opened = harness.redeem(code.lower())
    assert harness.is_active(opened) and (opened.account_id, opened.total.minor) == (BOB.viewer_id, 0)
    assert harness.redeem(code).id == opened.id
    with pytest.raises(RefusedError, match=INVALID_VOUCHER):
        harness.redeem(code, ADA)
    assert harness.env.is_balanced()


def test_a_gift_leaves_the_buyer_free_to_buy_the_same_product(harness: GiftHarness) -> None:
    bought = harness.env.buy()
    gift = harness.give()
    assert harness.is_active(bought) and gift.status is OrderStatus.PAID
    assert harness.give().id != gift.id


def test_codes_cost_the_price_times_the_quantity_and_one_charge(harness: GiftHarness) -> None:
    single, group = harness.give(), harness.give(quantity=50)
    assert group.total.minor == 50 * single.total.minor
    assert len(set(harness.list_codes(group))) == 50
    assert len(harness.env.list_transactions(group)) == 1
    assert harness.env.is_balanced()


def test_a_code_stays_whole_for_a_recipient_who_has_the_product(harness: GiftHarness) -> None:
    harness.env.buy(who=BOB)
    [code] = harness.list_codes(harness.give())
    with pytest.raises(RefusedError, match=VOUCHER_NOT_NEEDED):
        harness.redeem(code)
    assert harness.is_active(harness.redeem(code, ADA))


def test_a_code_of_a_private_event_stays_whole_for_a_recipient_who_may_not_see_the_event(
    harness: GiftHarness,
) -> None:
    gift = harness.give()
    [code] = harness.list_codes(gift)
    harness.env.sale_catalog.members = frozenset({ADA.viewer_id})
    with pytest.raises(RefusedError, match=VOUCHER_UNAVAILABLE):
        harness.redeem(code)
    assert harness.is_active(harness.redeem(code, ADA))


def test_a_code_stays_whole_in_a_country_where_the_event_is_blocked(harness: GiftHarness) -> None:
    [code] = harness.list_codes(harness.give())
    harness.env.sale_catalog.blocked_countries = frozenset({"CA"})
    message = REFUSAL_MESSAGES[SaleRefusal.GEO_BLOCKED]
    with pytest.raises(RefusedError, match=message):
        harness.redeem(code, replace(BOB, country="CA"))
    assert harness.is_active(harness.redeem(code, replace(BOB, country="US")))


def test_a_refund_cancels_the_codes_before_the_money_moves(harness: GiftHarness) -> None:
    gift = harness.give(quantity=2)
    code, _ = harness.list_codes(gift)
    with harness.env.uow(CHANNEL):
        harness.refund_vouchers(ADA, gift.id)
    with pytest.raises(RefusedError, match=INVALID_VOUCHER):
        harness.redeem(code)
    harness.env.run_jobs()
    assert harness.env.get_order(gift.id).status is OrderStatus.REFUNDED
    assert harness.env.is_balanced() and harness.env.payments.get_balance() == 0


def test_nobody_refunds_a_code_in_full_after_its_redemption(harness: GiftHarness) -> None:
    gift = harness.give(quantity=2)
    opened = harness.redeem(harness.list_codes(gift)[0])
    with pytest.raises(RefusedError, match=VOUCHER_REDEEMED), harness.env.uow(CHANNEL):
        harness.refund_vouchers(ADA, gift.id)
    with pytest.raises(RefusedError, match=VOUCHER_REDEEMED):
        harness.refund_service.refund(CHANNEL, gift.id, harness.refund_service.plan_refund(CHANNEL, gift.id))
    assert harness.is_active(opened)


def test_a_dispute_ends_the_recipients_access_and_a_won_dispute_restores_it(harness: GiftHarness) -> None:
    gift = harness.give()
    [code] = harness.list_codes(gift)
    opened = harness.redeem(code)
    charge = f"ch_{gift.payment_ref}"
    harness.env.payments.reverse_charge(charge, gift.total, "du_1", is_dispute=True)
    harness.env.sync(gift)
    assert not harness.is_active(opened)
    harness.env.payments.reverse_charge(charge, gift.total, "du_2", is_dispute=True, is_won=True)
    harness.env.sync(gift)
    assert harness.is_active(opened)


def test_a_corrected_address_gets_a_new_code_and_ends_the_old_one(harness: GiftHarness) -> None:
    gift = harness.give(email="wrong@example.com")
    [old] = harness.list_codes(gift)
    harness.queries.resend(ADA, gift.id, 1, "right@example.com")
    [new] = harness.list_codes(gift)
    with pytest.raises(RefusedError, match=INVALID_VOUCHER):
        harness.redeem(old)
    assert harness.is_active(harness.redeem(new))


def test_a_subscription_cannot_be_given(harness: GiftHarness) -> None:
    with pytest.raises(RefusedError, match=NO_SUBSCRIPTION_GIFTS):
        harness.env.buy(ProductKind.SUBSCRIPTION, gift=GiftRequest())


def test_a_gift_without_an_idempotency_key_is_refused_so_that_it_is_charged_once(
    harness: GiftHarness,
) -> None:
    with pytest.raises(MissingKeyError):
        harness.env.buy(gift=GiftRequest(), key=None)
    key = "the-same-key"
    first, second = (harness.env.buy(gift=GiftRequest(), key=key) for _ in range(2))
    assert first.id == second.id
    assert harness.env.payments.get_balance() == first.total.minor


def test_a_promo_code_does_not_apply_to_a_gift(harness: GiftHarness) -> None:
    with pytest.raises(RefusedError, match=NO_CODES_FOR_GIFTS):
        harness.env.buy(gift=GiftRequest(), promo_code="HALF")
    assert harness.env.payments.get_balance() == 0


def test_the_buyer_of_a_gift_is_notified_of_its_redemption_and_the_buyer_of_a_group_is_not(
    harness: GiftHarness,
) -> None:
    env = harness.env
    notifications = VoucherNotifications(env.vouchers, env.orders, env.voucher_codes, env.channel)
    gift, group = harness.give(email="kim@example.org", recipient="Kim"), harness.give(quantity=2)
    for order, who in ((gift, BOB), (group, ADA)):
        harness.redeem(harness.list_codes(order)[0], who)
    assert env.list_event_names().count("VoucherRedeemed") == 2
    notification = notifications.get_redemption(1)
    assert notification is not None and (notification.recipient, notification.code) == ("Kim", "")
    assert notification.email != "kim@example.org" and notification.order_id == gift.id
    assert notifications.get_redemption(2) is None
