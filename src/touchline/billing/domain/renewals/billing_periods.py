"""The consecutive periods that a subscription is paid for (product.md §9)."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import Order, ProductKind

YEARLY_PERIODS = frozenset({"annual", "year", "yearly"})
_MONTH = timedelta(days=30)


@dataclass(frozen=True)
class BillingPeriod:
    """A period from `starts` to `ends`, which is the start of the next period."""

    starts: datetime
    ends: datetime


def get_billing_period(order: Order, at: datetime) -> BillingPeriod | None:
    """Return the period that a charge at an instant pays for, however late it came.

    Returns None if the product does not renew or nothing was paid. The order's start and the charge time both
    come from the provider's clock.
    """
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
    """Return since when the order's limited features are counted; None if access never started.

    For a subscription this is the start of its current period, for other orders the start of access.
    """
    period = get_billing_period(order, now)
    return period.starts if period and period.starts <= now else order.starts_at


def is_yearly(order: Order) -> bool:
    """Return whether the subscription renews every 12 months; otherwise it renews every 30 days."""
    return order.product.period in YEARLY_PERIODS


def _boundary(order: Order, first_charge_at: datetime, steps: int) -> datetime:
    if not is_yearly(order):
        return first_charge_at + _MONTH * steps
    year = first_charge_at.year + steps
    return first_charge_at.replace(
        year=year, day=min(first_charge_at.day, monthrange(year, first_charge_at.month)[1])
    )
