"""Tests for the access in a partner channel that an order gives."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from touchline.billing.domain.bundles.bundle_grants import get_bundle_period
from touchline.billing.domain.checkout.orders import AutoRenewal, OrderStatus
from touchline.billing.tests.order_samples import NOW, build_order
from touchline.billing.tests.payment_samples import build_subscription_order
from touchline.shared.ids import AccountId

DAY, GRACE = timedelta(days=1), timedelta(days=7)
PAID: dict[str, Any] = {"status": OrderStatus.PAID, "starts_at": NOW, "account_id": AccountId(4)}
MONTH = {"expires_at": NOW + 30 * DAY, "auto_renewal": AutoRenewal.ACTIVE}


@pytest.mark.parametrize(
    ("changes", "revoked"),
    [
        ({}, False),
        ({"status": OrderStatus.CREATED}, True),
        ({"status": OrderStatus.REFUNDED}, True),
        ({"ended_at": NOW}, True),
        ({"account_id": None}, True),
        ({"voucher_count": 1}, True),
    ],
)
def test_an_order_gives_access_while_it_is_paid_and_has_a_buyer(
    changes: dict[str, Any], revoked: bool
) -> None:
    order = build_order(**PAID | changes)
    assert get_bundle_period(order, None, NOW, GRACE).revoked is revoked


@pytest.mark.parametrize("bundle_ended_at", [None, NOW + DAY])
def test_a_pass_keeps_its_term_whether_or_not_the_bundle_ended(bundle_ended_at: Any) -> None:
    order = build_order(**PAID, expires_at=NOW + 30 * DAY)
    period = get_bundle_period(order, bundle_ended_at, NOW, GRACE)
    assert period.until == NOW + 30 * DAY
    assert period.is_active(NOW + 29 * DAY)
    assert not period.is_active(NOW + 30 * DAY)


@pytest.mark.parametrize(
    ("changes", "ended_after", "until"),
    [
        ({}, None, 37),
        ({"auto_renewal": AutoRenewal.CANCELED}, None, 30),
        ({}, 10, 30),
        ({"expires_at": NOW + 60 * DAY}, 10, 30),
        ({"expires_at": NOW + 60 * DAY}, 40, 60),
        ({"expires_at": NOW + 60 * DAY}, 30, 60),
        ({"trial_days": 7, "expires_at": NOW + 37 * DAY}, 3, 7),
        ({"trial_days": 7, "expires_at": NOW + 37 * DAY}, 8, 37),
    ],
)
def test_a_subscription_keeps_the_period_in_which_the_bundle_ended(
    changes: dict[str, Any], ended_after: int | None, until: int
) -> None:
    order = build_subscription_order(**PAID | MONTH | changes)
    order.product = replace(order.product, period="monthly")
    ended_at = None if ended_after is None else NOW + ended_after * DAY
    assert get_bundle_period(order, ended_at, NOW, GRACE).until == NOW + until * DAY


def test_expired_access_was_valid_and_revoked_access_was_not() -> None:
    order = build_order(**PAID, expires_at=NOW + DAY, created_at=NOW)
    later = NOW + 2 * DAY
    assert get_bundle_period(order, None, later, GRACE).was_active(NOW)
    assert not get_bundle_period(order, None, later, GRACE).was_active(NOW - DAY)
    order.end(later)
    assert not get_bundle_period(order, None, later, GRACE).was_active(NOW)
