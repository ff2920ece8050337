"""Order sync: updates an order from the provider's current state.

`provider_actions` decides what to do at the provider before that.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.declines import ABANDONED, REPLACED, TIMED_OUT, decline_message
from touchline.billing.domain.checkout.orders import AutoRenewal, Order, OrderStatus
from touchline.billing.domain.checkout.payments import BillingCycle, Payment, PaymentState
from touchline.billing.domain.checkout.provider_actions import (
    ATTEMPT_TIMEOUT,
    RETRY_WINDOW,
    get_authentication_deadline,
)
from touchline.billing.domain.ledger.payment_transactions import (
    build_transactions,
    is_disputed,
    is_fully_refunded,
)
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.domain.renewals.billing_periods import get_billing_period

_MIN_CHECK_DELAY, _MAX_CHECK_DELAY = timedelta(seconds=30), timedelta(hours=1)
_RENEWAL_CHECK_DELAY = timedelta(minutes=2)


def sync_order(order: Order, payment: Payment | None, now: datetime, *, abandoned: bool = False) -> None:
    """Update the order from the payment. `payment` is None if the provider knows of no payment."""
    if payment is not None and payment.ref:
        order.payment_ref = payment.ref
    order.card_last4 = _get_card_last4(payment) or order.card_last4
    if order.status is OrderStatus.CREATED:
        if payment is not None:
            _apply_first_payment(order, payment, now, abandoned=abandoned)
        elif order.is_free:
            order.mark_paid(now, expires_at=_get_access_end(order, now))
        elif not order.is_in_progress(now) and now >= order.created_at + (
            ATTEMPT_TIMEOUT if abandoned else RETRY_WINDOW
        ):
            order.mark_failed(*_get_failure(None, abandoned=abandoned))
    if payment is not None and order.status is OrderStatus.PAID:
        _apply_later_changes(order, payment, now)


def get_next_check(order: Order, now: datetime, grace: timedelta) -> datetime | None:
    """Return when to check the order with the provider next if no webhook event arrives; None means never."""
    if order.is_in_progress(now):
        return order.attempt_until
    if order.status is OrderStatus.CREATED:
        delay = min(max((now - order.created_at) / 4, _MIN_CHECK_DELAY), _MAX_CHECK_DELAY)
        last = get_authentication_deadline(order)
        return min(now + delay, last) if now < last else now + delay
    if order.auto_renewal is AutoRenewal.PROCESSING:
        return now + _MIN_CHECK_DELAY
    if order.status is not OrderStatus.PAID or not order.is_renewing or order.expires_at is None:
        return None
    if now < order.expires_at:
        after_renewal = order.expires_at + _RENEWAL_CHECK_DELAY
        return min(now + _MAX_CHECK_DELAY, after_renewal) if _is_move_missing(order, now) else after_renewal
    return max(min(now + _MAX_CHECK_DELAY, order.expires_at + grace), now + _RENEWAL_CHECK_DELAY)


def _is_move_missing(order: Order, now: datetime) -> bool:
    """Return whether the provider has not moved the next renewal behind the off-season yet."""
    period = get_billing_period(order, now) if order.product.off_season else None
    if period is None or order.expires_at is None:
        return False
    due = period.ends if period.starts <= now else period.starts
    return due - order.expires_at > _RENEWAL_CHECK_DELAY


def _get_card_last4(payment: Payment | None) -> str | None:
    """Return the last four digits of the card of the latest charge that names one."""
    charges = reversed(payment.charges) if payment else ()
    return next((charge.card_last4 for charge in charges if charge.card_last4), None)


def _apply_first_payment(order: Order, payment: Payment, now: datetime, *, abandoned: bool) -> None:
    order.client_secret = payment.client_secret if payment.state is PaymentState.REQUIRES_ACTION else None
    if payment.state is PaymentState.FAILED:
        order.mark_failed(*_get_failure(payment, abandoned=abandoned))
    elif payment.state is PaymentState.PAID:
        if payment.billing_cycle:
            order.mark_paid(payment.billing_cycle.since, expires_at=payment.billing_cycle.until)
            order.auto_renewal = AutoRenewal.ACTIVE
        else:
            at = min([now, *(charge.at for charge in payment.charges if charge.is_paid)])
            order.mark_paid(at, expires_at=_get_access_end(order, at))


def _get_access_end(order: Order, at: datetime) -> datetime | None:
    """Return when access ends. Codes have no end here: their term begins when they are redeemed."""
    return None if order.is_for_others else order.grant.term.get_end(at)


def _get_failure(payment: Payment | None, *, abandoned: bool) -> tuple[str, str]:
    """Return the failure code and message: the provider's decline if there is one, else our own reason."""
    if payment is not None and payment.failure_code not in (None, ABANDONED):
        return str(payment.failure_code), payment.failure_message or decline_message(payment.failure_code)
    code = REPLACED if abandoned else TIMED_OUT
    return code, decline_message(code)


def _apply_later_changes(order: Order, payment: Payment, now: datetime) -> None:
    if is_fully_refunded(payment):
        order.mark_refunded(max(_get_movement_times(order, payment, Movement.REFUND), default=now))
        return
    dispute_times = _get_movement_times(order, payment, Movement.DISPUTE)
    if is_disputed(payment):
        order.end(max(dispute_times, default=now))
    elif order.ended_at in dispute_times:
        order.reopen()
    if payment.billing_cycle:
        _apply_billing_cycle(order, payment.billing_cycle, dispute_times)


def _apply_billing_cycle(
    order: Order, billing_cycle: BillingCycle, dispute_times: Collection[datetime]
) -> None:
    """Update a subscription order from the provider's billing cycle.

    The paid period only grows, so an older state never shortens it. A dispute ends the subscription at the
    provider. That end alone does not close the paid period, so that winning the dispute reopens it.
    """
    order.starts_at = billing_cycle.since
    order.expires_at = max(order.expires_at or billing_cycle.until, billing_cycle.until)
    order.past_due_at = billing_cycle.past_due_at
    ended_at = billing_cycle.ended_at
    if (
        ended_at is not None
        and ended_at < order.expires_at
        and not any(at <= ended_at for at in dispute_times)
    ):
        order.end(ended_at)
    elif ended_at is not None or order.ended_at is not None:
        order.stop_renewal()
    elif (
        order.requested_auto_renewal is None
        or order.requested_auto_renewal is not billing_cycle.cancel_at_period_end
    ):
        order.auto_renewal = (
            AutoRenewal.CANCELED if billing_cycle.cancel_at_period_end else AutoRenewal.ACTIVE
        )
        order.requested_auto_renewal = None


def _get_movement_times(order: Order, payment: Payment, movement: Movement) -> Collection[datetime]:
    return [
        transaction.at
        for transaction in build_transactions(order, payment)
        if transaction.movement is movement
    ]
