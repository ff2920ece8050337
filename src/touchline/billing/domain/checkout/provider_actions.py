"""Actions that an order still needs at the provider, given its current state there.

Decisions depend only on the current state, not on which webhook events arrived, in which order, or how often.
`order_sync.sync_order` decides how the order itself changes.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.checkout.payments import BillingCycle, ChargeAttempt, Payment, PaymentState
from touchline.billing.domain.ledger.payment_transactions import (
    is_disputed,
    is_fully_refunded,
    refundable_amount,
)
from touchline.billing.domain.renewals.billing_periods import get_renewal_time
from touchline.billing.domain.vouchers.voucher_refunds import VoucherRefund, list_due_refunds

AUTHENTICATION_TIMEOUT = timedelta(hours=24)
"""Time that an order waits for the viewer's bank (api.md, "Closed questions, Money")."""
ATTEMPT_TIMEOUT = timedelta(seconds=45)
"""Time after which a call to the provider about a payment, and the process that made it, count as failed."""
RETRY_WINDOW = timedelta(minutes=10)
"""Time after selecting Pay in which an interrupted attempt is retried. After that, viewers no longer expect
it.
"""

_CLOCK_TOLERANCE = timedelta(minutes=1)


class ProviderAction(StrEnum):
    """An action at the provider: charge (again, with the same parameters), cancel the unpaid payment, refund
    what is owed, refund canceled codes, cancel a subscription, turn automatic renewal on or off, or move the
    next renewal behind an off-season.
    """

    CHARGE = "charge"
    CANCEL = "cancel"
    REFUND = "refund"
    REFUND_VOUCHERS = "refund vouchers"
    CANCEL_SUBSCRIPTION = "cancel subscription"
    SET_AUTO_RENEWAL = "set auto-renewal"
    MOVE_RENEWAL = "move renewal"


def get_next_action(
    order: Order,
    payment: Payment | None,
    now: datetime,
    grace: timedelta,
    *,
    abandoned: bool = False,
    done: Collection[ProviderAction] = (),
    voucher_refunds: Sequence[VoucherRefund] = (),
) -> ProviderAction | None:
    """Return the next action at the provider; None if the order can be updated now.

    `payment` is None if the provider knows of no payment. `abandoned` means that the viewer no longer waits
    for the order. Actions in `done` are not returned again. `voucher_refunds` are the refunds of canceled
    codes.
    """
    if payment is None:
        action = ProviderAction.CHARGE if _should_charge(order, now, abandoned=abandoned) else None
    elif _grants_nothing(order):
        action = _get_action_for_failed(order, payment)
    elif order.status is OrderStatus.CREATED and payment.state is not PaymentState.PAID:
        action = _get_action_for_created(order, payment, now, abandoned=abandoned)
    else:  # also a payment that turns out to be paid, and may be refunded by now
        action = _get_action_for_paid(order, payment, now, grace)
        if action is None and list_due_refunds(order, payment, voucher_refunds):
            action = ProviderAction.REFUND_VOUCHERS
    return None if action in done else action


def get_authentication_deadline(order: Order) -> datetime:
    """Return until when an order waits for the viewer's bank: a day, but not beyond the end of its access."""
    deadline = order.created_at + AUTHENTICATION_TIMEOUT
    return min(deadline, order.grant.term.until or deadline)


def list_charges_to_refund(order: Order, payment: Payment) -> list[ChargeAttempt]:
    """Return the charges to refund.

    These are all charges of an order that grants nothing or has `refund_due`. For an ended order, they are
    the charges made after its end, before the provider was informed.
    """
    grants_nothing = _grants_nothing(order) or order.refund_due
    return [
        charge
        for charge in payment.charges
        if refundable_amount(charge) > 0 and (grants_nothing or _was_charged_after_end(order, charge))
    ]


def _grants_nothing(order: Order) -> bool:
    """Return whether the order failed, or its viewer closed the account before the payment was confirmed."""
    is_orphaned = order.status is OrderStatus.CREATED and order.account_id is None
    return is_orphaned or order.status is OrderStatus.FAILED


def _was_charged_after_end(order: Order, charge: ChargeAttempt) -> bool:
    """Return whether a charge was made after the order ended.

    The first charge, which granted the access, never counts, even if the two clocks differ.
    """
    is_first_charge = not charge.is_renewal and not order.trial_days
    return order.ended_at is not None and charge.at > order.ended_at and not is_first_charge


def _should_charge(order: Order, now: datetime, *, abandoned: bool) -> bool:
    """Return whether an attempt was interrupted before the provider knew of it, and must be retried."""
    is_waiting = order.status is OrderStatus.CREATED and not order.is_in_progress(now) and not order.is_free
    return (
        is_waiting
        and not abandoned
        and order.account_id is not None
        and now < order.created_at + RETRY_WINDOW
    )


def _get_action_for_created(
    order: Order, payment: Payment, now: datetime, *, abandoned: bool
) -> ProviderAction | None:
    """Return the action for an unpaid order. A declined payment is canceled, because a retry is a new
    order."""
    is_open = payment.state in (PaymentState.REQUIRES_ACTION, PaymentState.PENDING)
    is_declined = payment.state is PaymentState.PENDING and payment.failure_code is not None
    is_overdue = now >= get_authentication_deadline(order)
    return ProviderAction.CANCEL if is_open and (is_declined or is_overdue or abandoned) else None


def _get_action_for_failed(order: Order, payment: Payment) -> ProviderAction | None:
    """Return the action that ensures that a failed order charges nothing."""
    if _is_running(payment):
        return ProviderAction.CANCEL_SUBSCRIPTION
    if payment.state in (PaymentState.REQUIRES_ACTION, PaymentState.PENDING):
        return ProviderAction.CANCEL
    return ProviderAction.REFUND if list_charges_to_refund(order, payment) else None


def _get_action_for_paid(
    order: Order, payment: Payment, now: datetime, grace: timedelta
) -> ProviderAction | None:
    billing_cycle = payment.billing_cycle
    if billing_cycle is None or billing_cycle.ended_at is not None:
        return ProviderAction.REFUND if list_charges_to_refund(order, payment) else None
    is_unpaid = billing_cycle.past_due_at is not None and now >= billing_cycle.until + grace
    is_over = order.status is OrderStatus.REFUNDED or order.ended_at is not None or order.refund_due
    if (
        is_unpaid
        or is_over
        or is_fully_refunded(payment)
        or is_disputed(payment)
        or _has_unwanted_renewal(order, billing_cycle)
    ):
        return ProviderAction.CANCEL_SUBSCRIPTION
    if (
        order.requested_auto_renewal is not None
        and order.requested_auto_renewal is billing_cycle.cancel_at_period_end
    ):
        return ProviderAction.SET_AUTO_RENEWAL
    return ProviderAction.MOVE_RENEWAL if get_moved_renewal(order, billing_cycle, now) else None


def get_moved_renewal(order: Order, billing_cycle: BillingCycle, now: datetime) -> datetime | None:
    """Return when a renewal must be charged that is due before or in an off-season; None if it stays.

    A renewal that an operator moved at the provider, or that is being charged, stays. So does the end of a
    subscription that was canceled before.
    """
    since = billing_cycle.period_since
    if order.product.off_season is None or since is None or billing_cycle.ended_at is not None:
        return None
    if billing_cycle.cancel_at_period_end or billing_cycle.has_pending_renewal or billing_cycle.until <= now:
        return None
    unmoved = get_renewal_time(order, since, billing_cycle.since, with_off_season=False)
    due = get_renewal_time(order, since, billing_cycle.since)
    is_unmoved = abs(billing_cycle.until - unmoved) < _CLOCK_TOLERANCE
    return due if is_unmoved and due - billing_cycle.until > _CLOCK_TOLERANCE else None


def _has_unwanted_renewal(order: Order, billing_cycle: BillingCycle) -> bool:
    """Return whether a renewal is being charged although no more charges were announced to the viewer.

    Canceling at the end of a period that has already begun would be too late.
    """
    is_unwanted = order.requested_auto_renewal is False or (
        billing_cycle.cancel_at_period_end and order.requested_auto_renewal is None
    )
    return is_unwanted and (billing_cycle.has_pending_renewal or billing_cycle.past_due_at is not None)


def _is_running(payment: Payment) -> bool:
    """Return whether a subscription has started and not ended."""
    has_started = payment.state is PaymentState.PAID
    return has_started and payment.billing_cycle is not None and payment.billing_cycle.ended_at is None
