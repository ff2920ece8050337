"""Charges of Stripe with what came back of them, as lines of our ledger. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import stripe

from adapters.payments.stripe_amounts import from_stripe
from touchline.billing.domain.checkout.declines import decline_message
from touchline.billing.ports.payments import ChargeAttempt, Reversal

_NO_FUNDS_WITHDRAWN = ("warning_needs_response", "warning_under_review", "warning_closed", "prevented")
_FAILED_REFUND_STATUSES = ("failed", "canceled")


@dataclass(frozen=True)
class ChargeHistory:
    """A charge (an attempt to take money, also one that failed), with all its refunds and disputes as Stripe
    lists them: the newest first."""

    charge: stripe.Charge
    refunds: Sequence[stripe.Refund] = ()
    disputes: Sequence[stripe.Dispute] = ()


def to_datetime(seconds: int) -> datetime:
    """An instant of Stripe."""
    return datetime.fromtimestamp(seconds, UTC)


def build_charge_attempts(
    histories: Iterable[ChargeHistory], ref: str, *, renewal: bool = False
) -> Iterator[ChargeAttempt]:
    """The attempts at one payment, oldest first as they were given. The one that was paid is called `ref`,
    every other one `<ref>:<its own name>`, so that each is a line of its own and remains the same line for
    ever."""
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
    """The code of why it was declined: the bank's reason where there is one."""
    reason = charge.outcome.reason if charge.outcome else None
    if charge.failure_code == "card_declined" and reason:
        return reason
    return charge.failure_code


def _build_attempt(histories: ChargeHistory, ref: str, renewal: bool) -> ChargeAttempt:
    charge = histories.charge
    paid = charge.status == "succeeded"
    return ChargeAttempt(
        ref=ref,
        amount=from_stripe(charge.amount_captured if paid else charge.amount, charge.currency),
        at=to_datetime(charge.created),
        paid=paid,
        renewal=renewal,
        failure=None if paid else decline_message(get_decline_code(charge)),
        reversals=tuple(
            sorted(
                (*_build_refund_reversals(histories), *_build_dispute_reversals(histories)),
                key=lambda one: (one.at, one.won),
            )
        ),
    )


def _build_refund_reversals(histories: ChargeHistory) -> Iterator[Reversal]:
    """A refund that the bank could not pay out comes back to us: that is a movement of its own."""
    for refund in reversed(histories.refunds):
        amount, at = from_stripe(refund.amount, refund.currency), to_datetime(refund.created)
        yield Reversal(refund.id, amount, at)
        if refund.status in _FAILED_REFUND_STATUSES:
            yield Reversal(f"{refund.id}:back", amount, at, won=True)


def _build_dispute_reversals(histories: ChargeHistory) -> Iterator[Reversal]:
    """The amount is gone from the day of the dispute on; it comes again when the dispute is won. An inquiry
    takes nothing."""
    for dispute in reversed(histories.disputes):
        if dispute.status in _NO_FUNDS_WITHDRAWN:
            continue
        amount = from_stripe(dispute.amount, dispute.currency)
        yield Reversal(dispute.id, amount, to_datetime(dispute.created), dispute=True)
        if dispute.status == "won":
            reinstated_at = [one.created for one in dispute.balance_transactions if one.amount > 0]
            at = to_datetime(max(reinstated_at, default=dispute.created))
            yield Reversal(f"{dispute.id}:won", amount, at, dispute=True, won=True)
