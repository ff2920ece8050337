"""Bringing an order in line with what the provider says of it now: what is still to be done at the provider.

Nothing here depends on what was heard before, in which order, or how often: the same state of the provider
makes the same order. What the order becomes is `settled.settle`'s.
"""

from __future__ import annotations

from collections.abc import Collection
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.billing.domain.checkout.orders import Order, OrderStatus
from touchline.billing.domain.checkout.payments import BillingCycle, ChargeAttempt, Payment, PaymentState
from touchline.billing.domain.ledger.payment_transactions import (
    is_disputed,
    is_fully_refunded,
    refundable_amount,
)

AUTHENTICATION_TIMEOUT = timedelta(hours=24)
"""How long an order waits for the viewer's bank (api.md, "Closed questions, Money")."""
ATTEMPT_TIMEOUT = timedelta(seconds=45)
"""How long somebody may be talking to the provider about a payment before he is taken for dead, and his call
with him."""
RETRY_WINDOW = timedelta(minutes=10)
"""How long after the press of Pay an attempt that was broken off is taken up again; later nobody expects
it."""


class ProviderAction(StrEnum):
    """What is to be done at the provider: ask for the money (again, with the same words), make sure that
    nothing is charged, give back what is owed, end a subscription, tell it whether to renew."""

    CHARGE = "charge"
    CANCEL = "give up"
    REFUND = "refund"
    CANCEL_SUBSCRIPTION = "end"
    SET_AUTO_RENEWAL = "switch"


def get_next_action(
    order: Order,
    payment: Payment | None,
    now: datetime,
    grace: timedelta,
    *,
    abandoned: bool = False,
    done: Collection[ProviderAction] = (),
) -> ProviderAction | None:
    """What to do next; None: the order can be settled. `payment` None: the provider knows of none.

    `abandoned`: the viewer does not wait for it any more. `done` is not asked for again.
    """
    if payment is None:
        action = ProviderAction.CHARGE if _should_charge(order, now, abandoned=abandoned) else None
    elif _grants_nothing(order):
        action = _get_action_for_failed(order, payment)
    elif order.status is OrderStatus.CREATED and payment.state is not PaymentState.PAID:
        action = _get_action_for_created(order, payment, now, abandoned=abandoned)
    else:  # also one that is found to be paid, and may have been given back meanwhile
        action = _get_action_for_paid(order, payment, now, grace)
    return None if action in done else action


def get_authentication_deadline(order: Order) -> datetime:
    """How long an order waits for the viewer's bank: a day, but not beyond the end of what it opens."""
    deadline = order.created_at + AUTHENTICATION_TIMEOUT
    return min(deadline, order.grant.term.until or deadline)


def list_charges_to_refund(order: Order, payment: Payment) -> list[ChargeAttempt]:
    """The charges to be given back: all of an order that opens nothing or whose refund is due, and what was
    charged after the end of one that ended before the provider could be told."""
    grants_nothing = _grants_nothing(order) or order.refund_due
    return [
        one
        for one in payment.charges
        if refundable_amount(one) > 0 and (grants_nothing or _was_charged_after_end(order, one))
    ]


def _grants_nothing(order: Order) -> bool:
    """Whether it failed, or its viewer closed the account before it was known to be paid."""
    is_orphaned = order.status is OrderStatus.CREATED and order.account_id is None
    return is_orphaned or order.status is OrderStatus.FAILED


def _was_charged_after_end(order: Order, charge: ChargeAttempt) -> bool:
    """What opened the order was in time, whatever the two clocks say."""
    opened_order = not charge.renewal and not order.trial_days
    return order.ended_at is not None and charge.at > order.ended_at and not opened_order


def _should_charge(order: Order, now: datetime, *, abandoned: bool) -> bool:
    """Whether an attempt was broken off before the provider knew of it, and is to be taken up again."""
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
    """A payment whose card was refused is over, too: trying again is a new order."""
    is_open = payment.state in (PaymentState.REQUIRES_ACTION, PaymentState.PENDING)
    is_refused = payment.state is PaymentState.PENDING and payment.failure_code is not None
    is_overdue = now >= get_authentication_deadline(order)
    return ProviderAction.CANCEL if is_open and (is_refused or is_overdue or abandoned) else None


def _get_action_for_failed(order: Order, payment: Payment) -> ProviderAction | None:
    """It was told to the viewer that nothing is charged, or there is no viewer any more: so nothing is."""
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
    return None


def _has_unwanted_renewal(order: Order, billing_cycle: BillingCycle) -> bool:
    """Whether a renewal's money is asked for although the viewer was told that nothing is charged any more:
    to stop at the end of a period that has begun would be too late."""
    is_unwanted = order.requested_auto_renewal is False or (
        billing_cycle.cancel_at_period_end and order.requested_auto_renewal is None
    )
    return is_unwanted and (billing_cycle.has_pending_renewal or billing_cycle.past_due_at is not None)


def _is_running(payment: Payment) -> bool:
    """Whether a subscription has begun and goes on."""
    has_started = payment.state is PaymentState.PAID
    return has_started and payment.billing_cycle is not None and payment.billing_cycle.ended_at is None
