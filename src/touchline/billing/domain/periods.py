"""The stretches of time that a subscription is paid for, one after the other (product.md §9)."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.orders import Kind, Order

YEARLY = frozenset({"annual", "year", "yearly"})
_MONTH = timedelta(days=30)


@dataclass(frozen=True)
class Period:
    """From `starts` to `ends`, when the next one starts."""

    starts: datetime
    ends: datetime


def period_of(order: Order, at: datetime) -> Period | None:
    """The period that a charge at an instant pays for, however late it came; None where nothing renews or
    nothing was paid. The order's start and the charge are both told by the provider, by the same clock."""
    if order.product.kind is not Kind.SUBSCRIPTION or order.starts_at is None:
        return None
    first = order.starts_at + timedelta(days=order.trial_days)
    step = 0
    while _boundary(order, first, step + 1) <= at:
        step += 1
    return Period(_boundary(order, first, step), _boundary(order, first, step + 1))


def counted_since(order: Order, now: datetime) -> datetime | None:
    """Since when what an order limits is counted: of what renews since its period began, of all else since it
    opened. None where it never opened."""
    period = period_of(order, now)
    return period.starts if period and period.starts <= now else order.starts_at


def is_yearly(order: Order) -> bool:
    """Whether it renews every 12 months, else every 30 days."""
    return order.product.period in YEARLY


def _boundary(order: Order, first: datetime, steps: int) -> datetime:
    if not is_yearly(order):
        return first + _MONTH * steps
    year = first.year + steps
    return first.replace(year=year, day=min(first.day, monthrange(year, first.month)[1]))
