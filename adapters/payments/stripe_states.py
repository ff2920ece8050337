"""A PaymentIntent of Stripe as a payment of ours (https://docs.stripe.com/payments/paymentintents/lifecycle).
Pure."""

from __future__ import annotations

from collections.abc import Sequence

import stripe
from stripe import StripeObject

from adapters.payments.stripe_lines import Taken, charges_of, refusal_of
from touchline.billing.domain.refusals import ABANDONED, sentence
from touchline.billing.ports.payments import Payment, PaymentState

ORDER, CHANNEL = "order", "channel"

_STATES = {
    "succeeded": PaymentState.PAID,
    "canceled": PaymentState.FAILED,
    "requires_action": PaymentState.ACTION,
}


def payment_of(intent: stripe.PaymentIntent, taken: Sequence[Taken]) -> Payment:
    """The payment as it stands. One whose card was declined, or was not authenticated, is `pending` with a
    failure until it is given up: with another card it could still be paid."""
    state = _STATES.get(intent.status, PaymentState.PENDING)
    code = None if state is PaymentState.PAID else failure_of(intent.last_payment_error, taken)
    if state is PaymentState.FAILED:
        code = code or ABANDONED
    return Payment(
        ref=intent.id,
        order=noted(intent.metadata, ORDER) or "",
        state=state,
        client_secret=intent.client_secret if state is PaymentState.ACTION else None,
        failure_code=code,
        failure_message=sentence(code) if code else None,
        charges=tuple(charges_of(taken, intent.id)),
    )


def noted(metadata: StripeObject | None, name: str) -> str | None:
    """What we wrote on an object."""
    return str(metadata[name]) if metadata is not None and name in metadata else None


def failure_of(error: StripeObject | None, taken: Sequence[Taken] = ()) -> str | None:
    """The code of what went wrong last: the bank's reason, else Stripe's, else that of the last charge."""
    if error is not None:
        code: str | None = getattr(error, "decline_code", None) or getattr(error, "code", None)
        return code or "card_declined"
    failed = [refusal_of(each.charge) for each in taken if each.charge.status == "failed"]
    return failed[-1] if failed else None
