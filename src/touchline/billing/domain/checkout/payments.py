"""A payment or subscription as the provider of payments has it now, in our words."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from touchline.shared.money import Money


class PaymentState(StrEnum):
    """How a payment stands: `action` waits for the viewer's bank, `failed` will never charge anything. One
    that is `pending` with a failure could still be paid until it is given up. A subscription is `paid` from
    its first payment, or the begin of its trial, for good."""

    PENDING = "pending"
    REQUIRES_ACTION = "action"
    PAID = "paid"
    FAILED = "failed"


@dataclass(frozen=True)
class Reversal:
    """Money that went back, or was taken by a dispute (`dispute`), or came again (`won`): a dispute that was
    won, or a refund that could not be paid out, is two of these, the first gone and the second `won`."""

    ref: str
    amount: Money
    at: datetime
    dispute: bool = False
    won: bool = False


@dataclass(frozen=True, kw_only=True)
class ChargeAttempt:
    """An attempt to take money: `ref` names it for good. `renewal`: any but the first of a subscription."""

    ref: str
    amount: Money
    at: datetime
    paid: bool
    renewal: bool = False
    failure: str | None = None
    reversals: tuple[Reversal, ...] = ()


@dataclass(frozen=True, kw_only=True)
class BillingCycle:
    """How a subscription goes on: its first period (or its trial) began at `since`, however late that was
    paid; paid (or on trial) until `until`. `cancel_at_period_end`: not renewed then. `has_pending_renewal`:
    a renewal has begun whose money is not there yet. `past_due_at`: since when it cannot be charged.
    `ended_at`: over for good."""

    since: datetime
    until: datetime
    trial: bool = False
    cancel_at_period_end: bool = False
    has_pending_renewal: bool = False
    past_due_at: datetime | None = None
    ended_at: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Payment:
    """A payment or a subscription as the provider has it now. `order` is the `uuid` it was asked for with.
    `client_secret` lets the viewer's browser authenticate while the state is `action`. `charges` are all
    of them, oldest first; attempts that failed are among them."""

    ref: str
    order: str
    state: PaymentState
    client_secret: str | None = field(default=None, repr=False)
    failure_code: str | None = None
    failure_message: str | None = None
    charges: tuple[ChargeAttempt, ...] = ()
    billing_cycle: BillingCycle | None = None
