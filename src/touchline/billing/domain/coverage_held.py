"""Whether a buyer holds what they are about to buy, or something that covers it."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta

from touchline.billing.domain.coverage import Availability, CoveredEvent, opens
from touchline.billing.domain.orders import Grant, Kind, Order, Product, active
from touchline.billing.domain.periods import YEARLY


def is_covered(
    product: Product,
    wanted: Grant,
    orders: Iterable[Order],
    now: datetime,
    grace: timedelta,
    *,
    event: CoveredEvent | None = None,
) -> bool:
    """Return whether another purchase that is held opens all of this one for as long. The same purchase is
    recognized by `recognition.already`. `event` is the one that `product` sells."""
    held = active(orders, now, grace)
    if event is not None:
        return any(opens(one.grant, event) and _lasts_for(one, event) for one in held)
    passes = [one for one in held if one.product.kind is Kind.SUBSCRIPTION and _gives(one.grant, wanted)]
    if product.kind is Kind.SUBSCRIPTION:
        return any(one.renews and _is_as_long(one, product) for one in passes)
    end = wanted.term.end(now)
    return any(_lasts_until(one, end) for one in passes)


def _lasts_for(order: Order, event: CoveredEvent) -> bool:
    """A recording can be watched now; an event that is to come must begin in time."""
    if event.availability is Availability.RECORDED or order.renews:
        return True
    return order.expires_at is None or order.expires_at > event.starts_at


def _lasts_until(order: Order, end: datetime | None) -> bool:
    if order.renews or order.expires_at is None:
        return True
    return end is not None and order.expires_at >= end


def _is_as_long(order: Order, product: Product) -> bool:
    """From a month to a year a viewer may change; to pay for a month within a year adds nothing."""
    return order.product.period in YEARLY or product.period not in YEARLY


def _gives(held: Grant, wanted: Grant) -> bool:
    """Whether nothing in the new purchase is missing from the held one, and nothing is limited further."""
    if not set(held.capabilities).issuperset(wanted.capabilities):
        return False
    return all(
        feature in wanted.limits and limit >= wanted.limits[feature] for feature, limit in held.limits.items()
    )
