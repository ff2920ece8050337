"""The adapter reads Stripe's published OpenAPI examples, without requiring fields that they lack.

The examples are not part of the repository. Without the file, the tests are skipped.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import stripe

from adapters.payments.stripe_billing_cycles import (
    InvoiceAttempts,
    build_subscription_payment,
    list_intent_ids,
)
from adapters.payments.stripe_charge_histories import ChargeHistory, build_charge_attempts
from adapters.payments.stripe_payment_states import build_intent_payment
from adapters.payments.stripe_wallet import build_card
from adapters.payments.stripe_webhooks import get_order_of_invoice
from touchline.billing.ports.payments import PaymentState
from touchline.shared.money import Money

EXAMPLES = Path(__file__).parents[4] / "shared/data/stripe-fixtures3.json"
pytestmark = pytest.mark.skipif(
    not EXAMPLES.exists(), reason=f"until github.com/stripe/openapi is in {EXAMPLES}"
)


def example(kind: type[Any], **changes: Any) -> Any:
    """Return one of Stripe's examples."""
    fields = json.loads(EXAMPLES.read_text())["resources"][kind.OBJECT_NAME]
    return kind.construct_from({**fields, **changes}, "sk_test")


def test_a_charge_with_a_refund_and_a_dispute_is_read() -> None:
    history = ChargeHistory(
        example(stripe.Charge, amount_captured=100),
        [example(stripe.Refund)],
        [example(stripe.Dispute, status="lost")],
    )
    [attempt] = build_charge_attempts([history], "pi_1")
    assert (attempt.is_paid, attempt.amount, len(attempt.reversals)) == (True, Money(100, "USD"), 2)


def test_a_payment_is_read() -> None:
    payment = build_intent_payment(example(stripe.PaymentIntent), [])
    assert (payment.ref[:3], payment.state, payment.order) == ("pi_", PaymentState.PENDING, "")


def test_a_subscription_with_an_invoice_is_read() -> None:
    period = {"current_period_start": 1721948530, "current_period_end": 1724626930}
    items = example(stripe.Subscription)["items"].to_dict()
    items["data"][0] |= period
    attempts = InvoiceAttempts(example(stripe.Invoice, status="paid"))
    payment = build_subscription_payment(example(stripe.Subscription, items=items), [attempts])
    assert (payment.ref[:4], payment.state) == ("sub_", PaymentState.PAID)
    assert payment.billing_cycle
    assert payment.billing_cycle.cancel_at_period_end is False  # the example has ended


def test_an_invoice_is_read() -> None:
    invoice = example(
        stripe.Invoice, payments={"object": "list", "data": [example(stripe.InvoicePayment).to_dict()]}
    )
    assert list_intent_ids(invoice) == []
    assert get_order_of_invoice(invoice) == (None, "subscription")


def test_a_card_is_read() -> None:
    card = build_card(example(stripe.PaymentMethod), None)
    assert (card.brand, card.last4, card.exp_month, card.exp_year) == ("visa", "4242", 8, 2030)
