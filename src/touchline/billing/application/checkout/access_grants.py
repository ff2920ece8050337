"""Operator actions on orders: grant access without payment, and revoke access."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from uuid import uuid4

from touchline.billing.application.checkout.order_slots import find_blocking_order, place_in_slot
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.application.offers.pricing_service import PricedProduct
from touchline.billing.application.offers.sale_check import SaleCheck
from touchline.billing.application.vouchers.redeemed_orders import RedeemedOrders
from touchline.billing.domain.checkout.orders import Order, OrderStatus, ProductKind, get_slot
from touchline.billing.domain.coverage import build_sale_item, is_already_bought
from touchline.billing.domain.offers.offers import Price
from touchline.billing.events import OrderPaid
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.orders import Orders
from touchline.billing.ports.sale_catalog import SaleCatalog
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError, RefusedError
from touchline.shared.ids import AccountId, OrderId
from touchline.shared.money import Money
from touchline.shared.unit_of_work import Announce

GRANT_NEEDS_END = ErrorMessage("errors.grant_needs_end", "A complimentary subscription needs a last day.")
GRANT_IN_PAST = ErrorMessage("errors.grant_in_past", "The last day is in the past. Choose a later one.")
ALREADY_GRANTED = ErrorMessage("errors.already_granted", "The viewer already has access to this product.")


@dataclass(frozen=True, kw_only=True)
class GrantRequest:
    """Access to grant to a viewer.

    `id` is the id of the event, package or subscription, `team` the participant of a team pass. `until` is
    the instant at which access ends, None for the offer's own term.
    """

    account_id: AccountId
    kind: ProductKind
    id: int
    team: int | None = None
    until: datetime | None = None


class GrantAccess:
    """Places a paid order with a price of zero. The order never renews."""

    def __init__(
        self,
        orders: Orders,
        sale_check: SaleCheck,
        sale_catalog: SaleCatalog,
        channel: CurrentChannel,
        announce: Announce,
        clock: Clock,
        grace: timedelta,
    ) -> None:
        self._orders = orders
        self._sale_check = sale_check
        self._sale_catalog = sale_catalog
        self._channel = channel
        self._announce = announce
        self._clock = clock
        self._grace = grace

    def __call__(self, grant_request: GrantRequest) -> Order:
        """Place the order, email the viewer, and return the order.

        Raises `NotFoundError` if the product is not on sale, and `RefusedError` if the viewer already has
        it or is buying it now.
        """
        now = self._clock.now()
        if grant_request.until is None and grant_request.kind is ProductKind.SUBSCRIPTION:
            raise RefusedError(GRANT_NEEDS_END)
        order = self._build_order(
            grant_request,
            self._sale_check.check_grant(self._build_purchase(grant_request), grant_request.until),
            now,
        )
        if order.expires_at is not None and order.expires_at <= now:
            raise RefusedError(GRANT_IN_PAST)
        held = self._orders.list_paid(grant_request.account_id)
        if is_already_bought(build_sale_item(order.product, order.grant), held, now, self._grace):
            raise RefusedError(ALREADY_GRANTED)
        self._place_order(order)
        self._announce(
            OrderPaid(
                self._channel.get_billing_settings().id,
                order.id,
                grant_request.account_id,
                transaction_id=0,
                renewal=False,
            )
        )
        return order

    def _build_purchase(self, grant_request: GrantRequest) -> Purchase:
        event = (
            self._sale_catalog.get_event(grant_request.id, None)
            if grant_request.kind is ProductKind.EVENT
            else None
        )
        if grant_request.kind is ProductKind.EVENT and (event is None or event.package_id is None):
            raise NotFoundError(f"Event {grant_request.id} is not sold individually.")
        package_id = event.package_id if event else None
        return Purchase(
            kind=grant_request.kind,
            id=grant_request.id,
            package_id=package_id,
            participant_id=grant_request.team,
        )

    def _build_order(self, grant_request: GrantRequest, priced: PricedProduct, now: datetime) -> Order:
        zero = Money(0, priced.price.base.currency)
        order = Order(
            uuid=uuid4().hex,
            account_id=grant_request.account_id,
            product=priced.product,
            grant=priced.grant,
            price=Price(zero, zero),
            discount=zero,
            created_at=now,
            slot=get_slot(priced.product),
        )
        order.mark_paid(now, expires_at=priced.grant.term.get_end(now))
        return order

    def _place_order(self, order: Order) -> None:
        if place_in_slot(self._orders, order, self._clock.now(), self._grace):
            return
        other = find_blocking_order(self._orders, order)
        if other is None:
            raise RefusedError("The viewer is currently buying the same product. Please try again.")
        raise RefusedError(f"The viewer already has order {other.id} for this product. Check it first.")


class RevokeAccess:
    """Ends the access of a paid order, also that of redeemed codes. The order sync ends a subscription at the
    provider.
    """

    def __init__(self, orders: Orders, clock: Clock, redeemed_orders: RedeemedOrders) -> None:
        self._orders = orders
        self._redeemed_orders = redeemed_orders
        self._clock = clock

    def __call__(self, order_id: OrderId) -> Order:
        """End the order now and return it; no money is refunded.

        Raises `NotFoundError`, or `RefusedError` if the order grants no access.
        """
        order = self._orders.get_for_update(order_id)
        if order is None:
            raise NotFoundError(f"There is no order {order_id} in this channel.")
        if order.status is not OrderStatus.PAID:
            raise RefusedError(f"Order {order_id} is {order.status.value} and gives no access.")
        if order.ended_at is not None:
            raise RefusedError(f"Order {order_id} has already ended.")
        before, now = replace(order), self._clock.now()
        order.end(now)
        order.next_check_at = now if order.payment_ref else None
        self._orders.save(order)
        self._redeemed_orders.follow(before, order)
        return order
