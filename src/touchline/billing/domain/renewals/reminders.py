"""Times of reminders before an automatic charge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import AutoRenewal, Order, OrderStatus
from touchline.billing.domain.renewals.billing_periods import get_billing_period, is_yearly
from touchline.billing.domain.renewals.off_season import get_charge_time

RENEWAL_LEAD_TIME, TRIAL_LEAD_TIME = timedelta(days=7), timedelta(days=3)
"""How long before a yearly renewal, and before the end of a trial, the reminder is sent."""
MAX_LEAD_TIME = max(RENEWAL_LEAD_TIME, TRIAL_LEAD_TIME)
_TOLERANCE = timedelta(hours=12)


@dataclass(frozen=True)
class UpcomingCharge:
    """A charge due at `at`: the first payment after a trial, or a renewal."""

    at: datetime
    is_trial: bool


def get_upcoming_charge(order: Order, now: datetime) -> UpcomingCharge | None:
    """Return the charge to remind the viewer of now; None if no charge is near.

    Of monthly charges, only the first one after a trial or an off-season has a reminder.
    """
    at, started_at = order.expires_at, order.starts_at
    if order.status is not OrderStatus.PAID or order.auto_renewal is not AutoRenewal.ACTIVE:
        return None
    if at is None or started_at is None or order.ended_at is not None or at <= now:
        return None
    trial_end = get_charge_time(started_at, timedelta(days=order.trial_days), order.product.off_season)
    is_trial = order.trial_days > 0 and at <= trial_end + _TOLERANCE
    lead_time = TRIAL_LEAD_TIME if is_trial else RENEWAL_LEAD_TIME
    is_due = is_trial or is_yearly(order) or _ends_off_season(order, now)
    return UpcomingCharge(at, is_trial) if is_due and at - now <= lead_time else None


def _ends_off_season(order: Order, now: datetime) -> bool:
    """Return whether the next charge is the first one after an off-season."""
    period = get_billing_period(order, now)
    off_season = order.product.off_season
    if period is None or off_season is None:
        return False
    return next(off_season.list_pauses(period.starts)).starts < period.ends
