"""Loads the parts of a subscription: its invoices, their charges, and the intent that it waits for."""

from __future__ import annotations

import stripe

from adapters.payments.stripe_billing_cycles import (
    FIRST_INVOICE_REASON,
    InvoiceAttempts,
    build_subscription_payment,
    list_intent_ids,
)
from adapters.payments.stripe_charges import build_charge_histories, list_charges
from adapters.payments.stripe_client import PAGE_SIZE, StripeConnection, get_id
from touchline.billing.ports.payments import Payment

_NOT_STARTED_STATUSES = ("incomplete", "incomplete_expired")


def load_subscription_payment(connection: StripeConnection, subscription: stripe.Subscription) -> Payment:
    """Return the `Payment` of a subscription, whose `pending_setup_intent` is expanded.

    The caller uses `StripeConnection.translate_errors`.
    """
    invoice_attempts = _list_invoices(connection, subscription)
    return build_subscription_payment(
        subscription, invoice_attempts, _find_pending_intent(connection, subscription, invoice_attempts)
    )


def load_pending_intent(
    connection: StripeConnection, subscription: stripe.Subscription
) -> stripe.SetupIntent | stripe.PaymentIntent | None:
    """Return the intent that a subscription in setup waits for, or None.

    The caller uses `StripeConnection.translate_errors`.
    """
    return _find_pending_intent(connection, subscription, _list_invoices(connection, subscription))


def _find_pending_intent(
    connection: StripeConnection, subscription: stripe.Subscription, invoice_attempts: list[InvoiceAttempts]
) -> stripe.SetupIntent | stripe.PaymentIntent | None:
    setup_intent = subscription.pending_setup_intent
    return (
        setup_intent
        if isinstance(setup_intent, stripe.SetupIntent)
        else _get_first_intent(connection, subscription, invoice_attempts)
    )


def _list_invoices(connection: StripeConnection, subscription: stripe.Subscription) -> list[InvoiceAttempts]:
    """List all invoices, oldest first.

    Charges are listed by customer, which needs one call for all of them.
    """
    listed = connection.v1.invoices.list(
        {"subscription": subscription.id, "limit": PAGE_SIZE, "expand": ["data.payments"]}
    )
    invoices = list(listed.auto_paging_iter())[::-1]
    charges = _list_charges(connection, subscription) if any(invoice.total for invoice in invoices) else {}
    return [
        InvoiceAttempts(
            invoice,
            build_charge_histories(
                connection,
                [charge for intent in list_intent_ids(invoice) for charge in charges.get(intent, ())],
            ),
        )
        for invoice in invoices
    ]


def _list_charges(
    connection: StripeConnection, subscription: stripe.Subscription
) -> dict[str, list[stripe.Charge]]:
    """Return the customer's charges by PaymentIntent ID."""
    listed = list_charges(connection, {"customer": get_id(subscription.customer) or ""})
    charges_by_intent: dict[str, list[stripe.Charge]] = {}
    for charge in listed.auto_paging_iter():
        charges_by_intent.setdefault(get_id(charge.payment_intent) or "", []).append(charge)
    return charges_by_intent


def _get_first_intent(
    connection: StripeConnection, subscription: stripe.Subscription, invoice_attempts: list[InvoiceAttempts]
) -> stripe.PaymentIntent | None:
    """Return the PaymentIntent of the first invoice, if the subscription has not started."""
    if subscription.status not in _NOT_STARTED_STATUSES:
        return None
    first_invoices = [
        invoice_attempt.invoice
        for invoice_attempt in invoice_attempts
        if invoice_attempt.invoice.billing_reason == FIRST_INVOICE_REASON
    ]
    intents = [intent_id for invoice in first_invoices for intent_id in list_intent_ids(invoice)]
    return connection.v1.payment_intents.retrieve(intents[0]) if intents else None
