"""A payment or subscription as the provider reports it now, in our own terms."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from touchline.shared.money import Money


class PaymentState(StrEnum):
    """Status of a payment. `action` waits for the viewer's bank, `failed` can never be charged.

    A `pending` payment with a failure can still be paid until it is canceled. A subscription stays `paid`
    from its first payment, or from the start of its trial.
    """

    PENDING = "pending"
    REQUIRES_ACTION = "action"
    PAID = "paid"
    FAILED = "failed"


@dataclass(frozen=True)
class Reversal:
    """Money that was refunded, taken by a dispute (`is_dispute`), or returned to us (`is_won`).

    A won dispute, or a refund that could not be paid out, is two reversals: the first takes the money, the
    second is `is_won`. `fee` is what the provider takes for it, in minor units. `key` is the idempotency key
    of a refund that we made.
    """

    ref: str
    amount: Money
    at: datetime
    is_dispute: bool = False
    is_won: bool = False
    fee: int = 0
    key: str | None = None


@dataclass(frozen=True, kw_only=True)
class ChargeAttempt:
    """An attempt to charge. `ref` is its permanent id. `is_renewal` is True for all but the first charge of
    a subscription. `card_last4` are the last four digits of the card, `card_fingerprint` identifies its
    number. `fee` is what the provider keeps, in minor units; None while it is not calculated.
    """

    ref: str
    amount: Money
    at: datetime
    is_paid: bool
    is_renewal: bool = False
    failure: str | None = None
    reversals: tuple[Reversal, ...] = ()
    card_last4: str | None = None
    card_fingerprint: str | None = field(default=None, repr=False)
    fee: int | None = 0


@dataclass(frozen=True, kw_only=True)
class BillingCycle:
    """The billing cycle of a subscription.

    The first period, or the trial, began at `since`, however late it was paid. The subscription is paid, or
    on trial, until `until`. `period_since` is the start of the period, or trial, that was paid last. With
    `cancel_at_period_end` it does not renew then. `has_pending_renewal`: a
    renewal has begun but is not paid yet. `past_due_at`: the time since which the renewal cannot be charged.
    `ended_at`: the time of its permanent end.
    """

    since: datetime
    until: datetime
    is_trial: bool = False
    cancel_at_period_end: bool = False
    has_pending_renewal: bool = False
    past_due_at: datetime | None = None
    ended_at: datetime | None = None
    period_since: datetime | None = None


@dataclass(frozen=True, kw_only=True)
class Payment:
    """A payment or subscription as the provider reports it now.

    `order` is the `uuid` of its order. `client_secret` lets the viewer's browser authenticate while the
    state is `action`. `charges` holds all attempts, oldest first, including failed ones.
    """

    ref: str
    order: str
    state: PaymentState
    client_secret: str | None = field(default=None, repr=False)
    failure_code: str | None = None
    failure_message: str | None = None
    charges: tuple[ChargeAttempt, ...] = ()
    billing_cycle: BillingCycle | None = None
