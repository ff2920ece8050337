"""Orders of a team or category that was merged into another."""

from __future__ import annotations

from dataclasses import replace
from enum import StrEnum

from touchline.billing.domain.checkout.orders import Order, get_slot


class ScopeKind(StrEnum):
    """What a grant can be limited to."""

    PARTICIPANT = "participant"
    CATEGORY = "category"


def is_in_scope(order: Order, kind: ScopeKind, item_id: int) -> bool:
    """Return whether an order names the team or category."""
    if kind is ScopeKind.PARTICIPANT:
        return order.grant.participant_id == item_id
    return item_id in order.grant.category_ids or order.product.event_category_id == item_id


def move_scope(order: Order, kind: ScopeKind, removed: int, kept: int) -> None:
    """Let an order name another team or category. The name on its receipt stays."""
    grant, product = order.grant, order.product
    if kind is ScopeKind.PARTICIPANT:
        order.grant = replace(grant, participant_id=kept)
        order.product = replace(product, participant_id=kept)
    else:
        categories = [kept if category == removed else category for category in grant.category_ids]
        order.grant = replace(grant, category_ids=tuple(dict.fromkeys(categories)))
        if product.event_category_id == removed:
            order.product = replace(product, event_category_id=kept)
    if order.slot is not None:
        order.slot = get_slot(order.product)
