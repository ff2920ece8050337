"""Convert a Stripe subscription and its invoices to a `Payment`. No I/O.

https://docs.stripe.com/billing/subscriptions/overview
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

import stripe

from adapters.payments.stripe_charge_histories import ChargeHistory, build_charge_attempts, to_datetime
from adapters.payments.stripe_client import get_id
from adapters.payments.stripe_payment_states import ORDER_KEY, get_failure_code, get_metadata
from touchline.billing.domain.checkout.declines import ABANDONED, decline_message
from touchline.billing.ports.payments import BillingCycle, ChargeAttempt, Payment, PaymentState

NEVER_STARTED = "never begun"
FIRST_INVOICE_REASON = "subscription_create"
_PERIOD_REASONS = (FIRST_INVOICE_REASON, "subscription_cycle")
DRAFT_SECONDS = 2 * 60 * 60
_UNPAID_STATUSES = ("draft", "open", "uncollectible")
_ACTION_STATUSES = ("requires_action", "requires_confirmation")
_UNVERIFIED_CARD_STATUSES = (
    "requires_action",
    "requires_confirmation",
    "requires_payment_method",
    "processing",
)


@dataclass(frozen=True)
class InvoiceAttempts:
    """An invoice and its payment attempts, oldest first."""

    invoice: stripe.Invoice
    charge_histories: Sequence[ChargeHistory] = ()


def build_subscription_payment(
    subscription: stripe.Subscription,
    invoice_attempts: Sequence[InvoiceAttempts],
    pending_intent: stripe.PaymentIntent | stripe.SetupIntent | None = None,
) -> Payment:
    """Build the `Payment` of a subscription in its current state.

    `invoice_attempts` are oldest first. `pending_intent` is the intent that blocks the first payment, or the
    setup of the card for a trial.
    """
    state = _get_state(subscription, invoice_attempts, pending_intent)
    code = _get_failure_code(state, invoice_attempts, pending_intent)
    return Payment(
        ref=subscription.id,
        order=get_metadata(subscription.metadata, ORDER_KEY) or "",
        state=state,
        client_secret=pending_intent.client_secret
        if pending_intent and state is PaymentState.REQUIRES_ACTION
        else None,
        failure_code=code,
        failure_message=decline_message(code) if code else None,
        charges=tuple(_build_charge_attempts(subscription, invoice_attempts)),
        billing_cycle=_build_billing_cycle(subscription, invoice_attempts),
    )


def _get_state(
    subscription: stripe.Subscription,
    invoice_attempts: Sequence[InvoiceAttempts],
    pending_intent: stripe.PaymentIntent | stripe.SetupIntent | None,
) -> PaymentState:
    if subscription.status == "incomplete_expired" or _never_started(subscription, invoice_attempts):
        return PaymentState.FAILED
    has_unverified_card = (
        isinstance(pending_intent, stripe.SetupIntent) and pending_intent.status in _UNVERIFIED_CARD_STATUSES
    )
    if subscription.status == "incomplete" or (subscription.status == "trialing" and has_unverified_card):
        return (
            PaymentState.REQUIRES_ACTION
            if pending_intent and pending_intent.status in _ACTION_STATUSES
            else PaymentState.PENDING
        )
    return PaymentState.PAID


def _never_started(subscription: stripe.Subscription, invoice_attempts: Sequence[InvoiceAttempts]) -> bool:
    if subscription.status != "canceled":
        return False
    details = subscription.cancellation_details
    unpaid = bool(invoice_attempts) and invoice_attempts[0].invoice.status != "paid"
    return unpaid or (details is not None and details.comment == NEVER_STARTED)


def _get_failure_code(
    state: PaymentState,
    invoice_attempts: Sequence[InvoiceAttempts],
    pending_intent: stripe.PaymentIntent | stripe.SetupIntent | None,
) -> str | None:
    if state is PaymentState.PAID:
        return None
    error = pending_intent and (
        pending_intent.last_setup_error
        if isinstance(pending_intent, stripe.SetupIntent)
        else pending_intent.last_payment_error
    )
    code = get_failure_code(
        error or None,
        [
            charge_history
            for invoice_attempt in invoice_attempts
            for charge_history in invoice_attempt.charge_histories
        ],
    )
    return code or (ABANDONED if state is PaymentState.FAILED else None)


def _build_charge_attempts(
    subscription: stripe.Subscription, invoice_attempts: Sequence[InvoiceAttempts]
) -> Iterator[ChargeAttempt]:
    """Yield the charge attempts of all invoices.

    The first invoice with a charge after a trial is not a renewal. Zero invoices have no charges.
    """
    first = next(
        (invoice_attempt.invoice.id for invoice_attempt in invoice_attempts if invoice_attempt.invoice.total),
        None,
    )
    had_trial = bool(subscription.trial_end) and _began_with_trial(invoice_attempts)
    for invoice_attempt in invoice_attempts:
        invoice = invoice_attempt.invoice
        starts_period = invoice.billing_reason == FIRST_INVOICE_REASON or (had_trial and invoice.id == first)
        yield from build_charge_attempts(
            invoice_attempt.charge_histories, str(invoice.id), renewal=not starts_period
        )


def _began_with_trial(invoice_attempts: Sequence[InvoiceAttempts]) -> bool:
    """Return whether the first period was a trial. Later ones move a renewal (`move_renewal`)."""
    first = next(iter(invoice_attempts), None)
    return first is not None and not first.invoice.subtotal


def _build_billing_cycle(
    subscription: stripe.Subscription, invoice_attempts: Sequence[InvoiceAttempts]
) -> BillingCycle:
    unpaid = [
        invoice_attempt
        for invoice_attempt in invoice_attempts
        if invoice_attempt.invoice.status in _UNPAID_STATUSES and invoice_attempt.invoice.total
    ]
    has_ended = subscription.ended_at is not None
    until = [
        _get_item(subscription).current_period_end,
        *(_get_period_start(subscription, invoice_attempt) for invoice_attempt in unpaid),
    ]
    if subscription.cancel_at is not None:
        until.append(subscription.cancel_at)
    renewals = [
        invoice_attempt
        for invoice_attempt in unpaid
        if invoice_attempt.invoice.billing_reason != FIRST_INVOICE_REASON
    ]
    attempted = [invoice_attempt for invoice_attempt in renewals if invoice_attempt.invoice.attempted]
    return BillingCycle(
        since=to_datetime(subscription.start_date),
        until=to_datetime(min(until)),
        is_trial=subscription.status == "trialing",
        cancel_at_period_end=not has_ended
        and (subscription.cancel_at_period_end or subscription.cancel_at is not None),
        has_pending_renewal=not has_ended and bool(renewals),
        past_due_at=to_datetime(min(map(_failed_at, attempted))) if attempted else None,
        ended_at=to_datetime(subscription.ended_at) if subscription.ended_at is not None else None,
        period_since=_get_paid_since(invoice_attempts),
    )


def _get_paid_since(invoice_attempts: Sequence[InvoiceAttempts]) -> datetime | None:
    """Return the start of the latest period, or trial, that is paid.

    The invoice of a moved renewal has another billing reason and pays for nothing.
    """
    starts = [
        min(line.period.start for line in invoice_attempt.invoice.lines.data)
        for invoice_attempt in invoice_attempts
        if invoice_attempt.invoice.status == "paid"
        and invoice_attempt.invoice.billing_reason in _PERIOD_REASONS
        and invoice_attempt.invoice.lines.data
    ]
    return to_datetime(max(starts)) if starts else None


def _get_item(subscription: stripe.Subscription) -> stripe.SubscriptionItem:
    return subscription.items.data[0]


def _get_period_start(subscription: stripe.Subscription, invoice_attempt: InvoiceAttempts) -> int:
    """Return the start of an invoice's period. Everything before it is paid.

    Stripe collects a renewal about an hour after it creates the draft invoice. That time does not count as
    overdue.
    """
    starts = [line.period.start for line in invoice_attempt.invoice.lines.data]
    period_start = min(starts, default=_get_item(subscription).current_period_start)
    return period_start + (DRAFT_SECONDS if invoice_attempt.invoice.status == "draft" else 0)


def _failed_at(invoice_attempt: InvoiceAttempts) -> int:
    failed_at = [
        history.charge.created
        for history in invoice_attempt.charge_histories
        if history.charge.status == "failed"
    ]
    return min(failed_at, default=invoice_attempt.invoice.created)


def list_intent_ids(invoice: stripe.Invoice) -> list[str]:
    """List the IDs of the PaymentIntents of an invoice."""
    payments = invoice.payments.data if invoice.payments else []
    return [
        intent_id
        for payment in payments
        if (intent_id := get_id(getattr(payment.payment, "payment_intent", None)))
    ]
