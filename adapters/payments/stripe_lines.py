"""Charges of Stripe with what came back of them, as lines of our ledger. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

import stripe

from adapters.payments.stripe_amounts import told
from touchline.billing.domain.refusals import sentence
from touchline.billing.ports.payments import Charged, Refunded

_NOTHING_TAKEN = ("warning_needs_response", "warning_under_review", "warning_closed", "prevented")
_CAME_BACK_TO_US = ("failed", "canceled")


@dataclass(frozen=True)
class Taken:
    """A charge (an attempt to take money, also one that failed), with all its refunds and disputes as Stripe
    lists them: the newest first."""

    charge: stripe.Charge
    refunds: Sequence[stripe.Refund] = ()
    disputes: Sequence[stripe.Dispute] = ()


def moment(seconds: int) -> datetime:
    """An instant of Stripe."""
    return datetime.fromtimestamp(seconds, UTC)


def charges_of(taken: Iterable[Taken], ref: str, *, renewal: bool = False) -> Iterator[Charged]:
    """The attempts at one payment, oldest first as they were given. The one that was paid is called `ref`,
    every other one `<ref>:<its own name>`, so that each is a line of its own and remains the same line for
    ever."""
    named = False
    for each in taken:
        if each.charge.status == "pending":
            continue
        paid = each.charge.status == "succeeded"
        yield _charged(each, f"{ref}:{each.charge.id}" if named or not paid else ref, renewal)
        named = named or paid


def refusal_of(charge: stripe.Charge) -> str | None:
    """The code of why it was declined: the bank's reason where there is one."""
    reason = charge.outcome.reason if charge.outcome else None
    if charge.failure_code == "card_declined" and reason:
        return reason
    return charge.failure_code


def _charged(taken: Taken, ref: str, renewal: bool) -> Charged:
    charge = taken.charge
    paid = charge.status == "succeeded"
    return Charged(
        ref=ref,
        amount=told(charge.amount_captured if paid else charge.amount, charge.currency),
        at=moment(charge.created),
        paid=paid,
        renewal=renewal,
        failure=None if paid else sentence(refusal_of(charge)),
        returned=tuple(sorted((*_refunds(taken), *_disputes(taken)), key=lambda one: (one.at, one.won))),
    )


def _refunds(taken: Taken) -> Iterator[Refunded]:
    """A refund that the bank could not pay out comes back to us: that is a movement of its own."""
    for refund in reversed(taken.refunds):
        amount, at = told(refund.amount, refund.currency), moment(refund.created)
        yield Refunded(refund.id, amount, at)
        if refund.status in _CAME_BACK_TO_US:
            yield Refunded(f"{refund.id}:back", amount, at, won=True)


def _disputes(taken: Taken) -> Iterator[Refunded]:
    """The amount is gone from the day of the dispute on; it comes again when the dispute is won. An inquiry
    takes nothing."""
    for dispute in reversed(taken.disputes):
        if dispute.status in _NOTHING_TAKEN:
            continue
        amount = told(dispute.amount, dispute.currency)
        yield Refunded(dispute.id, amount, moment(dispute.created), dispute=True)
        if dispute.status == "won":
            back = [one.created for one in dispute.balance_transactions if one.amount > 0]
            at = moment(max(back, default=dispute.created))
            yield Refunded(f"{dispute.id}:won", amount, at, dispute=True, won=True)
