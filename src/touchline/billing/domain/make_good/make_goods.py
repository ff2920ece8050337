"""A make-good: what a channel pays one viewer back for one event, from proposal to payment."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from touchline.billing.domain.make_good.decisions import Decision, MakeGoodReason, PaidPart
from touchline.billing.domain.make_good.evidence import OutageSide
from touchline.billing.domain.make_good.make_good_keys import MakeGoodKey
from touchline.billing.domain.make_good.policies import MakeGoodMethod
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import RefusedError
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money
from touchline.shared.strings.localized import LocalText

NOT_DISMISSIBLE = ErrorMessage("errors.make_good_paid", "This make-good was already paid.")


class MakeGoodStatus(StrEnum):
    """State of a make-good. `paying`: the provider was asked for a refund, and its answer is not known."""

    PROPOSED = "proposed"
    PAYING = "paying"
    PAID = "paid"
    DISMISSED = "dismissed"


@dataclass(kw_only=True)
class MakeGood:
    """What one viewer is owed for one event.

    `owed` is the total and `paid` the part that was paid. While `paying`, `pending` is the amount of the
    refund with the number `step`. `paid_for` is what was paid for `event_count` events (`share`: one of
    them). `coupon_code` is the promo code of a credit. `account_id` is None after the account was erased.
    """

    event_id: int
    event_name: LocalText
    account_id: AccountId | None
    order_id: OrderId
    charge: str
    method: MakeGoodMethod
    reason: MakeGoodReason
    side: OutageSide
    wanted_seconds: int
    lost_seconds: int
    paid_for: Money
    event_count: int
    owed: Money
    is_capped: bool
    paid: Money
    created_at: datetime
    status: MakeGoodStatus = MakeGoodStatus.PROPOSED
    step: int = 0
    pending: Money | None = None
    coupon_code: str | None = None
    paid_at: datetime | None = None
    dismissal: str | None = None
    id: int = field(default=0)

    @property
    def unpaid(self) -> Money:
        """What is still to be paid."""
        if self.status is MakeGoodStatus.DISMISSED:
            return Money(0, self.owed.currency)
        return self.owed - self.paid

    @property
    def paid_part(self) -> PaidPart | None:
        """What was paid, or is being paid; None for nothing."""
        amount = self.paid + self.pending if self.pending else self.paid
        return PaidPart(self.order_id, amount) if amount.minor else None

    def update(self, decision: Decision) -> bool:
        """Follow a later decision, unless it was dismissed or is being paid. Return whether it changed.

        The way of a make-good stays once something was paid.
        """
        if self.status in (MakeGoodStatus.DISMISSED, MakeGoodStatus.PAYING):
            return False
        if self.paid.minor and decision.amount.minor <= self.owed.minor:
            return False
        before = (self.owed, self.lost_seconds, self.wanted_seconds, self.reason, self.method, self.order_id)
        purchase = decision.purchase
        self.order_id, self.charge = purchase.order_id, purchase.charge
        self.paid_for, self.event_count = purchase.paid, purchase.event_count
        self.reason, self.side = decision.reason, decision.side
        self.wanted_seconds, self.lost_seconds = decision.wanted_seconds, decision.lost_seconds
        self.owed, self.is_capped = decision.amount, decision.is_capped
        if not self.paid.minor:
            self.method = decision.method
        if self.unpaid.minor:
            self.status = MakeGoodStatus.PROPOSED
        after = (self.owed, self.lost_seconds, self.wanted_seconds, self.reason, self.method, self.order_id)
        return before != after

    def begin_refund(self) -> None:
        """Note the refund before the provider is asked for it, so that a crash loses nothing."""
        self.status, self.pending, self.step = MakeGoodStatus.PAYING, self.unpaid, self.step + 1

    def get_key(self, order_uuid: str) -> str:
        """Return the idempotency key of the refund that is being paid."""
        return str(MakeGoodKey(self.event_id, self.order_id, self.step, order_uuid))

    def finish_refund(self, step: int, now: datetime) -> bool:
        """Note that the refund was made. Return False if another process noted it before."""
        if self.status is not MakeGoodStatus.PAYING or self.step != step or self.pending is None:
            return False
        self.paid += self.pending
        self.status, self.pending, self.paid_at = MakeGoodStatus.PAID, None, now
        return True

    def abort_refund(self, step: int) -> None:
        """Note that the provider refused the refund: nothing of it was or will be paid."""
        if self.status is MakeGoodStatus.PAYING and self.step == step:
            self.status, self.pending = MakeGoodStatus.PROPOSED, None
            self.owed = self.paid
            if self.paid.minor:
                self.status = MakeGoodStatus.PAID

    def pay_credit(self, code: str, now: datetime) -> None:
        """Note that all was paid with a promo code."""
        self.paid, self.coupon_code, self.step = self.owed, code, self.step + 1
        self.status, self.paid_at = MakeGoodStatus.PAID, now

    def dismiss(self, reason: str) -> None:
        """Decide not to pay. Raises `RefusedError` once something was paid."""
        if self.status is MakeGoodStatus.PAYING or self.paid.minor:
            raise RefusedError(NOT_DISMISSIBLE)
        self.status, self.dismissal = MakeGoodStatus.DISMISSED, reason


def propose(decision: Decision, event_id: int, event_name: LocalText, now: datetime) -> MakeGood:
    """Return a new make-good for a decision."""
    purchase = decision.purchase
    return MakeGood(
        event_id=event_id,
        event_name=event_name,
        account_id=purchase.account_id,
        order_id=purchase.order_id,
        charge=purchase.charge,
        method=decision.method,
        reason=decision.reason,
        side=decision.side,
        wanted_seconds=decision.wanted_seconds,
        lost_seconds=decision.lost_seconds,
        paid_for=purchase.paid,
        event_count=purchase.event_count,
        owed=decision.amount,
        is_capped=decision.is_capped,
        paid=Money(0, decision.amount.currency),
        created_at=now,
    )
