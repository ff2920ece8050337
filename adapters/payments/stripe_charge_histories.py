"""Convert Stripe charges, refunds and disputes to `ChargeAttempt` and `Reversal` entries.

No I/O.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import stripe

from adapters.payments.stripe_amounts import from_stripe
from adapters.payments.stripe_fees import get_fee, total_fee
from touchline.billing.domain.checkout.declines import decline_message
from touchline.billing.ports.payments import ChargeAttempt, Reversal

_NO_FUNDS_WITHDRAWN = ("warning_needs_response", "warning_under_review", "warning_closed", "prevented")
_FAILED_REFUND_STATUSES = ("failed", "canceled")


@dataclass(frozen=True)
class ChargeHistory:
    """A charge (an attempt to take a payment, successful or not), with all its refunds and disputes.

    Both are in Stripe's order, newest first.
    """

    charge: stripe.Charge
    refunds: Sequence[stripe.Refund] = ()
    disputes: Sequence[stripe.Dispute] = ()


def to_datetime(seconds: int) -> datetime:
    """Convert a Stripe timestamp."""
    return datetime.fromtimestamp(seconds, UTC)


def build_charge_attempts(
    histories: Iterable[ChargeHistory], ref: str, *, renewal: bool = False
) -> Iterator[ChargeAttempt]:
    """Yield the attempts of one payment in the given order, oldest first.

    The first paid attempt has the reference `ref`; every other one has `<ref>:<charge ID>`. Each attempt is
    therefore a separate entry whose reference never changes.
    """
    has_paid_attempt = False
    for history in histories:
        if history.charge.status == "pending":
            continue
        paid = history.charge.status == "succeeded"
        yield _build_attempt(
            history, f"{ref}:{history.charge.id}" if has_paid_attempt or not paid else ref, renewal
        )
        has_paid_attempt = has_paid_attempt or paid


def get_decline_code(charge: stripe.Charge) -> str | None:
    """Return the decline code of a charge: the bank's reason, or else Stripe's failure code."""
    reason = charge.outcome.reason if charge.outcome else None
    if charge.failure_code == "card_declined" and reason:
        return reason
    return charge.failure_code


def _build_attempt(history: ChargeHistory, ref: str, renewal: bool) -> ChargeAttempt:
    charge = history.charge
    details = charge.payment_method_details
    card = details.card if details else None
    paid = charge.status == "succeeded"
    return ChargeAttempt(
        ref=ref,
        amount=from_stripe(charge.amount_captured if paid else charge.amount, charge.currency),
        at=to_datetime(charge.created),
        is_paid=paid,
        is_renewal=renewal,
        failure=None if paid else decline_message(get_decline_code(charge)),
        fee=get_fee(charge.balance_transaction, charge.currency) if paid else 0,
        card_last4=card.last4 if card else None,
        card_fingerprint=card.fingerprint if card else None,
        reversals=tuple(
            sorted(
                (*_build_refund_reversals(history), *_build_dispute_reversals(history)),
                key=lambda reversal: (reversal.at, reversal.is_won),
            )
        ),
    )


def _build_refund_reversals(history: ChargeHistory) -> Iterator[Reversal]:
    """Yield a reversal for each refund. A refund that the bank returns is a second movement."""
    for refund in reversed(history.refunds):
        amount, at = from_stripe(refund.amount, refund.currency), to_datetime(refund.created)
        yield Reversal(refund.id, amount, at, key=_get_key(refund))
        if refund.status in _FAILED_REFUND_STATUSES:
            yield Reversal(f"{refund.id}:back", amount, at, is_won=True)


def _get_key(refund: stripe.Refund) -> str | None:
    """Return the idempotency key of a refund that we made."""
    metadata = getattr(refund, "metadata", None)
    return str(metadata["key"]) if metadata and "key" in metadata else None


def _build_dispute_reversals(history: ChargeHistory) -> Iterator[Reversal]:
    """Yield a reversal for each dispute, dated when it was created, and another one if it is won.

    Inquiries withdraw no funds.
    """
    for dispute in reversed(history.disputes):
        if dispute.status in _NO_FUNDS_WITHDRAWN:
            continue
        amount = from_stripe(dispute.amount, dispute.currency)
        withdrawals = [transaction for transaction in dispute.balance_transactions if transaction.amount <= 0]
        fee = total_fee(withdrawals, dispute.currency)
        yield Reversal(dispute.id, amount, to_datetime(dispute.created), is_dispute=True, fee=fee)
        if dispute.status == "won":
            returned = [transaction for transaction in dispute.balance_transactions if transaction.amount > 0]
            at = to_datetime(max((transaction.created for transaction in returned), default=dispute.created))
            fee = total_fee(returned, dispute.currency)
            yield Reversal(f"{dispute.id}:won", amount, at, is_dispute=True, is_won=True, fee=fee)
