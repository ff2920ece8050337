"""The current state of a product that was bought: available, postponed, canceled or withdrawn."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime

from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind, ProductStatus


@dataclass(frozen=True)
class EventSchedule:
    """The start of an event, and whether it takes place then."""

    starts_at: datetime
    status: ProductStatus = ProductStatus.AVAILABLE


@dataclass(frozen=True)
class CatalogSnapshot:
    """The channel's current catalog: events by id, and the ids of its teams and categories."""

    events: Mapping[int, EventSchedule]
    team_ids: Collection[int]
    category_ids: Collection[int]


@dataclass(frozen=True)
class ProductState:
    """Status of a product that was bought; `starts_at` is set only for an event that has a new time."""

    status: ProductStatus = ProductStatus.AVAILABLE
    starts_at: datetime | None = None


def get_product_state(order: Order, catalog: CatalogSnapshot) -> ProductState:
    """Return the current state of an order's product.

    A pass is withdrawn when its team, or every category it covers, is no longer in the channel. A package or
    subscription that is no longer sold keeps its access.
    """
    if order.product.kind is ProductKind.EVENT:
        return _get_event_state(catalog.events.get(order.product.id))
    team = order.grant.participant_id
    team_is_gone = team is not None and team not in catalog.team_ids
    covered = order.grant.category_ids
    categories_are_gone = bool(covered) and not any(
        category_id in catalog.category_ids for category_id in covered
    )
    return ProductState(
        ProductStatus.WITHDRAWN if team_is_gone or categories_are_gone else ProductStatus.AVAILABLE
    )


def _get_event_state(schedule: EventSchedule | None) -> ProductState:
    if schedule is None:
        return ProductState(ProductStatus.WITHDRAWN)
    is_rescheduled = schedule.status is ProductStatus.RESCHEDULED
    return ProductState(schedule.status, schedule.starts_at if is_rescheduled else None)


def has_changed(order: Order, state: ProductState) -> bool:
    """Return whether the order has not recorded this product state yet."""
    return (order.product_status, order.product_starts_at) != (state.status, state.starts_at)


def affects_buyer(order: Order, now: datetime) -> bool:
    """Return whether a change matters to the buyer: the order is paid, and neither ended nor expired."""
    is_open = order.expires_at is None or now < order.expires_at
    return order.status is OrderStatus.PAID and order.ended_at is None and is_open


def can_be_refunded(order: Order) -> bool:
    """Return whether money was charged for the order and no refund was requested yet."""
    return order.status is OrderStatus.PAID and order.payment_ref is not None and not order.refund_due


def apply_product_state(order: Order, state: ProductState, *, refund: bool, now: datetime) -> bool:
    """Record the state of the product and the refund on an order. Return whether the order changed.

    The next order sync makes the refund, at `next_check_at`, and retries it until it is done.
    """
    changed = has_changed(order, state)
    order.product_status, order.product_starts_at = state.status, state.starts_at
    if refund and can_be_refunded(order):
        order.refund_due, order.next_check_at = True, now
        return True
    return changed
