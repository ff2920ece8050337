"""Convert a Stripe PaymentIntent to a `Payment`. No I/O.

https://docs.stripe.com/payments/paymentintents/lifecycle
"""

from __future__ import annotations

from collections.abc import Sequence

import stripe
from stripe import StripeObject

from adapters.payments.stripe_charge_histories import ChargeHistory, build_charge_attempts, get_decline_code
from touchline.billing.domain.checkout.declines import ABANDONED, decline_message
from touchline.billing.ports.payments import Payment, PaymentState

ORDER_KEY, CHANNEL_KEY = "order", "channel"

_STATES = {
    "succeeded": PaymentState.PAID,
    "canceled": PaymentState.FAILED,
    "requires_action": PaymentState.REQUIRES_ACTION,
}


def build_intent_payment(intent: stripe.PaymentIntent, charge_histories: Sequence[ChargeHistory]) -> Payment:
    """Build the `Payment` of a PaymentIntent in its current state.

    A payment whose card was declined or not authenticated is `pending` with a failure code until it is
    canceled. Another card could still pay it.
    """
    state = _STATES.get(intent.status, PaymentState.PENDING)
    code = (
        None if state is PaymentState.PAID else get_failure_code(intent.last_payment_error, charge_histories)
    )
    if state is PaymentState.FAILED:
        code = code or ABANDONED
    return Payment(
        ref=intent.id,
        order=get_metadata(intent.metadata, ORDER_KEY) or "",
        state=state,
        client_secret=intent.client_secret if state is PaymentState.REQUIRES_ACTION else None,
        failure_code=code,
        failure_message=decline_message(code) if code else None,
        charges=tuple(build_charge_attempts(charge_histories, intent.id)),
    )


def get_metadata(metadata: StripeObject | None, name: str) -> str | None:
    """Return a value from an object's metadata, or None."""
    return str(metadata[name]) if metadata is not None and name in metadata else None


def get_failure_code(
    error: StripeObject | None, charge_histories: Sequence[ChargeHistory] = ()
) -> str | None:
    """Return the code of the last failure: the bank's reason, else Stripe's, else that of the last charge."""
    if error is not None:
        code: str | None = getattr(error, "decline_code", None) or getattr(error, "code", None)
        return code or "card_declined"
    failed = [
        get_decline_code(history.charge) for history in charge_histories if history.charge.status == "failed"
    ]
    return failed[-1] if failed else None
