"""A viewer's orders (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import KINDS, STATUSES, OrderSchema
from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.container import BillingContainer
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.ports.orders import OrderFilter
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, viewer
from touchline.platform.http.paging import build_page_request, data_envelope, list_args_schema, page_envelope
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.ids import OrderId

blueprint = Blueprint("orders", __name__, description="What the viewer bought")


class OrderFiltersSchema(Schema):
    """Which orders."""

    type = fields.String(load_default=None, validate=validate.OneOf(KINDS))
    status = fields.String(load_default=None, validate=validate.OneOf(STATUSES))


OrdersArgsSchema = list_args_schema("OrdersArgs", no_limit=True, base=OrderFiltersSchema)


@blueprint.route("/orders")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.arguments(OrdersArgsSchema, location="query")
@blueprint.response(200, page_schema(OrderSchema))
@inject
def list_orders(
    args: dict[str, Any], order_queries: OrderQueries = Provide[BillingContainer.order_queries]
) -> dict[str, Any]:
    """The viewer's orders, newest first."""
    order_filter = OrderFilter(
        ProductKind(args["type"]) if args["type"] else None,
        OrderStatus(args["status"]) if args["status"] else None,
    )
    return page_envelope(order_queries.list_page(principal(), order_filter, build_page_request(args)))


@blueprint.route("/orders/<int(max=2147483647):order_id>")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.response(200, data_schema(OrderSchema))
@inject
def show_order(
    order_id: int, order_queries: OrderQueries = Provide[BillingContainer.order_queries]
) -> dict[str, Any]:
    """One order of the viewer; else 404. One that is under way is compared with the provider behind the
    answer, so that asking again every 2 seconds shows how it went."""
    return data_envelope(order_queries.get(principal(), OrderId(order_id)))
