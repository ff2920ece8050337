"""Serialization of make-goods, for operators and on the viewer's order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from touchline.billing.application.make_good.plan_make_goods import MakeGoodPlan
from touchline.billing.domain.make_good.make_goods import MakeGood
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.viewers import Viewers
from touchline.shared.money import Money
from touchline.shared.strings.localized import localize


class MakeGoodSerializer:
    """Serializes plans in the current transaction. Instants are aware; money is a decimal string."""

    def __init__(self, viewers: Viewers, channel: CurrentChannel) -> None:
        self._viewers = viewers
        self._channel = channel

    def serialize_plan(self, plan: MakeGoodPlan) -> dict[str, Any]:
        """Return a plan with its viewers, as operators see it. One query."""
        accounts = {item.account_id for item in plan.make_goods if item.account_id is not None}
        profiles = self._viewers.list_profiles(accounts) if accounts else {}
        items = []
        for item in plan.make_goods:
            profile = profiles.get(item.account_id) if item.account_id is not None else None
            viewer = (
                {"id": item.account_id, "email": profile.email, "name": profile.name} if profile else None
            )
            needs_review = item.unpaid.minor > 0 and item.account_id in plan.needs_review
            items.append(
                {**_serialize(item), "id": item.id or None, "viewer": viewer, "needs_review": needs_review}
            )
        currency = self._channel.get_billing_settings().currency
        return {
            "event_id": plan.event_id,
            "mode": plan.policy.mode.value,
            "is_measured": plan.is_measured,
            "is_final": plan.is_final,
            "is_over": plan.is_over,
            "currency": currency,
            "unpaid": plan.unpaid_total,
            "unpaid_count": len(plan.unpaid),
            "paid": _sum([item.paid for item in plan.make_goods], currency).decimal,
            "make_goods": items,
        }


def serialize_for_viewer(item: MakeGood, language: str, fallback: str) -> dict[str, Any]:
    """Return a make-good that was paid, as the viewer sees it on the order."""
    return {
        "event_id": item.event_id,
        "event_name": localize(item.event_name, language, fallback),
        "amount": item.paid.decimal,
        "currency": item.paid.currency,
        "method": item.method.value,
        "promo_code": item.coupon_code,
        "reason": item.reason.value,
        "lost_seconds": item.lost_seconds,
        "paid_for": item.paid_for.decimal,
        "event_count": item.event_count,
        "paid_at": item.paid_at,
    }


def _serialize(item: MakeGood) -> dict[str, Any]:
    return {
        "order_id": item.order_id,
        "status": item.status.value,
        "reason": item.reason.value,
        "side": item.side.value,
        "method": item.method.value,
        "wanted_seconds": item.wanted_seconds,
        "lost_seconds": item.lost_seconds,
        "paid_for": item.paid_for.decimal,
        "event_count": item.event_count,
        "owed": item.owed.decimal,
        "paid": item.paid.decimal,
        "unpaid": item.unpaid.decimal,
        "currency": item.owed.currency,
        "is_capped": item.is_capped,
        "promo_code": item.coupon_code,
        "dismissal": item.dismissal,
        "paid_at": item.paid_at,
    }


def _sum(amounts: Sequence[Money], currency: str) -> Money:
    return Money(sum(amount.minor for amount in amounts if amount.currency == currency), currency)
