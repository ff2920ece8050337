"""`touchline orders ledger`: every movement of money as CSV."""

from __future__ import annotations

from pathlib import Path

import click
from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.cli.desk import Desk
from touchline.billing.application.ledger_export import COLUMNS, ExportLedger
from touchline.billing.ports.order_books import Span
from touchline.platform.commands import Bar, channel_option, out_option, written_to
from touchline.shared.spreadsheets import SpreadsheetWriter

_LONG = 2_000


@click.command("ledger")
@channel_option
@click.option("--from", "since", metavar="DAY", help="From this day on, in the channel's time zone.")
@click.option("--to", "until", metavar="DAY", help="To the end of this day.")
@out_option
@inject
def ledger(
    channel: str | None,
    since: str | None,
    until: str | None,
    out: Path | None,
    export: ExportLedger = Provide["billing.desk.export_ledger"],
) -> None:
    """Write the ledger as CSV: a line for each charge, failed attempt, refund and dispute.

    Amounts are exact decimals, times are in UTC. The sum of the column `net` is what was kept.
    """
    desk = Desk(channel)
    span = Span(desk.begin(since), desk.end(until))
    with desk.inside():
        count = export.count(span)
        with written_to(out) as target, Bar("Writing", hidden=out is None or count < _LONG) as bar:
            sheet = SpreadsheetWriter(target)
            sheet.row(COLUMNS)
            written = 0
            for written, row in enumerate(export(span, desk.shop.language), start=1):
                sheet.row(row)
                if written % 100 == 0:
                    bar.show(written / max(count, written))
    if out is not None:
        click.echo(f"Wrote {written} line{'' if written == 1 else 's'} to {out}.", err=True)
