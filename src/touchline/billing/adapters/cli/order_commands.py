"""`touchline orders list` and `show`: orders and their current status."""

from __future__ import annotations

import json
from dataclasses import replace

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.command_context import report_errors
from touchline.billing.adapters.cli.formatting import ORDER_COLUMNS
from touchline.billing.adapters.cli.order_admin import OrderAdmin
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.container import BillingContainer
from touchline.billing.domain.checkout.orders import OrderStatus, ProductKind
from touchline.billing.ports.order_reports import OrderQuery, OrderReports
from touchline.platform.audit.declarations import reads_personal_data
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table
from touchline.shared.ids import OrderId


@click.group("orders")
def orders() -> None:
    """Manage viewers' orders."""


@orders.command("list")
@reads_personal_data("order.list", "account", "email")
@channel_option
@click.option("--email", help="Only orders of this viewer.")
@click.option("--event", metavar="EVENT", help="Only orders of this event (key or id).")
@click.option(
    "--type",
    "kind",
    type=click.Choice([kind.value for kind in ProductKind]),
    help="Only orders of this type.",
)
@click.option(
    "--status",
    type=click.Choice([status.value for status in OrderStatus]),
    help="Only orders with this status.",
)
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, help="Maximum number of rows."
)
@json_option
@inject
def list_orders(
    channel: str | None,
    email: str | None,
    event: str | None,
    kind: str | None,
    status: str | None,
    limit: int,
    as_json: bool,
    order_reports: OrderReports = Provide[BillingContainer.order_reports],
    product_references: ProductReferences = Provide[BillingContainer.product_references],
) -> None:
    """List orders, newest first."""
    context = OrderAdmin(channel)
    order_query = OrderQuery(
        context.get_account_id(email) if email else None,
        ProductKind(kind) if kind else None,
        OrderStatus(status) if status else None,
    )
    with context.transaction():
        if event:
            order_query = replace(order_query, event_id=product_references.parse(f"event:{event}")[1])
        newest_orders = order_reports.list_newest(order_query, limit + 1)
        if as_json:
            serialized = [context.formatter.serialize_order(order) for order in newest_orders[:limit]]
            click.echo(json.dumps(serialized, ensure_ascii=False, indent=2))
        else:
            print_table(
                ORDER_COLUMNS, (context.formatter.format_order(order) for order in newest_orders[:limit])
            )
    if len(newest_orders) > limit:
        click.echo("More orders exist. Raise --limit to see them.", err=True)


@orders.command("show")
@reads_personal_data("order.show", "order", "order")
@click.argument("order", type=click.IntRange(1))
@channel_option
@click.option("--sync", is_flag=True, help="First update the order from the payment provider.")
@json_option
def show_order(order: int, channel: str | None, sync: bool, as_json: bool) -> None:
    """Show the order with the id ORDER and its transactions."""
    context = OrderAdmin(channel)
    if sync:
        with report_errors():
            context.refund_service.sync_order(context.channel_id, OrderId(order))
    context.print_order(OrderId(order), as_json=as_json)
