"""`touchline orders make-good`: pay viewers back for an event that did not play."""

from __future__ import annotations

import json
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.command_context import report_errors
from touchline.billing.adapters.cli.order_admin import OrderAdmin
from touchline.billing.application.make_good.make_good_serializer import MakeGoodSerializer
from touchline.billing.application.make_good.make_good_service import MakeGoodService
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.container import BillingContainer
from touchline.platform.audit.declarations import changes
from touchline.platform.cli.commands import channel_option, json_option
from touchline.platform.cli.tables import print_table

MAKE_GOOD_COLUMNS = ("Order", "Viewer", "Lost", "Side", "Reason", "Pay as", "Owed", "Paid", "Status")
_OUTCOME_UNKNOWN = "Run the command again: it continues, and pays nobody twice."


class MakeGoodCommandContext(OrderAdmin):
    """The channel of a command, with its make-goods."""

    @inject
    def __init__(
        self,
        slug: str | None,
        service: MakeGoodService = Provide[BillingContainer.make_good_service],
        serializer: MakeGoodSerializer = Provide[BillingContainer.make_good_serializer],
        product_references: ProductReferences = Provide[BillingContainer.product_references],
    ) -> None:
        super().__init__(slug)
        self.service = service
        self._serializer = serializer
        self._product_references = product_references

    def parse_event(self, event: str) -> int:
        """Return the id of an event by key or id. Raises `NotFoundError`."""
        with self.transaction():
            return self._product_references.parse(f"event:{event}")[1]

    def load(self, event_id: int) -> dict[str, Any]:
        """Return the JSON fields of the make-goods of an event."""
        plan = self.service.preview(self.channel_id, event_id)
        with self.transaction():
            return self._serializer.serialize_plan(plan)


@click.command("make-good")
@changes("make_good.pay", "event", "event")
@click.argument("event", metavar="EVENT")
@channel_option
@click.option("--check", is_flag=True, help="Only show who would be paid, why, and how much.")
@click.option("--yes", is_flag=True, help="Skip confirmation.")
@json_option
def make_good(event: str, channel: str | None, check: bool, yes: bool, as_json: bool) -> None:
    """Pay viewers back for what they could not watch of EVENT (key or id).

    The channel's policy decides who is paid. A second run pays nobody twice. The
    viewers get an email. Exit code 1 if a refund was refused, 2 if the payment
    provider is unavailable.
    """
    context = MakeGoodCommandContext(channel)
    event_id = context.parse_event(event)
    plan = context.load(event_id)
    if not check and plan["unpaid_count"]:
        question = f"Pay {plan['unpaid']} {plan['currency']} to {plan['unpaid_count']} viewers?"
        if not yes:
            click.confirm(question, abort=True, err=True)
    refused: tuple[int, ...] = ()
    if not check:
        with report_errors(_OUTCOME_UNKNOWN):
            refused = context.service.pay(context.channel_id, event_id, _print_progress).refused
        plan = context.load(event_id)
    if as_json:
        plan["make_goods"] = [
            {**item, "paid_at": item["paid_at"] and f"{item['paid_at']:%Y-%m-%dT%H:%M:%SZ}"}
            for item in plan["make_goods"]
        ]
        click.echo(json.dumps({**plan, "refused_orders": list(refused)}, ensure_ascii=False, indent=2))
    else:
        _print_plan(plan)
    if refused:
        orders = ", ".join(str(order_id) for order_id in refused)
        raise click.ClickException(f"The payment provider refused refunds of these orders: {orders}.")


def _print_plan(plan: dict[str, Any]) -> None:
    if plan["mode"] == "off":
        click.echo("Make-goods are off. Change the policy in the channel's settings.", err=True)
    elif not plan["is_measured"]:
        click.echo("Nothing was measured for this event.", err=True)
    elif not plan["is_final"]:
        click.echo("The measurement is not final yet. Amounts may still rise.", err=True)
    if not plan["make_goods"]:
        click.echo("Nobody is owed anything.")
        return
    print_table(MAKE_GOOD_COLUMNS, [_format(item) for item in plan["make_goods"]])
    if any(item["needs_review"] for item in plan["make_goods"]):
        click.echo("Only viewers show the loss of those to check. It is never paid automatically.", err=True)
    click.echo(f"To pay: {plan['unpaid']} {plan['currency']}. Paid: {plan['paid']} {plan['currency']}.")


def _format(item: dict[str, Any]) -> tuple[str, ...]:
    return (
        str(item["order_id"]),
        item["viewer"]["email"] if item["viewer"] else "(closed)",
        "all" if item["reason"] == "shut_out" else f"{item['lost_seconds']} of {item['wanted_seconds']} s",
        item["side"],
        item["reason"] + (", limited" if item["is_capped"] else ""),
        item["method"],
        f"{item['owed']} {item['currency']}",
        f"{item['paid']} {item['currency']}",
        item["status"] + (", check" if item["needs_review"] else ""),
    )


def _print_progress(done: int, total: int) -> None:
    if done == total or done % 20 == 0:
        click.echo(f"{done} of {total} viewers", err=True)
