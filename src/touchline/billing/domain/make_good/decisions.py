"""Who is paid back for an event that did not play, how much, and why."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import groupby

from touchline.billing.domain.checkout.charge_limits import amount_step
from touchline.billing.domain.make_good.event_purchases import EventPurchase
from touchline.billing.domain.make_good.evidence import OutageSide, ViewerEvidence
from touchline.billing.domain.make_good.policies import MakeGoodMethod, MakeGoodPolicy
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money


class MakeGoodReason(StrEnum):
    """Why a viewer is paid: a share was lost, most was lost, or there was never a picture."""

    SHARE = "share"
    MOST = "most"
    SHUT_OUT = "shut_out"


@dataclass(frozen=True)
class PaidPart:
    """What a viewer was already paid for the event, and from which order."""

    order_id: OrderId
    amount: Money


@dataclass(frozen=True, kw_only=True)
class Decision:
    """What one viewer is owed for an event in total, with what was already paid.

    `wanted_seconds` and `lost_seconds` are what the viewer wanted and what did not play on the channel's
    side, mostly that of `side`. `is_capped`: a limit of the policy or of the payment reduced the amount.
    """

    purchase: EventPurchase
    wanted_seconds: int
    lost_seconds: int
    side: OutageSide
    reason: MakeGoodReason
    method: MakeGoodMethod
    amount: Money
    is_capped: bool

    @property
    def account_id(self) -> AccountId:
        """The viewer's account."""
        return self.purchase.account_id


def decide(
    policy: MakeGoodPolicy,
    viewers: Iterable[ViewerEvidence],
    purchases: Iterable[EventPurchase],
    paid: Mapping[AccountId, PaidPart] | None = None,
) -> list[Decision]:
    """Return the decisions about an event, by account. Their order of input does not matter.

    - Only seconds on the channel's side (venue and delivery) count. A viewer who lost fewer of them than the
      thresholds is owed nothing.
    - The amount is the event's price in the purchase, times the lost share of the wanted seconds, rounded
      half up. From `full_percent` on, and without any picture, it is the whole price.
    - A viewer is paid from one purchase: that with the most money for this event, or the one that was already
      paid from. Never more than what is left of its payment.
    - The policy's limit per viewer reduces the amount. If the additional amounts of an event exceed its
      limit, they are reduced in proportion, to the cent.
    - What was paid is never taken back, so a decision is at least `paid`.
    """
    paid = paid or {}
    by_account = _choose_purchases(purchases, paid)
    decisions = [
        decision
        for viewer in sorted(viewers, key=lambda viewer: viewer.account_id)
        if (purchase := by_account.get(viewer.account_id)) is not None
        and (decision := _decide_one(policy, viewer, purchase, paid.get(viewer.account_id))) is not None
    ]
    return _limit_event(policy, decisions, paid)


def _choose_purchases(
    purchases: Iterable[EventPurchase], paid: Mapping[AccountId, PaidPart]
) -> dict[AccountId, EventPurchase]:
    ordered = sorted(purchases, key=lambda purchase: (purchase.account_id, purchase.order_id))
    chosen: dict[AccountId, EventPurchase] = {}
    for account_id, group in groupby(ordered, key=lambda purchase: purchase.account_id):
        candidates = list(group)
        if account_id in paid:
            candidates = [item for item in candidates if item.order_id == paid[account_id].order_id]
        if candidates:
            chosen[account_id] = max(candidates, key=lambda item: min(item.share.minor, item.left.minor))
    return chosen


def _decide_one(
    policy: MakeGoodPolicy, viewer: ViewerEvidence, purchase: EventPurchase, paid: PaidPart | None
) -> Decision | None:
    wanted = max(viewer.wanted_seconds, 0)
    lost = min(max(viewer.venue_seconds, 0) + max(viewer.delivery_seconds, 0), wanted)
    reason = _get_reason(policy, viewer, wanted, lost)
    if reason is None:
        return None
    share, currency = purchase.share, purchase.paid.currency
    owed = share.minor if reason is not MakeGoodReason.SHARE else _divide(share.minor * lost, wanted)
    step, before = amount_step(currency), paid.amount.minor if paid else 0
    owed = min(_divide(owed, step) * step, share.minor)
    limits = [owed, before + purchase.left.minor]
    if policy.max_per_viewer is not None and policy.max_per_viewer.currency == currency:
        limits.append(policy.max_per_viewer.minor)
    amount = max(_round_down(min(limits), step), before)
    if amount <= 0:
        return None
    return Decision(
        purchase=purchase,
        wanted_seconds=wanted,
        lost_seconds=lost,
        side=OutageSide.VENUE if viewer.venue_seconds >= viewer.delivery_seconds else OutageSide.DELIVERY,
        reason=reason,
        method=policy.method if reason is MakeGoodReason.SHARE else policy.full_method,
        amount=Money(amount, currency),
        is_capped=amount < owed,
    )


def _get_reason(
    policy: MakeGoodPolicy, viewer: ViewerEvidence, wanted: int, lost: int
) -> MakeGoodReason | None:
    if viewer.was_shut_out:
        return MakeGoodReason.SHUT_OUT
    if lost <= 0:
        return None
    if lost * 100 >= wanted * policy.full_percent:
        return MakeGoodReason.MOST
    if lost * 100 >= wanted * policy.share_percent or lost >= policy.share_minutes * 60:
        return MakeGoodReason.SHARE
    return None


def _limit_event(
    policy: MakeGoodPolicy, decisions: Sequence[Decision], paid: Mapping[AccountId, PaidPart]
) -> list[Decision]:
    """Reduce the additional amounts in proportion, by the largest remainder, if they exceed the limit."""
    limit = policy.max_per_event
    if limit is None or not decisions:
        return list(decisions)
    step = amount_step(limit.currency)
    before = [_get_paid(decision, paid) for decision in decisions]
    extra = [
        (decision.amount.minor - already) // step for decision, already in zip(decisions, before, strict=True)
    ]
    spent = sum(part.amount.minor for part in paid.values())
    room, total = max(limit.minor - spent, 0) // step, sum(extra)
    if total <= room or any(decision.amount.currency != limit.currency for decision in decisions):
        return list(decisions)
    parts = [units * room // total for units in extra]
    remainders = sorted(range(len(extra)), key=lambda index: (-(extra[index] * room % total), index))
    for index in remainders[: room - sum(parts)]:
        parts[index] += 1
    return [
        _reduce(decision, already + units * step)
        for decision, already, units in zip(decisions, before, parts, strict=True)
        if already + units * step > 0
    ]


def _get_paid(decision: Decision, paid: Mapping[AccountId, PaidPart]) -> int:
    part = paid.get(decision.account_id)
    return part.amount.minor if part else 0


def _reduce(decision: Decision, minor: int) -> Decision:
    if minor >= decision.amount.minor:
        return decision
    return Decision(
        purchase=decision.purchase,
        wanted_seconds=decision.wanted_seconds,
        lost_seconds=decision.lost_seconds,
        side=decision.side,
        reason=decision.reason,
        method=decision.method,
        amount=Money(minor, decision.amount.currency),
        is_capped=True,
    )


def _divide(dividend: int, divisor: int) -> int:
    """Return the quotient, rounded half up."""
    return (2 * dividend + divisor) // (2 * divisor)


def _round_down(minor: int, step: int) -> int:
    return minor - minor % step
