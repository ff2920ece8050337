"""`touchline orders export-ledger`: the ledger as CSV."""

from __future__ import annotations

from pathlib import Path

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.command_context import CommandContext
from touchline.billing.application.ledger.export_ledger import COLUMNS, ExportLedger
from touchline.billing.container import BillingContainer
from touchline.billing.ports.order_reports import DateRange
from touchline.platform.audit.declarations import reads_personal_data
from touchline.platform.cli.commands import ProgressBar, channel_option, open_output, out_option
from touchline.shared.strings.spreadsheets import SpreadsheetWriter

_PROGRESS_THRESHOLD = 2_000


@click.command("export-ledger")
@reads_personal_data("ledger.export")
@channel_option
@click.option("--from", "since", metavar="DAY", help="First day, in the channel's time zone.")
@click.option("--to", "until", metavar="DAY", help="Last day, inclusive.")
@out_option
@inject
def export_ledger_command(
    channel: str | None,
    since: str | None,
    until: str | None,
    out: Path | None,
    export_ledger: ExportLedger = Provide[BillingContainer.export_ledger],
) -> None:
    """Export the ledger as CSV, with a row for each charge, failed attempt, refund and dispute.

    Amounts are exact decimals; times are in UTC. The sum of the column `net` is the net revenue.
    """
    context = CommandContext(channel)
    date_range = DateRange(context.parse_start(since), context.parse_end(until))
    with context.transaction():
        count = export_ledger.count(date_range)
        with (
            open_output(out) as target,
            ProgressBar("Writing", hidden=out is None or count < _PROGRESS_THRESHOLD) as bar,
        ):
            sheet = SpreadsheetWriter(target)
            sheet.write_row(COLUMNS)
            written = 0
            for written, row in enumerate(
                export_ledger(date_range, context.billing_settings.language), start=1
            ):
                sheet.write_row(row)
                if written % 100 == 0:
                    bar.update(written / max(count, written))
    if out is not None:
        click.echo(f"Wrote {written} row{'' if written == 1 else 's'} to {out}.", err=True)
