"""`touchline orders list` and `show`: what was bought, and how it stands."""

from __future__ import annotations

import json
from dataclasses import replace

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.desk import told_plainly
from touchline.billing.adapters.cli.order_desk import OrderDesk
from touchline.billing.adapters.cli.telling import ORDER_COLUMNS
from touchline.billing.application.product_names import ProductNames
from touchline.billing.domain.orders import Kind, OrderStatus
from touchline.billing.ports.order_books import OrderBooks, Sought
from touchline.platform.commands import channel_option, json_option
from touchline.platform.tables import print_table
from touchline.shared.ids import OrderId


@click.group("orders")
def orders() -> None:
    """What viewers bought."""


@orders.command("list")
@channel_option
@click.option("--email", help="Of this viewer alone.")
@click.option("--event", metavar="EVENT", help="Of this event alone (key or id).")
@click.option("--type", "kind", type=click.Choice([one.value for one in Kind]), help="Of this kind alone.")
@click.option("--status", type=click.Choice([one.value for one in OrderStatus]), help="In this status alone.")
@click.option(
    "--limit", type=click.IntRange(1, 100_000), default=100, show_default=True, help="At most so many."
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
    books: OrderBooks = Provide["billing.desk.books"],
    names: ProductNames = Provide["billing.desk.names"],
) -> None:
    """List orders, the newest first."""
    desk = OrderDesk(channel)
    sought = Sought(
        desk.account(email) if email else None,
        Kind(kind) if kind else None,
        OrderStatus(status) if status else None,
    )
    with desk.inside():
        if event:
            sought = replace(sought, event_id=names.read(f"event:{event}")[1])
        found = books.newest(sought, limit + 1)
        if as_json:
            told = [desk.telling.order(one) for one in found[:limit]]
            click.echo(json.dumps(told, ensure_ascii=False, indent=2))
        else:
            print_table(ORDER_COLUMNS, (desk.telling.order_row(one) for one in found[:limit]))
    if len(found) > limit:
        click.echo("There are more: see --limit.", err=True)


@orders.command("show")
@click.argument("order", type=click.IntRange(1))
@channel_option
@click.option("--settle", is_flag=True, help="Ask the payment provider first how it stands.")
@json_option
def show_order(order: int, channel: str | None, settle: bool, as_json: bool) -> None:
    """Show the order with the number ORDER and every movement of its money."""
    desk = OrderDesk(channel)
    if settle:
        with told_plainly():
            desk.operators.settle(desk.channel_id, OrderId(order))
    desk.show(OrderId(order), as_json=as_json)
