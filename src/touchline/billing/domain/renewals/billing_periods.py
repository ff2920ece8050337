"""The stretches of time that a subscription is paid for, one after the other (product.md §9)."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import Order, ProductKind

YEARLY_PERIODS = frozenset({"annual", "year", "yearly"})
_MONTH = timedelta(days=30)


@dataclass(frozen=True)
class BillingPeriod:
    """From `starts` to `ends`, when the next one starts."""

    starts: datetime
    ends: datetime


def get_billing_period(order: Order, at: datetime) -> BillingPeriod | None:
    """The period that a charge at an instant pays for, however late it came; None where nothing renews or
    nothing was paid. The order's start and the charge are both told by the provider, by the same clock."""
    if order.product.kind is not ProductKind.SUBSCRIPTION or order.starts_at is None:
        return None
    first_charge_at = order.starts_at + timedelta(days=order.trial_days)
    index = 0
    while _boundary(order, first_charge_at, index + 1) <= at:
        index += 1
    return BillingPeriod(
        _boundary(order, first_charge_at, index), _boundary(order, first_charge_at, index + 1)
    )


def get_usage_start(order: Order, now: datetime) -> datetime | None:
    """Since when what an order limits is counted: of what renews since its period began, of all else since it
    opened. None where it never opened."""
    period = get_billing_period(order, now)
    return period.starts if period and period.starts <= now else order.starts_at


def is_yearly(order: Order) -> bool:
    """Whether it renews every 12 months, else every 30 days."""
    return order.product.period in YEARLY_PERIODS


def _boundary(order: Order, first_charge_at: datetime, steps: int) -> datetime:
    if not is_yearly(order):
        return first_charge_at + _MONTH * steps
    year = first_charge_at.year + steps
    return first_charge_at.replace(
        year=year, day=min(first_charge_at.day, monthrange(year, first_charge_at.month)[1])
    )
