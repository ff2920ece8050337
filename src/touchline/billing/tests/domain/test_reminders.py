"""Tests for which renewals a viewer is reminded of, and when."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.domain.checkout.orders import AutoRenewal, OrderStatus
from touchline.billing.domain.renewals.reminders import UpcomingCharge, get_upcoming_charge
from touchline.billing.tests.order_samples import NOW
from touchline.billing.tests.payment_samples import YEAR, YEARLY, build_subscription_order

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MONTHLY = replace(YEARLY, period="month")
END = NOW + 7 * DAY
TRIAL: dict[str, Any] = {"trial_days": 7, "expires_at": END}


@pytest.mark.parametrize(
    ("before", "is_upcoming"), [(8 * DAY, False), (7 * DAY, True), (HOUR, True), (-HOUR, False)]
)
def test_a_yearly_renewal_is_upcoming_in_the_last_week(before: timedelta, is_upcoming: bool) -> None:
    assert get_upcoming_charge(build_subscription_order(), YEAR - before) == (
        UpcomingCharge(YEAR, is_trial=False) if is_upcoming else None
    )


@pytest.mark.parametrize(
    ("before", "is_upcoming"), [(4 * DAY, False), (3 * DAY, True), (HOUR, True), (-HOUR, False)]
)
def test_the_end_of_a_trial_is_upcoming_in_its_last_three_days(before: timedelta, is_upcoming: bool) -> None:
    for product in (YEARLY, MONTHLY):
        upcoming = get_upcoming_charge(build_subscription_order(product=product, **TRIAL), END - before)
        assert upcoming == (UpcomingCharge(END, is_trial=True) if is_upcoming else None)


def test_a_renewal_after_a_trial_is_not_the_end_of_the_trial() -> None:
    later = END + 365 * DAY
    order = build_subscription_order(trial_days=7, expires_at=later)
    assert get_upcoming_charge(order, later - 5 * DAY) == UpcomingCharge(later, is_trial=False)
    assert get_upcoming_charge(replace(order, product=MONTHLY), later - DAY) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"auto_renewal": AutoRenewal.CANCELED},
        {"auto_renewal": AutoRenewal.PROCESSING},
        {"auto_renewal": None},
        {"status": OrderStatus.REFUNDED},
        {"ended_at": NOW},
        {"product": MONTHLY},
    ],
)
def test_canceled_and_monthly_renewals_are_not_upcoming(changes: dict[str, Any]) -> None:
    assert get_upcoming_charge(build_subscription_order(**changes), YEAR - DAY) is None
