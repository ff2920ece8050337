"""Tests for order syncs: what they store and which events they publish over an order's life."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal

import pytest

from touchline.billing.application.checkout.purchases import (
    AlreadyBoughtError,
    MissingCardError,
    TrialUnavailableError,
)
from touchline.billing.domain.checkout.orders import ActivityStatus, AutoRenewal, OrderStatus, ProductKind
from touchline.billing.domain.ledger.transactions import Movement, TransactionLabel
from touchline.billing.events import OrderPaid, OrderRefunded, RenewalFailed
from touchline.billing.tests.checkout_environment import (
    ADA,
    BOB,
    GRACE_PERIOD,
    MONTHLY,
    YEARLY,
    CheckoutEnvironment,
)
from touchline.billing.tests.offer_samples import usd
from touchline.billing.tests.payment_fakes import (
    DECLINED,
    FOREIGN,
    REQUIRES_AUTHENTICATION,
    VISA,
    raise_unavailable,
)
from touchline.shared.ids import AccountId

MONTH = timedelta(days=30)


@pytest.fixture
def env() -> CheckoutEnvironment:
    """Return a checkout environment."""
    return CheckoutEnvironment()


def test_a_payment_is_published_once_with_its_transaction(env: CheckoutEnvironment) -> None:
    bought = env.buy()
    env.sync(bought)
    (line,) = env.list_transactions(bought)
    assert env.published_events.events == [OrderPaid(1, bought.id, 4, line.id, False)]


def test_a_refund_is_published_once_and_its_transaction_includes_taxes(env: CheckoutEnvironment) -> None:
    bought = env.buy()
    env.payments.reverse_charge("ch_pi_1", usd("11.00"), "re_1")
    assert env.sync(env.sync(bought)).status is OrderStatus.PAID
    line = env.list_transactions(bought)[1]
    assert env.published_events.events[1:] == [OrderRefunded(1, bought.id, 4, line.id)]
    assert [(tax.name, tax.amount) for tax in line.tax] == [("GST", usd("1.00"))]
    assert env.is_balanced()


def test_a_full_refund_has_the_taxes_of_its_charge_after_a_rate_change(
    env: CheckoutEnvironment,
) -> None:
    bought = env.buy()
    env.taxes.percent = Decimal(50)
    env.payments.reverse_charge("ch_pi_1", usd("13.50"), "re_1")
    env.sync(bought)
    charge, refund = env.list_transactions(bought)
    assert (refund.tax, refund.taxed) == (charge.tax, True)


def test_the_taxes_of_a_refund_wait_for_those_of_its_charge(env: CheckoutEnvironment) -> None:
    env.taxes.is_unavailable = True
    bought = env.buy()
    env.payments.reverse_charge("ch_pi_1", usd("13.50"), "re_1")
    bought = env.sync(bought)
    assert [line.taxed for line in env.list_transactions(bought)] == [False, False]
    env.taxes.is_unavailable = False
    assert bought.next_check_at is not None
    env.clock.set(bought.next_check_at)
    env.run_reconciliation()
    charge, refund = env.list_transactions(bought)
    assert (charge.taxed, refund.taxed, refund.tax) == (True, True, charge.tax)


def test_each_renewal_adds_a_transaction_and_extends_access(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    for _ in range(2):
        env.clock.advance(MONTH)
        env.payments.attempt_renewal("sub_1")
        bought = env.sync(bought)
    assert bought.expires_at == env.clock.now() + MONTH
    lines = env.list_transactions(bought)
    assert [line.label for line in lines] == [
        TransactionLabel.CREATED,
        TransactionLabel.UPDATED,
        TransactionLabel.UPDATED,
    ]
    paid = [event for event in env.published_events.events if isinstance(event, OrderPaid)]
    assert [(event.transaction_id, event.renewal) for event in paid] == [
        (lines[0].id, False),
        (lines[1].id, True),
        (lines[2].id, True),
    ]
    assert env.is_balanced()


def test_a_failed_renewal_keeps_access_for_the_grace_period_and_publishes_each_attempt(
    env: CheckoutEnvironment,
) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    env.clock.advance(MONTH)
    for _ in range(2):
        env.payments.attempt_renewal("sub_1", is_successful=False)
        bought = env.sync(bought)
    assert bought.activity(env.clock.now(), GRACE_PERIOD) is ActivityStatus.ACTIVE
    assert bought.past_due_at == env.clock.now()
    failed = [event for event in env.published_events.events if isinstance(event, RenewalFailed)]
    assert [event.transaction_id for event in failed] == [
        line.id for line in env.list_transactions(bought)[1:]
    ]
    env.payments.attempt_renewal("sub_1")
    assert env.sync(bought).past_due_at is None


def test_the_job_cancels_a_subscription_after_the_grace_period(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    env.clock.advance(MONTH)
    env.payments.attempt_renewal("sub_1", is_successful=False)
    env.sync(bought)
    env.clock.advance(GRACE_PERIOD)
    env.run_reconciliation()
    after = env.get_order(bought.id)
    assert (after.auto_renewal, after.next_check_at) == (AutoRenewal.CANCELED, None)
    assert after.activity(env.clock.now(), GRACE_PERIOD) is not ActivityStatus.ACTIVE
    billing_cycle = env.payments.payments["sub_1"].billing_cycle
    assert billing_cycle is not None and billing_cycle.ended_at == env.clock.now()


def test_a_renewal_without_a_webhook_is_found_when_it_is_due(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    env.clock.advance(MONTH)
    env.payments.attempt_renewal("sub_1")
    env.run_reconciliation()
    assert env.get_order(bought.id).expires_at == env.clock.now()
    env.clock.advance(timedelta(minutes=2))
    env.run_reconciliation()
    after = env.get_order(bought.id)
    assert after.expires_at is not None and after.expires_at > env.clock.now()


def test_auto_renewal_is_canceled_once_the_provider_is_available(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION)
    bought.request_auto_renewal(enabled=False, now=env.clock.now())
    env.orders.save(bought)
    env.payments.before["set_auto_renewal"] = raise_unavailable
    with pytest.raises(Exception, match="not possible"):
        env.run_reconciliation()
    assert env.get_order(bought.id).auto_renewal is AutoRenewal.PROCESSING
    env.clock.advance(timedelta(minutes=2))
    env.run_reconciliation()
    assert env.get_order(bought.id).auto_renewal is AutoRenewal.CANCELED


def test_a_subscription_that_ends_here_is_canceled_at_the_provider(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION)
    bought.end(env.clock.now())
    env.orders.save(bought)
    assert env.sync(bought).activity(env.clock.now(), GRACE_PERIOD) is ActivityStatus.CANCELED
    assert env.payments.calls[-1] == "cancel_subscription"


def test_a_renewal_charged_after_the_order_ended_is_refunded(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION, id=MONTHLY)
    bought.end(env.clock.now())
    env.orders.save(bought)
    env.clock.advance(MONTH)
    env.payments.attempt_renewal("sub_1")
    env.sync(bought)
    lines = env.list_transactions(bought)
    assert [line.movement for line in lines] == [Movement.CHARGE, Movement.CHARGE, Movement.REFUND]
    assert lines[2].amount == lines[1].amount
    assert env.get_order(bought.id).status is OrderStatus.PAID
    assert env.is_balanced()


def test_a_full_refund_cancels_the_subscription_at_the_provider(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION)
    env.payments.reverse_charge("ch_sub_1", usd("99.00"), "re_1")
    assert env.sync(bought).status is OrderStatus.REFUNDED
    assert env.payments.calls[-1] == "cancel_subscription"


def test_a_dispute_reverses_the_charge_and_access_and_winning_restores_both(
    env: CheckoutEnvironment,
) -> None:
    bought = env.buy()
    env.payments.reverse_charge("ch_pi_1", usd("13.50"), "dp_1", is_dispute=True)
    assert env.sync(bought).activity(env.clock.now(), GRACE_PERIOD) is ActivityStatus.CANCELED
    assert env.payments.get_balance() == 0 and env.is_balanced()
    env.payments.reverse_charge("ch_pi_1", usd("13.50"), "dp_1 won", is_dispute=True, is_won=True)
    assert env.sync(bought).activity(env.clock.now(), GRACE_PERIOD) is ActivityStatus.ACTIVE
    movements = [line.movement for line in env.list_transactions(bought)]
    assert movements == [Movement.CHARGE, Movement.DISPUTE, Movement.DISPUTE_WON]
    assert env.is_balanced()


def test_a_subscription_with_a_won_dispute_lasts_for_the_paid_period_without_renewal(
    env: CheckoutEnvironment,
) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION)
    env.clock.advance(MONTH)
    env.payments.reverse_charge("ch_sub_1", usd("99.00"), "dp_1", is_dispute=True)
    env.clock.advance(timedelta(hours=1))
    assert env.sync(bought).activity(env.clock.now(), GRACE_PERIOD) is ActivityStatus.CANCELED
    assert env.payments.calls[-1] == "cancel_subscription"
    env.payments.reverse_charge("ch_sub_1", usd("99.00"), "dp_1 won", is_dispute=True, is_won=True)
    after = env.sync(env.sync(bought))
    assert (after.auto_renewal, after.expires_at) == (AutoRenewal.CANCELED, bought.expires_at)
    assert after.activity(env.clock.now(), GRACE_PERIOD) is ActivityStatus.ACTIVE
    env.clock.advance(timedelta(days=365))
    assert after.activity(env.clock.now(), GRACE_PERIOD) is ActivityStatus.EXPIRED


def test_access_does_not_wait_for_an_unavailable_tax_service(env: CheckoutEnvironment) -> None:
    env.taxes.is_unavailable = True
    bought = env.buy()
    (line,) = env.list_transactions(bought)
    assert (bought.status, line.tax, line.taxed) == (OrderStatus.PAID, (), False)
    env.taxes.is_unavailable = False
    assert bought.next_check_at is not None
    env.clock.set(bought.next_check_at)
    env.run_reconciliation()
    (line,) = env.list_transactions(bought)
    assert (line.taxed, line.tax[0].amount, env.get_order(bought.id).next_check_at) == (
        True,
        usd("1.23"),
        None,
    )


def test_the_taxes_of_a_subscription_do_not_wait_for_its_renewal(env: CheckoutEnvironment) -> None:
    env.taxes.is_unavailable = True
    bought = env.buy(ProductKind.SUBSCRIPTION)
    env.taxes.is_unavailable = False
    env.clock.advance(timedelta(minutes=10))
    env.run_reconciliation()
    after = env.get_order(bought.id)
    assert env.list_transactions(after)[0].taxed
    assert (
        after.next_check_at is not None
        and after.expires_at is not None
        and after.next_check_at > after.expires_at
    )


def test_a_failed_attempt_has_no_taxes(env: CheckoutEnvironment) -> None:
    (line,) = env.list_transactions(env.buy(card=DECLINED))
    assert (line.tax, line.taxed) == ((), True)


def test_a_trial_is_free_and_adds_no_transaction(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION, is_trial=True)
    assert (bought.status, bought.total, bought.trial_days) == (OrderStatus.PAID, usd("0"), 7)
    assert bought.expires_at == env.clock.now() + timedelta(days=7)
    assert list(env.list_transactions(bought)) == []
    assert env.published_events.events == [OrderPaid(1, bought.id, 4, 0, False)]


def test_the_first_year_is_charged_after_the_trial(env: CheckoutEnvironment) -> None:
    bought = env.buy(ProductKind.SUBSCRIPTION, is_trial=True)
    env.clock.advance(timedelta(days=7))
    env.payments.attempt_renewal("sub_1")
    after = env.sync(bought)
    assert after.expires_at == env.clock.now() + timedelta(days=365)
    assert [line.amount for line in env.list_transactions(after)] == [usd("99.00")]


def test_a_person_has_one_free_trial(env: CheckoutEnvironment) -> None:
    first = env.buy(ProductKind.SUBSCRIPTION, is_trial=True)
    first.end(env.clock.now())
    env.orders.save(first)
    env.sync(first)
    with pytest.raises(TrialUnavailableError, match="You have already used your free trial"):
        env.buy(ProductKind.SUBSCRIPTION, is_trial=True)
    assert env.buy(ProductKind.SUBSCRIPTION).status is OrderStatus.PAID


def test_the_same_card_or_email_address_has_no_second_trial(env: CheckoutEnvironment) -> None:
    env.buy(ProductKind.SUBSCRIPTION, is_trial=True)
    with pytest.raises(TrialUnavailableError):
        env.buy(ProductKind.SUBSCRIPTION, is_trial=True, who=BOB, card=VISA)
    assert [order.account_id for order in env.orders.stored] == [ADA.viewer_id]
    env.channel.viewers[AccountId(5)] = env.channel.viewers[AccountId(4)]
    with pytest.raises(TrialUnavailableError):
        env.buy(ProductKind.SUBSCRIPTION, is_trial=True, who=BOB, card=REQUIRES_AUTHENTICATION)


@pytest.mark.parametrize("card", [DECLINED, REQUIRES_AUTHENTICATION])
def test_a_failed_trial_can_be_started_again(env: CheckoutEnvironment, card: str) -> None:
    first = env.buy(ProductKind.SUBSCRIPTION, is_trial=True, card=card)
    env.clock.advance(timedelta(days=1))
    assert env.sync(first).status is OrderStatus.FAILED
    assert env.trials.digests == {}
    assert env.buy(ProductKind.SUBSCRIPTION, is_trial=True).status is OrderStatus.PAID


def test_a_trial_needs_a_card_that_the_viewer_may_use(env: CheckoutEnvironment) -> None:
    with pytest.raises(MissingCardError):
        env.buy(ProductKind.SUBSCRIPTION, is_trial=True, card=FOREIGN)
    assert env.orders.stored == []


def test_a_trial_of_an_active_subscription_is_refused(env: CheckoutEnvironment) -> None:
    env.buy(ProductKind.SUBSCRIPTION)
    with pytest.raises(AlreadyBoughtError):
        env.buy(ProductKind.SUBSCRIPTION, id=YEARLY, is_trial=True)
