"""A game that was sold for a number of days from its start, and is played later than it was to be."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime

from touchline.billing.domain.checkout.orders import Order, OrderStatus


def is_postponed(order: Order, starts_at: datetime) -> bool:
    """Whether the game of an order starts later than its days are counted from. What is not paid, was ended,
    or has no days of a game is not postponed."""
    term = order.grant.term
    if order.status is not OrderStatus.PAID or order.ended_at is not None:
        return False
    return term.days is not None and term.not_before is not None and starts_at > term.not_before


def postpone(order: Order, starts_at: datetime) -> bool:
    """Count the days of an order from the present start of its game, if that is later than the one it was
    bought for; whether it is. What is open only ever closes later, and never beyond the offer's last day."""
    if not is_postponed(order, starts_at):
        return False
    term = replace(order.grant.term, not_before=starts_at)
    order.grant = replace(order.grant, term=term)
    end = term.get_end(order.starts_at or order.created_at)
    if end is not None and order.expires_at is not None:
        order.expires_at = max(order.expires_at, end)
    return True
