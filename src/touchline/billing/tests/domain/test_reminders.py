"""Of which renewals a viewer is told, and when."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.domain.orders import AutoRenewal, OrderStatus
from touchline.billing.domain.reminders import Near, what_is_near
from touchline.billing.tests.orders import NOW
from touchline.billing.tests.payments import YEAR, YEARLY, subscribed

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
MONTHLY = replace(YEARLY, period="month")
END = NOW + 7 * DAY
TRIAL: dict[str, Any] = {"trial_days": 7, "expires_at": END}


@pytest.mark.parametrize(
    ("before", "told"), [(8 * DAY, False), (7 * DAY, True), (HOUR, True), (-HOUR, False)]
)
def test_a_yearly_renewal_is_told_of_in_the_last_week(before: timedelta, told: bool) -> None:
    assert what_is_near(subscribed(), YEAR - before) == (Near(YEAR, trial=False) if told else None)


@pytest.mark.parametrize(
    ("before", "told"), [(4 * DAY, False), (3 * DAY, True), (HOUR, True), (-HOUR, False)]
)
def test_the_end_of_a_trial_is_told_of_in_its_last_three_days(before: timedelta, told: bool) -> None:
    for product in (YEARLY, MONTHLY):
        near = what_is_near(subscribed(product=product, **TRIAL), END - before)
        assert near == (Near(END, trial=True) if told else None)


def test_a_renewal_after_a_trial_is_no_end_of_a_trial() -> None:
    later = END + 365 * DAY
    order = subscribed(trial_days=7, expires_at=later)
    assert what_is_near(order, later - 5 * DAY) == Near(later, trial=False)
    assert what_is_near(replace(order, product=MONTHLY), later - DAY) is None


@pytest.mark.parametrize(
    "changes",
    [
        {"auto_renewal": AutoRenewal.CANCELLED},
        {"auto_renewal": AutoRenewal.PROCESSING},
        {"auto_renewal": None},
        {"status": OrderStatus.REFUNDED},
        {"ended_at": NOW},
        {"product": MONTHLY},
    ],
)
def test_what_will_not_be_charged_or_is_charged_each_month_is_not_told_of(changes: dict[str, Any]) -> None:
    assert what_is_near(subscribed(**changes), YEAR - DAY) is None
