"""What became of a thing that was bought: available, postponed, canceled or withdrawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from touchline.billing.domain.orders import Kind, Order, OrderStatus, ProductStatus


@dataclass(frozen=True)
class EventPlan:
    """When an event starts, and whether it takes place then."""

    starts_at: datetime
    status: ProductStatus = ProductStatus.AVAILABLE


@dataclass(frozen=True)
class Catalogue:
    """What the channel shows now: events by id, and the ids of its teams and categories."""

    events: Mapping[int, EventPlan]
    team_ids: Collection[int]
    category_ids: Collection[int]


@dataclass(frozen=True)
class ProductState:
    """The status of what was bought; `starts_at` only of an event that has a new time."""

    status: ProductStatus = ProductStatus.AVAILABLE
    starts_at: datetime | None = None


def state_of(order: Order, catalogue: Catalogue) -> ProductState:
    """Return what became of what an order was for.

    A pass is withdrawn when its team, or every category it covers, is no longer in the channel. A package or
    subscription that is no longer sold keeps opening what it opened.
    """
    if order.product.kind is Kind.EVENT:
        return _state_of_event(catalogue.events.get(order.product.id))
    team = order.grant.participant_id
    no_team = team is not None and team not in catalogue.team_ids
    covered = order.grant.category_ids
    no_category = bool(covered) and not any(one in catalogue.category_ids for one in covered)
    return ProductState(ProductStatus.WITHDRAWN if no_team or no_category else ProductStatus.AVAILABLE)


def _state_of_event(plan: EventPlan | None) -> ProductState:
    if plan is None:
        return ProductState(ProductStatus.WITHDRAWN)
    is_moved = plan.status is ProductStatus.RESCHEDULED
    return ProductState(plan.status, plan.starts_at if is_moved else None)


def has_changed(order: Order, state: ProductState) -> bool:
    """Whether the order does not know yet what became of what it was for."""
    return (order.product_status, order.product_starts_at) != (state.status, state.starts_at)


def concerns_buyer(order: Order, now: datetime) -> bool:
    """Whether a change matters to the buyer: the order is paid, and neither ended nor expired."""
    is_open = order.expires_at is None or now < order.expires_at
    return order.status is OrderStatus.PAID and order.ended_at is None and is_open


def can_be_refunded(order: Order) -> bool:
    """Whether money was charged for the order and a refund was not asked for yet."""
    return order.status is OrderStatus.PAID and order.payment_ref is not None and not order.refund_due


def change(order: Order, state: ProductState, *, refund: bool, now: datetime) -> bool:
    """Note on an order what became of its product, and that its money is to go back; whether it changed.

    The refund itself is the settling's, which comes at `look_at` and again until it is done.
    """
    changed = has_changed(order, state)
    order.product_status, order.product_starts_at = state.status, state.starts_at
    if refund and can_be_refunded(order):
        order.refund_due, order.look_at = True, now
        return True
    return changed
