"""Tests for the paid periods of a subscription."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from touchline.billing.domain.checkout.orders import Order
from touchline.billing.domain.renewals.billing_periods import (
    BillingPeriod,
    get_billing_period,
    get_usage_start,
)
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.billing.tests.payment_samples import YEARLY, build_subscription_order

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def build_monthly_order(**changes: object) -> Order:
    """Build an order for a 30-day subscription."""
    return build_subscription_order(product=replace(YEARLY, period="month"), **changes)


@pytest.mark.parametrize(
    ("after", "starts", "ends"),
    [
        (timedelta(), 0, 30),
        (29 * DAY, 0, 30),
        (30 * DAY + HOUR, 30, 60),
        (33 * DAY, 30, 60),
        (90 * DAY, 90, 120),
    ],
)
def test_a_month_has_thirty_days_whenever_it_is_charged(after: timedelta, starts: int, ends: int) -> None:
    assert get_billing_period(build_monthly_order(), NOW + after) == BillingPeriod(
        NOW + starts * DAY, NOW + ends * DAY
    )


@pytest.mark.parametrize(
    ("after", "start_day"),
    [
        (timedelta(), 0),
        (30 * DAY - timedelta(seconds=1), 0),
        (30 * DAY, 30),
        (95 * DAY, 90),
    ],
)
def test_usage_is_counted_from_the_start_of_each_period(after: timedelta, start_day: int) -> None:
    assert get_usage_start(build_monthly_order(), NOW + after) == NOW + start_day * DAY


@pytest.mark.parametrize(
    ("after", "start_day"), [(timedelta(), 0), (6 * DAY, 0), (7 * DAY, 7), (38 * DAY, 37)]
)
def test_a_trial_has_its_own_usage_period(after: timedelta, start_day: int) -> None:
    assert get_usage_start(build_monthly_order(trial_days=7), NOW + after) == NOW + start_day * DAY


def test_usage_of_a_one_time_purchase_is_counted_from_its_start() -> None:
    assert get_usage_start(build_order(starts_at=NOW), NOW + 400 * DAY) == NOW
    assert get_usage_start(build_order(), NOW) is None


def test_a_yearly_period_ends_on_its_anniversary() -> None:
    second = get_billing_period(build_subscription_order(), datetime(2027, 11, 21, 19, 0, tzinfo=UTC))
    assert second == BillingPeriod(NOW.replace(year=2027), NOW.replace(year=2028))


def test_a_year_from_a_leap_day_ends_with_february() -> None:
    leap = datetime(2028, 2, 29, 12, 0, tzinfo=UTC)
    found = get_billing_period(build_subscription_order(starts_at=leap), leap)
    assert found == BillingPeriod(leap, datetime(2029, 2, 28, 12, 0, tzinfo=UTC))


def test_the_first_paid_period_begins_when_the_trial_is_over() -> None:
    order = build_monthly_order(trial_days=7)
    assert get_billing_period(order, NOW + 7 * DAY + HOUR) == BillingPeriod(NOW + 7 * DAY, NOW + 37 * DAY)


def test_an_order_without_a_renewal_has_no_period() -> None:
    assert get_billing_period(build_order(starts_at=NOW), NOW) is None
    assert get_billing_period(build_monthly_order(starts_at=None), NOW) is None
