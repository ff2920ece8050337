"""A viewer's orders (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import KINDS, STATUSES, OrderAnswer
from touchline.billing.application.order_queries import OrderQueries
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.ports.orders import OrderFilter
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.platform.http.paging import list_args, many, one, page_request
from touchline.platform.http.schemas import data_of, page_of
from touchline.shared.ids import OrderId

blueprint = Blueprint("orders", __name__, description="What the viewer bought")


class OrderFilters(Schema):
    """Which orders."""

    type = fields.String(load_default=None, validate=validate.OneOf(KINDS))
    status = fields.String(load_default=None, validate=validate.OneOf(STATUSES))


OrdersArgs = list_args("OrdersArgs", no_limit=True, base=OrderFilters)


@blueprint.route("/orders")
@limits.none(limits.READ)
@viewer
@blueprint.arguments(OrdersArgs, location="query")
@blueprint.response(200, page_of(OrderAnswer))
@inject
def list_orders(
    args: dict[str, Any], orders: OrderQueries = Provide["billing.counter.order_queries"]
) -> dict[str, Any]:
    """The viewer's orders, newest first."""
    wanted = OrderFilter(
        Kind(args["type"]) if args["type"] else None,
        OrderStatus(args["status"]) if args["status"] else None,
    )
    return many(orders.page(principal(), wanted, page_request(args)))


@blueprint.route("/orders/<int(max=2147483647):order_id>")
@limits.none(limits.READ)
@viewer
@blueprint.response(200, data_of(OrderAnswer))
@inject
def show_order(
    order_id: int, orders: OrderQueries = Provide["billing.counter.order_queries"]
) -> dict[str, Any]:
    """One order of the viewer; else 404. One that is under way is compared with the provider behind the
    answer, so that asking again every 2 seconds shows how it went."""
    return one(orders.one(principal(), OrderId(order_id)))
