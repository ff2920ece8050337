"""The consecutive periods that a subscription is paid for (product.md §9)."""

from __future__ import annotations

from calendar import monthrange
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import Order, ProductKind
from touchline.billing.domain.renewals.off_season import get_charge_time

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
    first_charge_at = order.starts_at
    if order.trial_days:
        trial = timedelta(days=order.trial_days)
        first_charge_at = get_charge_time(order.starts_at, trial, order.product.off_season)
    starts, steps = first_charge_at, 1
    while (ends := _get_period_end(order, first_charge_at, starts, steps)) <= at:
        starts, steps = ends, steps + 1
    return BillingPeriod(starts, ends)


def get_usage_start(order: Order, now: datetime) -> datetime | None:
    """Return since when the order's limited features are counted; None if access never started.

    For a subscription this is the start of its current period, for other orders the start of access.
    """
    period = get_billing_period(order, now)
    return period.starts if period and period.starts <= now else order.starts_at


def is_yearly(order: Order) -> bool:
    """Return whether the subscription renews every 12 months; otherwise it renews every 30 days."""
    return order.product.period in YEARLY_PERIODS


def get_renewal_time(
    order: Order, period_since: datetime, started_at: datetime, *, with_off_season: bool = True
) -> datetime:
    """Return when the next charge of a monthly subscription is due, outside of its off-season.

    `period_since` is the start of the period, or trial, that was paid last. `started_at` is the start of the
    subscription. Without the off-season, this is the time at which the provider charges if nothing moves it.
    """
    is_on_trial = order.trial_days > 0 and period_since == started_at
    duration = timedelta(days=order.trial_days) if is_on_trial else _MONTH
    return get_charge_time(period_since, duration, order.product.off_season if with_off_season else None)


def _get_period_end(order: Order, first_charge_at: datetime, starts: datetime, steps: int) -> datetime:
    if not is_yearly(order):
        return get_charge_time(starts, _MONTH, order.product.off_season)
    year = first_charge_at.year + steps
    return first_charge_at.replace(
        year=year, day=min(first_charge_at.day, monthrange(year, first_charge_at.month)[1])
    )
