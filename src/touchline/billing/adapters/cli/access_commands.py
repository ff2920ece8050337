"""`touchline orders grant` and `revoke`: grant access without payment, and revoke access."""

from __future__ import annotations

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.order_admin import OrderAdmin
from touchline.billing.application.checkout.access_grants import GrantAccess, GrantRequest
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.container import BillingContainer
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import channel_option, json_option
from touchline.shared.ids import OrderId


@click.command("grant")
@changes("order.grant", "account", "email")
@click.argument("email", metavar="EMAIL")
@click.argument("product", metavar="PRODUCT")
@channel_option
@click.option("--team", metavar="TEAM", help="Team for a team pass, by key or id.")
@click.option(
    "--until",
    metavar="DAY",
    help="Last day of access. Default: as the offer says. Required for a subscription.",
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
    grant_access: GrantAccess = Provide[BillingContainer.grant_access],
    product_references: ProductReferences = Provide[BillingContainer.product_references],
) -> None:
    """Give the viewer EMAIL access to PRODUCT without payment.

    PRODUCT is event:ID, package:KEY or subscription:KEY. This creates a paid order of 0 that never
    renews. The viewer gets an email.
    """
    context = OrderAdmin(channel)
    account_id, end = context.get_account_id(email), context.parse_end(until)
    with context.transaction():
        kind, product_id = product_references.parse(product)
        participant = product_references.parse_team(team) if team else None
        order = grant_access(
            GrantRequest(account_id=account_id, kind=kind, id=product_id, team=participant, until=end)
        )
    context.print_order(order.id, as_json=as_json)


@click.command("revoke")
@changes("order.revoke", "order", "order")
@click.argument("order", type=click.IntRange(1))
@channel_option
@click.option("--yes", is_flag=True, help="Skip confirmation.")
@json_option
def revoke(order: int, channel: str | None, yes: bool, as_json: bool) -> None:
    """End the access from the order with the id ORDER immediately.

    This refunds nothing (see `refund`). A subscription also ends at the payment provider, without further
    charges.
    """
    context, order_id = OrderAdmin(channel), OrderId(order)
    if not yes:
        if not as_json:
            context.print_order(order_id, as_json=False)
        click.confirm("End this access?", abort=True, err=True)
    if not context.refund_service.revoke(context.channel_id, order_id):
        click.echo(
            "The payment provider does not respond. Touchline ends the subscription there later.", err=True
        )
    context.print_order(order_id, as_json=as_json)
