"""Whether a buyer holds what they are about to buy, or something that covers it."""

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
    """Return whether another purchase that is held opens all of this one for as long. The same purchase is
    recognized by `recognition.already`. `event` is the one that `product` sells."""
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
    """A recording can be watched now; an event that is to come must begin in time."""
    if event.availability is Availability.RECORDED or order.is_renewing:
        return True
    return order.expires_at is None or order.expires_at > event.starts_at


def _lasts_until(order: Order, end: datetime | None) -> bool:
    if order.is_renewing or order.expires_at is None:
        return True
    return end is not None and order.expires_at >= end


def _is_as_long(order: Order, product: Product) -> bool:
    """From a month to a year a viewer may change; to pay for a month within a year adds nothing."""
    return order.product.period in YEARLY_PERIODS or product.period not in YEARLY_PERIODS


def _includes(held: Grant, grant: Grant) -> bool:
    """Whether nothing in the new purchase is missing from the held one, and nothing is limited further."""
    if not set(held.capabilities).issuperset(grant.capabilities):
        return False
    return all(
        feature in grant.limits and limit >= grant.limits[feature] for feature, limit in held.limits.items()
    )
