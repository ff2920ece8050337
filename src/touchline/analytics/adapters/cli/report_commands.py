"""`touchline reports …`: the reports of /studio/reports in a terminal, from the same use cases.

Exit codes: 0 success, 1 refused (unknown event), 2 invalid usage (invalid day) or the store is unavailable.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click
from dependency_injector.wiring import Provide, inject

from touchline.analytics.adapters.cli.report_formatting import print_report
from touchline.analytics.adapters.gateways import ChannelDirectory
from touchline.analytics.application.reports.audience import OverviewReport, RealtimeReport
from touchline.analytics.application.reports.breakdown import BreakdownReport, Dimension
from touchline.analytics.application.reports.labels import parse_content_ref
from touchline.analytics.application.reports.quality import QualityReport, RetentionReport
from touchline.analytics.application.reports.queries import (
    Comparison,
    ParseReportQuery,
    ReportData,
    ReportParams,
    ReportQuery,
)
from touchline.analytics.application.reports.sales import DroppedReport, FunnelReport, SalesReport
from touchline.analytics.application.reports.tables import build_table, write_csv
from touchline.analytics.container import AnalyticsContainer
from touchline.platform.audit.declarations import reads_nothing_personal
from touchline.platform.cli.commands import (
    channel_option,
    json_option,
    open_output,
    out_option,
    resolve_channel,
)
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import Database
from touchline.shared.errors import InvalidInputError, UnavailableError

Command = Callable[..., Any]


class StoreUnavailableExit(click.ClickException):
    """The analytics store is unavailable."""

    exit_code = 2


def _output_options(command: Command) -> Command:
    """Add the options of every report."""
    as_csv = click.option("--csv", "as_csv", is_flag=True, help="Print CSV for spreadsheets.")
    return channel_option(json_option(as_csv(out_option(command))))


def _period_options(command: Command) -> Command:
    """Add the options of a report over a period."""
    first = click.option("--from", "first", metavar="DAY", help="First day, in the channel's time zone.")
    last = click.option("--to", "last", metavar="DAY", help="Last day, inclusive. Default: today.")
    compare = click.option(
        "--compare",
        type=click.Choice([choice.value for choice in Comparison]),
        default=Comparison.BEFORE.value,
        show_default=True,
        help="Compare with the period before, or with the same weekdays a year before.",
    )
    return first(last(compare(command)))


@click.group("reports")
def reports() -> None:
    """Show a channel's viewing, sales and playback reports. Default: the last 28 days."""


@reports.command("realtime")
@reads_nothing_personal
@_output_options
@inject
def realtime(build_report: RealtimeReport = Provide[AnalyticsContainer.realtime], **options: Any) -> None:
    """Show current viewers."""
    _output_report("now", build_report, options)


@reports.command("overview")
@reads_nothing_personal
@_period_options
@_output_options
@inject
def overview(build_report: OverviewReport = Provide[AnalyticsContainer.overview], **options: Any) -> None:
    """Show sessions, page visits, views, minutes and viewers, in total and by day."""
    _output_report("overview", lambda: build_report(_parse_query(options)), options)


@reports.command("breakdown")
@reads_nothing_personal
@click.argument("dimension", type=click.Choice([choice.value for choice in Dimension]))
@_period_options
@_output_options
@inject
def breakdown(
    dimension: str, build_report: BreakdownReport = Provide[AnalyticsContainer.breakdown], **options: Any
) -> None:
    """Show viewing by event, library item, team, school, sport, country or device."""
    _output_report("by", lambda: build_report(_parse_query(options), Dimension(dimension)), options)


@reports.command("quality")
@reads_nothing_personal
@click.option("--item", "content", metavar="KIND:ID", help="Only this item, such as event:12 or vod:3.")
@_period_options
@_output_options
@inject
def quality(
    content: str | None, build_report: QualityReport = Provide[AnalyticsContainer.quality], **options: Any
) -> None:
    """Show start-up time, stalls and failures, and what caused them."""
    try:
        content_ref = parse_content_ref(content) if content else None
    except ValueError:
        raise click.UsageError(f"{content} is not an item. Write event:12 or vod:3.") from None
    _output_report("quality", lambda: build_report(_parse_query(options), content_ref), options)


@reports.command("sales")
@reads_nothing_personal
@_period_options
@_output_options
@inject
def sales(build_report: SalesReport = Provide[AnalyticsContainer.sales_report], **options: Any) -> None:
    """Show sales by product."""
    _output_report("sales", lambda: build_report(_parse_query(options)), options)


@reports.command("funnel")
@reads_nothing_personal
@_period_options
@_output_options
@inject
def funnel(build_report: FunnelReport = Provide[AnalyticsContainer.funnel], **options: Any) -> None:
    """Show how many sessions viewed a page, an offer and the checkout, and how many bought."""
    _output_report("funnel", lambda: build_report(_parse_query(options)), options)


@reports.command("retention")
@reads_nothing_personal
@click.argument("event_id", type=click.IntRange(1, 2**31 - 1), metavar="EVENT")
@_output_options
@inject
def retention(
    event_id: int, build_report: RetentionReport = Provide[AnalyticsContainer.retention], **options: Any
) -> None:
    """Show how many viewers watched each moment of EVENT (its id), and the most clipped moments."""
    _output_report("retention", lambda: build_report(event_id), options)


@reports.command("dropped")
@reads_nothing_personal
@_output_options
@inject
def dropped(build_report: DroppedReport = Provide[AnalyticsContainer.dropped], **options: Any) -> None:
    """Show analytics data discarded in the last 28 days, for all channels together."""
    _output_report("dropped", build_report, options)


@inject
def _parse_query(
    options: dict[str, Any], parse_query: ParseReportQuery = Provide[AnalyticsContainer.parse_query]
) -> ReportQuery:
    return parse_query(ReportParams(options["first"], options["last"], Comparison(options["compare"])))


def _output_report(name: str, build: Callable[[], ReportData], options: dict[str, Any]) -> None:
    with channel_transaction(options["channel"]), report_errors():
        report_data = build()
    out: Path | None = options["out"]
    if options["as_csv"]:
        with open_output(out) as target:
            write_csv(target, build_table(name, report_data))
    elif options["as_json"]:
        with open_output(out) as target:
            target.write(json.dumps(report_data, ensure_ascii=False, indent=2) + "\n")
    elif out is not None:
        raise click.UsageError("Use --out together with --csv or --json.")
    else:
        print_report(name, report_data, sys.stdout)


@contextmanager
def report_errors() -> Iterator[None]:
    """Turn errors of a report into messages about its options."""
    try:
        yield
    except InvalidInputError as error:
        option_names = {"from": "--from", "to": "--to"}
        messages = [
            (option_names.get(field, field), message)
            for field, field_messages in error.errors.items()
            for message in field_messages
        ]
        raise click.UsageError("\n".join(f"{name}: {message}" for name, message in messages)) from None
    except UnavailableError as unavailable:
        raise StoreUnavailableExit(unavailable.message) from None


@contextmanager
@inject
def channel_transaction(
    slug: str | None,
    database: Database = Provide[AnalyticsContainer.database],
    channels: ChannelDirectory = Provide[AnalyticsContainer.channel_directory],
    settings: Settings = Provide[AnalyticsContainer.settings],
) -> Iterator[None]:
    """Open a transaction in a channel. Without a slug, use the default channel or the only one."""
    with database.transaction(None, unscoped=True):
        channel_ids_by_slug = channels.list_ids_by_slug()
    with database.transaction(resolve_channel(slug or settings.default_channel, channel_ids_by_slug)):
        yield
