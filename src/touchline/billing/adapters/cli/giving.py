"""`touchline orders grant` and `revoke`: access without money, and access taken back."""

from __future__ import annotations

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.order_desk import OrderDesk
from touchline.billing.application.order_desk import Gift, GiveAccess
from touchline.billing.application.product_names import ProductNames
from touchline.platform.commands import channel_option, json_option
from touchline.shared.ids import OrderId


@click.command("grant")
@click.argument("email", metavar="EMAIL")
@click.argument("product", metavar="PRODUCT")
@channel_option
@click.option("--team", metavar="TEAM", help="Of a team pass: the team, by its key or number.")
@click.option(
    "--until", metavar="DAY", help="The last day; as the offer says if not given. A subscription needs one."
)
@json_option
@inject
def grant(
    email: str,
    product: str,
    channel: str | None,
    team: str | None,
    until: str | None,
    as_json: bool,
    give: GiveAccess = Provide["billing.desk.give"],
    names: ProductNames = Provide["billing.desk.names"],
) -> None:
    """Open PRODUCT for the viewer EMAIL without payment.

    PRODUCT is event:ID, package:KEY or subscription:KEY. It becomes a paid order of 0; nothing renews, and
    the viewer is told by a letter.
    """
    desk = OrderDesk(channel)
    account_id, end = desk.account(email), desk.end(until)
    with desk.inside():
        kind, number = names.read(product)
        participant = names.team(team) if team else None
        order = give(Gift(account_id=account_id, kind=kind, id=number, team=participant, until=end))
    desk.show(order.id, as_json=as_json)


@click.command("revoke")
@click.argument("order", type=click.IntRange(1))
@channel_option
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def revoke(order: int, channel: str | None, yes: bool, as_json: bool) -> None:
    """Close what the order with the number ORDER opened, now.

    No money goes back (see `refund`). A subscription is ended at the payment provider, too: nothing more is
    charged.
    """
    desk, number = OrderDesk(channel), OrderId(order)
    if not yes:
        if not as_json:
            desk.show(number, as_json=False)
        click.confirm("Close this?", abort=True, err=True)
    if not desk.operators.revoke(desk.channel_id, number):
        click.echo("The payment provider is away: it hears of it by itself as soon as it answers.", err=True)
    desk.show(number, as_json=as_json)
