"""`touchline orders refund`: money goes back by the payment provider."""

from __future__ import annotations

import click

from touchline.billing.adapters.cli.command_context import report_errors
from touchline.billing.adapters.cli.order_admin import OrderAdmin
from touchline.platform.cli.commands import channel_option, json_option
from touchline.shared.ids import OrderId, TransactionId

_OUTCOME_UNKNOWN = (
    "Whether the money went back is not known: see first `touchline orders show {order} --settle`."
)


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
    context, number = OrderAdmin(channel), OrderId(order)
    transaction_id = TransactionId(transaction) if transaction else None
    with report_errors():
        plan = context.refund_service.plan_refund(context.channel_id, number, amount, transaction_id)
    refund_amount = f"{plan.amount.decimal} {plan.amount.currency}"
    if not yes:
        refundable = f"{plan.refundable.decimal} {plan.refundable.currency}"
        click.confirm(
            f"Pay back {refund_amount} of the {refundable} that are left of it?", abort=True, err=True
        )
    with report_errors(_OUTCOME_UNKNOWN.format(order=order)):
        context.refund_service.refund(context.channel_id, number, plan)
    if not as_json:
        click.echo(f"Paid back {refund_amount}.")
    context.print_order(number, as_json=as_json)
