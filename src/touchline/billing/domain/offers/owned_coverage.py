"""Whether a buyer already holds what they are about to buy, or something that covers it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from touchline.billing.domain.checkout.orders import Grant, Order, Product, ProductKind, list_active
from touchline.billing.domain.offers.coverage import Availability, CoveredEvent, grants_access
from touchline.billing.domain.renewals.billing_periods import YEARLY_PERIODS


def is_covered(
    product: Product,
    grant: Grant,
    orders: Iterable[Order],
    now: datetime,
    grace: timedelta,
    *,
    event: CoveredEvent | None = None,
) -> bool:
    """Return whether another purchase the buyer holds covers this one for at least as long.

    `recognition.is_already_bought` recognizes the same purchase. `event` is the event that `product` sells,
    if any.
    """
    held = list_active(orders, now, grace)
    if event is not None:
        return any(grants_access(one.grant, event) and _lasts_for(one, event) for one in held)
    passes = [
        one for one in held if one.product.kind is ProductKind.SUBSCRIPTION and _includes(one.grant, grant)
    ]
    if product.kind is ProductKind.SUBSCRIPTION:
        return any(one.is_renewing and _is_as_long(one, product) for one in passes)
    end = grant.term.get_end(now)
    return any(_lasts_until(one, end) for one in passes)


def _lasts_for(order: Order, event: CoveredEvent) -> bool:
    """Return whether the event is a recording, or starts before the order ends."""
    if event.availability is Availability.RECORDED or order.is_renewing:
        return True
    return order.expires_at is None or order.expires_at > event.starts_at


def _lasts_until(order: Order, end: datetime | None) -> bool:
    if order.is_renewing or order.expires_at is None:
        return True
    return end is not None and order.expires_at >= end


def _is_as_long(order: Order, product: Product) -> bool:
    """Return whether a held subscription is at least as long as the new one.

    A viewer may switch from monthly to yearly. A monthly subscription adds nothing to a yearly one.
    """
    return order.product.period in YEARLY_PERIODS or product.period not in YEARLY_PERIODS


def _includes(held: Grant, grant: Grant) -> bool:
    """Return whether the held purchase includes everything in the new one, with limits at least as high."""
    if not set(held.capabilities).issuperset(grant.capabilities):
        return False
    return all(
        feature in grant.limits and limit >= grant.limits[feature] for feature, limit in held.limits.items()
    )
