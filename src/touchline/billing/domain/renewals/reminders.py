"""Times of reminders before an automatic charge."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import AutoRenewal, Order, OrderStatus
from touchline.billing.domain.renewals.billing_periods import is_yearly

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
    """Return the charge to remind the viewer of now; None if no charge is near or the charges are monthly."""
    at, started_at = order.expires_at, order.starts_at
    if order.status is not OrderStatus.PAID or order.auto_renewal is not AutoRenewal.ACTIVE:
        return None
    if at is None or started_at is None or order.ended_at is not None or at <= now:
        return None
    is_trial = order.trial_days > 0 and at <= started_at + timedelta(days=order.trial_days) + _TOLERANCE
    lead_time = TRIAL_LEAD_TIME if is_trial else RENEWAL_LEAD_TIME
    return UpcomingCharge(at, is_trial) if (is_trial or is_yearly(order)) and at - now <= lead_time else None
