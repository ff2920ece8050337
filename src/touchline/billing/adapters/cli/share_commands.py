"""`touchline ledger shares`: the revenue shares of a month."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.command_context import CommandContext, report_errors
from touchline.billing.application.revenue_share.share_documents import ShareDocuments
from touchline.billing.application.revenue_share.share_statements import ShareStatements
from touchline.billing.container import BillingContainer
from touchline.billing.domain.revenue_share.rules import parse_month
from touchline.platform.audit.declarations import reads_nothing_personal
from touchline.platform.cli.commands import channel_option, json_option, open_output, out_option
from touchline.platform.cli.tables import print_table

_COLUMNS = ("Party", "Currency", "Earned", "Carried", "Payable", "Carry over")


@click.group("ledger")
def ledger() -> None:
    """Read the ledger."""


@ledger.command("shares")
@reads_nothing_personal
@click.argument("month", metavar="MONTH")
@channel_option
@click.option("--party", metavar="KEY", help="Only the statement of this party.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV with a row for each line.")
@json_option
@out_option
@inject
def show_shares(
    month: str,
    channel: str | None,
    party: str | None,
    as_csv: bool,
    as_json: bool,
    out: Path | None,
    statements: ShareStatements = Provide[BillingContainer.share_statements],
    documents: ShareDocuments = Provide[BillingContainer.share_documents],
) -> None:
    """Show the revenue shares of MONTH, such as 2026-11, as they were closed or as they are so far."""
    context = CommandContext(channel)
    with report_errors(), context.transaction():
        parse_month(month)
        selected = _select_party(statements.get(month), party)
        if as_csv:
            with open_output(out) as target:
                target.write(documents.build_csv(month, party).decode())
            return
    if as_json:
        click.echo(json.dumps(selected, indent=2, default=str))
        return
    print_table(_COLUMNS, _list_rows(selected))
    for group in selected["currencies"]:
        click.echo(f"Net revenue: {group['net']} {group['currency']}. Channel: {group['channel_share']}.")


def _select_party(statements: dict[str, Any], party: str | None) -> dict[str, Any]:
    if party is None:
        return statements
    groups = [
        {**group, "parties": [statement for statement in group["parties"] if statement["key"] == party]}
        for group in statements["currencies"]
    ]
    if not any(group["parties"] for group in groups):
        raise click.ClickException(f"{party} has no statement for {statements['month']}.")
    return {**statements, "currencies": groups}


def _list_rows(statements: dict[str, Any]) -> list[tuple[str, ...]]:
    return [
        (
            statement["name"],
            group["currency"],
            statement["earned"],
            statement["carried"],
            statement["payable"],
            statement["carry_over"],
        )
        for group in statements["currencies"]
        for statement in group["parties"]
    ]
