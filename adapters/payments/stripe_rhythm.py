"""A Subscription of Stripe with its invoices as a payment of ours
(https://docs.stripe.com/billing/subscriptions/overview). Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import stripe

from adapters.payments.stripe_client import name_of
from adapters.payments.stripe_lines import Taken, charges_of, moment
from adapters.payments.stripe_states import ORDER, failure_of, noted
from touchline.billing.domain.refusals import ABANDONED, sentence
from touchline.billing.ports.payments import Charged, Payment, PaymentState, Rhythm

NEVER_BEGUN = "never begun"
FIRST = "subscription_create"
DRAFT_SECONDS = 2 * 60 * 60
_UNPAID = ("draft", "open", "uncollectible")
_ACTION = ("requires_action", "requires_confirmation")
_WITH_CARD_TO_CHECK = ("requires_action", "requires_confirmation", "requires_payment_method", "processing")


@dataclass(frozen=True)
class Billed:
    """An invoice with the attempts at its payment, oldest first."""

    invoice: stripe.Invoice
    taken: Sequence[Taken] = ()


def subscription_of(
    subscription: stripe.Subscription,
    bills: Sequence[Billed],
    asks: stripe.PaymentIntent | stripe.SetupIntent | None = None,
) -> Payment:
    """The subscription as it stands. `bills` are the oldest first; `asks` is what the first payment, or the
    card of a trial, waits for."""
    state = _state(subscription, bills, asks)
    code = _failure(state, bills, asks)
    return Payment(
        ref=subscription.id,
        order=noted(subscription.metadata, ORDER) or "",
        state=state,
        client_secret=asks.client_secret if asks and state is PaymentState.ACTION else None,
        failure_code=code,
        failure_message=sentence(code) if code else None,
        charges=tuple(_charges(subscription, bills)),
        rhythm=_rhythm(subscription, bills),
    )


def _state(
    subscription: stripe.Subscription,
    bills: Sequence[Billed],
    asks: stripe.PaymentIntent | stripe.SetupIntent | None,
) -> PaymentState:
    if subscription.status == "incomplete_expired" or _never_begun(subscription, bills):
        return PaymentState.FAILED
    card_to_check = isinstance(asks, stripe.SetupIntent) and asks.status in _WITH_CARD_TO_CHECK
    if subscription.status == "incomplete" or (subscription.status == "trialing" and card_to_check):
        return PaymentState.ACTION if asks and asks.status in _ACTION else PaymentState.PENDING
    return PaymentState.PAID


def _never_begun(subscription: stripe.Subscription, bills: Sequence[Billed]) -> bool:
    if subscription.status != "canceled":
        return False
    details = subscription.cancellation_details
    unpaid = bool(bills) and bills[0].invoice.status != "paid"
    return unpaid or (details is not None and details.comment == NEVER_BEGUN)


def _failure(
    state: PaymentState, bills: Sequence[Billed], asks: stripe.PaymentIntent | stripe.SetupIntent | None
) -> str | None:
    if state is PaymentState.PAID:
        return None
    error = asks and (
        asks.last_setup_error if isinstance(asks, stripe.SetupIntent) else asks.last_payment_error
    )
    code = failure_of(error or None, [taken for bill in bills for taken in bill.taken])
    return code or (ABANDONED if state is PaymentState.FAILED else None)


def _charges(subscription: stripe.Subscription, bills: Sequence[Billed]) -> Iterator[Charged]:
    """The first that costs something after a trial is no renewal; invoices of nothing are no charges."""
    first = next((bill.invoice.id for bill in bills if bill.invoice.total), None)
    for bill in bills:
        invoice = bill.invoice
        begins = invoice.billing_reason == FIRST or (bool(subscription.trial_end) and invoice.id == first)
        yield from charges_of(bill.taken, str(invoice.id), renewal=not begins)


def _rhythm(subscription: stripe.Subscription, bills: Sequence[Billed]) -> Rhythm:
    unpaid = [bill for bill in bills if bill.invoice.status in _UNPAID and bill.invoice.total]
    over = subscription.ended_at is not None
    until = [_item(subscription).current_period_end, *(_begins(subscription, bill) for bill in unpaid)]
    if subscription.cancel_at is not None:
        until.append(subscription.cancel_at)
    renewals = [bill for bill in unpaid if bill.invoice.billing_reason != FIRST]
    tried = [bill for bill in renewals if bill.invoice.attempted]
    return Rhythm(
        since=moment(subscription.start_date),
        until=moment(min(until)),
        trial=subscription.status == "trialing",
        stops=not over and (subscription.cancel_at_period_end or subscription.cancel_at is not None),
        asking=not over and bool(renewals),
        past_due_at=moment(min(map(_failed_at, tried))) if tried else None,
        ended_at=moment(subscription.ended_at) if subscription.ended_at is not None else None,
    )


def _item(subscription: stripe.Subscription) -> stripe.SubscriptionItem:
    return subscription.items.data[0]


def _begins(subscription: stripe.Subscription, bill: Billed) -> int:
    """When the time begins that an invoice is for: until then all is paid. Stripe asks for the money of a
    renewal about an hour after it wrote the invoice; for so long nobody is late."""
    starts = [line.period.start for line in bill.invoice.lines.data]
    begins = min(starts, default=_item(subscription).current_period_start)
    return begins + (DRAFT_SECONDS if bill.invoice.status == "draft" else 0)


def _failed_at(bill: Billed) -> int:
    failed = [each.charge.created for each in bill.taken if each.charge.status == "failed"]
    return min(failed, default=bill.invoice.created)


def intents_of(invoice: stripe.Invoice) -> list[str]:
    """The names of the PaymentIntents that an invoice is paid by."""
    payments = invoice.payments.data if invoice.payments else []
    return [name for each in payments if (name := name_of(getattr(each.payment, "payment_intent", None)))]
