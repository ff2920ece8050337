"""`touchline orders refund`: refunds through the payment provider."""

from __future__ import annotations

import click

from touchline.billing.adapters.cli.command_context import report_errors
from touchline.billing.adapters.cli.order_admin import OrderAdmin
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import channel_option, json_option
from touchline.shared.ids import OrderId, TransactionId

_OUTCOME_UNKNOWN = "The result of the refund is unknown. First run `touchline orders show {order} --sync`."


@click.command("refund")
@changes("order.refund", "order", "order")
@click.argument("order", type=click.IntRange(1))
@channel_option
@click.option(
    "--amount", metavar="AMOUNT", help="Amount to refund, such as 5.00. Default: everything not yet refunded."
)
@click.option(
    "--transaction", type=click.IntRange(1), help="Id of the payment to refund. Default: the latest payment."
)
@click.option("--yes", is_flag=True, help="Skip confirmation.")
@json_option
def refund(
    order: int, channel: str | None, amount: str | None, transaction: int | None, yes: bool, as_json: bool
) -> None:
    """Refund the order with the id ORDER, in full or in part.

    A full refund ends the access and the subscription. The viewer gets an email
    with a credit note.
    """
    context, order_id = OrderAdmin(channel), OrderId(order)
    transaction_id = TransactionId(transaction) if transaction else None
    with report_errors():
        plan = context.refund_service.plan_refund(context.channel_id, order_id, amount, transaction_id)
    refund_amount = f"{plan.amount.decimal} {plan.amount.currency}"
    if not yes:
        refundable = f"{plan.refundable.decimal} {plan.refundable.currency}"
        click.confirm(f"Refund {refund_amount} of the remaining {refundable}?", abort=True, err=True)
    with report_errors(_OUTCOME_UNKNOWN.format(order=order)):
        context.refund_service.refund(context.channel_id, order_id, plan)
    if not as_json:
        click.echo(f"Refunded {refund_amount}.")
    context.print_order(order_id, as_json=as_json)
