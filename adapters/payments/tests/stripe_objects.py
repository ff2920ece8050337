"""Stripe objects with the fields that the adapter reads, for tests of the conversions."""

from __future__ import annotations

from typing import Any

import stripe

AT = 1_790_000_000
DAY = 86_400
MONTH = 30 * DAY
ORDER = "8f14e45f-ceea-467f-a5a3-6d1ba1c0d2a5"


def build_intent(**changes: Any) -> stripe.PaymentIntent:
    """Build a succeeded PaymentIntent for 12.50 dollars."""
    values = {
        "id": "pi_1",
        "object": "payment_intent",
        "status": "succeeded",
        "client_secret": "pi_1_secret_x",
        "last_payment_error": None,
        "metadata": {"channel": "3", "order": ORDER},
        **changes,
    }
    return stripe.PaymentIntent.construct_from(values, "sk_test")


def build_charge(**changes: Any) -> stripe.Charge:
    """Build the charge of the PaymentIntent."""
    values = {
        "id": "ch_1",
        "object": "charge",
        "amount": 1250,
        "amount_captured": 1250,
        "balance_transaction": None,
        "created": AT,
        "currency": "usd",
        "status": "succeeded",
        "failure_code": None,
        "outcome": None,
        "metadata": {},
        "payment_intent": "pi_1",
        "payment_method_details": None,
        **changes,
    }
    return stripe.Charge.construct_from(values, "sk_test")


def build_failed_charge(
    id: str = "ch_0", reason: str = "insufficient_funds", **changes: Any
) -> stripe.Charge:
    """Build a charge that the bank declined."""
    declined = {"status": "failed", "failure_code": "card_declined", "outcome": {"reason": reason}}
    return build_charge(id=id, amount_captured=0, **declined, **changes)


def build_refund(**changes: Any) -> stripe.Refund:
    """Build a refund of five dollars, one day later."""
    values = {
        "id": "re_1",
        "object": "refund",
        "amount": 500,
        "created": AT + DAY,
        "currency": "usd",
        "status": "succeeded",
        **changes,
    }
    return stripe.Refund.construct_from(values, "sk_test")


def build_dispute(**changes: Any) -> stripe.Dispute:
    """Build a dispute, two days later."""
    values = {
        "id": "dp_1",
        "object": "dispute",
        "amount": 1250,
        "created": AT + 2 * DAY,
        "currency": "usd",
        "status": "needs_response",
        "balance_transactions": [],
        **changes,
    }
    return stripe.Dispute.construct_from(values, "sk_test")


def build_subscription(**changes: Any) -> stripe.Subscription:
    """Build an active subscription in its first 30 days."""
    period = changes.pop("period", (AT, AT + MONTH))
    item = {"id": "si_1", "current_period_start": period[0], "current_period_end": period[1]}
    values = {
        "id": "sub_1",
        "object": "subscription",
        "status": "active",
        "metadata": {"channel": "3", "order": ORDER},
        "items": {"object": "list", "data": [{"object": "subscription_item", **item}]},
        "cancel_at": None,
        "cancel_at_period_end": False,
        "cancellation_details": None,
        "ended_at": None,
        "start_date": AT,
        "trial_end": None,
        **changes,
    }
    return stripe.Subscription.construct_from(values, "sk_test")


def build_invoice(number: int = 1, **changes: Any) -> stripe.Invoice:
    """Build a paid invoice of a subscription: for the first 30 days, or for period `number`."""
    starts_at = AT + (number - 1) * MONTH
    period = {"start": starts_at, "end": starts_at + MONTH}
    values = {
        "id": f"in_{number}",
        "object": "invoice",
        "status": "paid",
        "total": 999,
        "subtotal": changes.get("total", 999),
        "attempted": True,
        "billing_reason": "subscription_create" if number == 1 else "subscription_cycle",
        "created": starts_at,
        "lines": {"object": "list", "data": [{"object": "line_item", "period": period}]},
        "payments": None,
        **changes,
    }
    return stripe.Invoice.construct_from(values, "sk_test")


def build_setup_intent(**changes: Any) -> stripe.SetupIntent:
    """Build the SetupIntent of a trial's card that requires authentication."""
    values = {
        "id": "seti_1",
        "object": "setup_intent",
        "status": "requires_action",
        "client_secret": "seti_1_secret_x",
        "last_setup_error": None,
        **changes,
    }
    return stripe.SetupIntent.construct_from(values, "sk_test")
