"""When a viewer is told that something will be charged by itself."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.billing.domain.orders import AutoRenewal, Order, OrderStatus
from touchline.billing.domain.periods import is_yearly

RENEWAL, TRIAL = timedelta(days=7), timedelta(days=3)
"""How long before a yearly renewal, and before the end of a trial."""
EARLIEST = max(RENEWAL, TRIAL)
_SLACK = timedelta(hours=12)


@dataclass(frozen=True)
class Near:
    """What is about to be charged at `at`: the first payment after a trial, or a renewal."""

    at: datetime
    trial: bool


def what_is_near(order: Order, now: datetime) -> Near | None:
    """What the viewer is to be told of now; None where nothing is charged soon, or each month anyway."""
    at, began = order.expires_at, order.starts_at
    if order.status is not OrderStatus.PAID or order.auto_renewal is not AutoRenewal.ACTIVE:
        return None
    if at is None or began is None or order.ended_at is not None or at <= now:
        return None
    trial = order.trial_days > 0 and at <= began + timedelta(days=order.trial_days) + _SLACK
    before = TRIAL if trial else RENEWAL
    return Near(at, trial) if (trial or is_yearly(order)) and at - now <= before else None
