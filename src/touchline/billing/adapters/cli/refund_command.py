"""`touchline orders refund`: money goes back by the payment provider."""

from __future__ import annotations

import click

from touchline.billing.adapters.cli.desk import told_plainly
from touchline.billing.adapters.cli.order_desk import OrderDesk
from touchline.platform.commands import channel_option, json_option
from touchline.shared.ids import OrderId, TransactionId

_UNSURE = "Whether the money went back is not known: see first `touchline orders show {order} --settle`."


@click.command("refund")
@click.argument("order", type=click.IntRange(1))
@channel_option
@click.option("--amount", metavar="AMOUNT", help="Only so much, such as 5.00; all that is left if not given.")
@click.option(
    "--transaction", type=click.IntRange(1), help="Of this payment (its number); of the last if not given."
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@json_option
def refund(
    order: int, channel: str | None, amount: str | None, transaction: int | None, yes: bool, as_json: bool
) -> None:
    """Pay back the order with the number ORDER, or a part of it.

    With all of its money an order loses what it opened, and a subscription ends. The viewer gets a letter
    with a credit note.
    """
    desk, number = OrderDesk(channel), OrderId(order)
    line = TransactionId(transaction) if transaction else None
    with told_plainly():
        plan = desk.operators.plan_refund(desk.channel_id, number, amount, line)
    said = f"{plan.amount.decimal} {plan.amount.currency}"
    if not yes:
        left = f"{plan.left.decimal} {plan.left.currency}"
        click.confirm(f"Pay back {said} of the {left} that are left of it?", abort=True, err=True)
    with told_plainly(_UNSURE.format(order=order)):
        desk.operators.refund(desk.channel_id, number, plan)
    if not as_json:
        click.echo(f"Paid back {said}.")
    desk.show(number, as_json=as_json)
