"""Orders for a single event whose access counts days from its start, when the event starts later than
planned.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from touchline.billing.domain.checkout.orders import Order, OrderStatus


def is_postponed(order: Order, starts_at: datetime) -> bool:
    """Return whether the order's event starts later than the start that its days are counted from.

    Always False for orders that are unpaid, ended, or not counted from an event start.
    """
    term = order.grant.term
    if order.status is not OrderStatus.PAID or order.ended_at is not None:
        return False
    return term.days is not None and term.not_before is not None and starts_at > term.not_before


def postpone(order: Order, starts_at: datetime) -> bool:
    """Count the order's days from the event's current start, and return whether that is later than before.

    The end of access only ever moves later, and never beyond the offer's last day.
    """
    if not is_postponed(order, starts_at):
        return False
    term = replace(order.grant.term, not_before=starts_at)
    order.grant = replace(order.grant, term=term)
    end = term.get_end(order.starts_at or order.created_at)
    if end is not None and order.expires_at is not None:
        order.expires_at = max(order.expires_at, end)
    return True
