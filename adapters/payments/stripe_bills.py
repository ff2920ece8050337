"""Reads what belongs to a subscription: its invoices, their charges, and what the first payment waits for."""

from __future__ import annotations

import stripe

from adapters.payments.stripe_charges import taken_of
from adapters.payments.stripe_client import PAGE, Line, name_of
from adapters.payments.stripe_rhythm import FIRST, Billed, intents_of, subscription_of
from touchline.billing.ports.payments import Payment

_NOT_BEGUN = ("incomplete", "incomplete_expired")


def payment_of(line: Line, subscription: stripe.Subscription) -> Payment:
    """A subscription (its `pending_setup_intent` expanded) as it stands; the caller speaks through
    `Line.asking`."""
    bills = _bills(line, subscription)
    return subscription_of(subscription, bills, _waits_for(line, subscription, bills))


def waits_for(
    line: Line, subscription: stripe.Subscription
) -> stripe.SetupIntent | stripe.PaymentIntent | None:
    """Return what a subscription that has not begun waits for; the caller speaks through `Line.asking`."""
    return _waits_for(line, subscription, _bills(line, subscription))


def _waits_for(
    line: Line, subscription: stripe.Subscription, bills: list[Billed]
) -> stripe.SetupIntent | stripe.PaymentIntent | None:
    setup = subscription.pending_setup_intent
    return setup if isinstance(setup, stripe.SetupIntent) else _first(line, subscription, bills)


def _bills(line: Line, subscription: stripe.Subscription) -> list[Billed]:
    """All invoices, the oldest first. Charges are listed by their customer: that is one call for all of
    them."""
    listed = line.v1.invoices.list(
        {"subscription": subscription.id, "limit": PAGE, "expand": ["data.payments"]}
    )
    invoices = list(listed.auto_paging_iter())[::-1]
    charges = _charges(line, subscription) if any(invoice.total for invoice in invoices) else {}
    return [
        Billed(
            invoice,
            taken_of(line, [each for intent in intents_of(invoice) for each in charges.get(intent, ())]),
        )
        for invoice in invoices
    ]


def _charges(line: Line, subscription: stripe.Subscription) -> dict[str, list[stripe.Charge]]:
    """The customer's charges by the names of their PaymentIntents."""
    listed = line.v1.charges.list(
        {"customer": name_of(subscription.customer) or "", "limit": PAGE, "expand": ["data.refunds"]}
    )
    found: dict[str, list[stripe.Charge]] = {}
    for charge in listed.auto_paging_iter():
        found.setdefault(name_of(charge.payment_intent) or "", []).append(charge)
    return found


def _first(line: Line, subscription: stripe.Subscription, bills: list[Billed]) -> stripe.PaymentIntent | None:
    """What a subscription that has not begun waits for."""
    if subscription.status not in _NOT_BEGUN:
        return None
    of_first = [bill.invoice for bill in bills if bill.invoice.billing_reason == FIRST]
    intents = [name for invoice in of_first for name in intents_of(invoice)]
    return line.v1.payment_intents.retrieve(intents[0]) if intents else None
