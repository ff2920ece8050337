"""`touchline sponsors …`: the figures of sponsors in a terminal."""

from __future__ import annotations

import json
from pathlib import Path

import click
from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.cli.report_commands import channel_transaction, report_errors
from touchline.analytics.adapters.sponsor_report_pdf import render_sponsor_report
from touchline.analytics.application.reports.queries import Comparison, ParseReportQuery, ReportParams
from touchline.analytics.application.reports.tables import write_csv
from touchline.analytics.application.sponsors.report_table import FIGURES, build_sponsor_table
from touchline.analytics.application.sponsors.sponsor_reports import SponsorReports
from touchline.analytics.container import AnalyticsContainer
from touchline.platform.audit.declarations import reads_nothing_personal
from touchline.platform.cli.commands import channel_option, json_option, open_output, out_option
from touchline.platform.cli.tables import print_table
from touchline.shared.errors import NotFoundError


@click.group("sponsors")
def sponsors() -> None:
    """Show the impressions, quartiles and clicks of sponsors. Default: the last 28 days."""


@sponsors.command("report")
@reads_nothing_personal
@click.argument("sponsor", required=False, metavar="[SPONSOR]")
@click.option("--from", "first", metavar="DAY", help="First day, in the channel's time zone.")
@click.option("--to", "last", metavar="DAY", help="Last day, inclusive. Default: today.")
@click.option("--csv", "as_csv", is_flag=True, help="Print CSV for spreadsheets. Needs SPONSOR.")
@click.option("--pdf", "as_pdf", is_flag=True, help="Write a PDF to --out. Needs SPONSOR.")
@channel_option
@json_option
@out_option
@inject
def report(
    sponsor: str | None,
    first: str | None,
    last: str | None,
    as_csv: bool,
    as_pdf: bool,
    channel: str | None,
    as_json: bool,
    out: Path | None,
    reports: SponsorReports = Provide[AnalyticsContainer.sponsor_reports],
    parse_query: ParseReportQuery = Provide[AnalyticsContainer.parse_query],
) -> None:
    """Show the figures of SPONSOR (its key) by event, or of all sponsors."""
    if (as_csv or as_pdf) and sponsor is None:
        raise click.UsageError("Name a SPONSOR together with --csv or --pdf.")
    if as_pdf and out is None:
        raise click.UsageError("Use --pdf together with --out.")
    if out is not None and not (as_csv or as_pdf or as_json):
        raise click.UsageError("Use --out together with --csv, --json or --pdf.")
    with channel_transaction(channel), report_errors():
        query = parse_query(ReportParams(first, last, Comparison.NONE))
        try:
            data = reports.get(sponsor, query) if sponsor else reports.list_sponsors(query)
        except NotFoundError:
            raise click.ClickException(f"The channel has no sponsor {sponsor}.") from None
        language = query.language
    if as_pdf and out is not None:
        out.write_bytes(render_sponsor_report(data, language))
    elif as_csv:
        with open_output(out) as target:
            write_csv(target, build_sponsor_table(data))
    elif as_json:
        with open_output(out) as target:
            target.write(json.dumps(data, ensure_ascii=False, indent=2) + "\n")
    elif sponsor:
        rows = [(row["event"] or str(row["event_id"]), row) for row in data["events"]]
        _print_figures("event", [*rows, ("total", data["totals"])])
    else:
        named = [(row["key"], row["figures"]) for row in data["sponsors"]]
        _print_figures("sponsor", [*named, ("total", data["totals"])])


def _print_figures(title: str, rows: list[tuple[str, dict[str, int]]]) -> None:
    columns = (title, "impressions", "25 %", "50 %", "75 %", "100 %", "clicks")
    print_table(columns, [(name, *(f"{row[figure]:,}" for figure in FIGURES)) for name, row in rows])
