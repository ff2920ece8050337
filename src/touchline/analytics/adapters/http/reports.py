"""Reports for operators of a channel."""

from __future__ import annotations

import io
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.analytics.adapters.http import report_schemas as schemas
from touchline.analytics.application.reports.audience import OverviewReport, RealtimeReport
from touchline.analytics.application.reports.breakdown import BreakdownReport, Dimension
from touchline.analytics.application.reports.labels import parse_content_ref
from touchline.analytics.application.reports.quality import QualityReport, RetentionReport
from touchline.analytics.application.reports.queries import (
    ParseReportQuery,
    ReportData,
    ReportParams,
    ReportQuery,
)
from touchline.analytics.application.reports.sales import DroppedReport, FunnelReport, SalesReport
from touchline.analytics.application.reports.tables import build_table, write_csv
from touchline.analytics.container import AnalyticsContainer
from touchline.platform.http import limits
from touchline.platform.http.attachments import set_attachment
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.errors import NotFoundError
from touchline.shared.permissions import Permission

blueprint = Blueprint("reports", __name__, url_prefix="/api", description="Reports for operators")
ReportResponse = dict[str, ReportData] | Response


CSV_RESPONSE: dict[int, Any] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
"""Response of a report with `format=csv`."""


@blueprint.route("/reports/now")
@limits.rate_limit("account", 120, limits.MINUTE, name="reports")
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.ReportArgsSchema, location="query")
@blueprint.doc(responses=CSV_RESPONSE)
@blueprint.response(200, data_schema(schemas.RealtimeReportSchema))
@inject
def realtime(
    args: dict[str, Any], report: RealtimeReport = Provide[AnalyticsContainer.realtime]
) -> ReportResponse:
    """Return the current viewers by item, and the last 30 minutes."""
    return _build_response("now", report(principal().language), args)


@blueprint.route("/reports/overview")
@limits.rate_limit("account", 120, limits.MINUTE, name="reports")
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.PeriodArgsSchema, location="query")
@blueprint.doc(responses=CSV_RESPONSE)
@blueprint.response(200, data_schema(schemas.OverviewReportSchema))
@inject
def overview(
    args: dict[str, Any], report: OverviewReport = Provide[AnalyticsContainer.overview]
) -> ReportResponse:
    """Return sessions, page visits, views, minutes and viewers, in total and by day.

    422 for an invalid day.
    """
    return _build_response("overview", report(_parse_query(args)), args)


@blueprint.route("/reports/by/<string:dimension>")
@limits.rate_limit("account", 120, limits.MINUTE, name="reports")
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.PeriodArgsSchema, location="query")
@blueprint.doc(responses=CSV_RESPONSE)
@blueprint.response(200, data_schema(schemas.BreakdownReportSchema))
@inject
def breakdown(
    args: dict[str, Any], dimension: str, report: BreakdownReport = Provide[AnalyticsContainer.breakdown]
) -> ReportResponse:
    """Return figures by event, library item, team, school, sport, country or device.

    404 for any other dimension.
    """
    if dimension not in list(Dimension):
        raise NotFoundError
    return _build_response("by", report(_parse_query(args), Dimension(dimension)), args, dimension)


@blueprint.route("/reports/quality")
@limits.rate_limit("account", 120, limits.MINUTE, name="reports")
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.QualityArgsSchema, location="query")
@blueprint.doc(responses=CSV_RESPONSE)
@blueprint.response(200, data_schema(schemas.QualityReportSchema))
@inject
def quality(
    args: dict[str, Any], report: QualityReport = Provide[AnalyticsContainer.quality]
) -> ReportResponse:
    """Return start-up time, stalls, bitrate and failures with causes, of all items or one `thing`."""
    content = parse_content_ref(args["thing"]) if args["thing"] else None
    return _build_response("quality", report(_parse_query(args), content), args)


@blueprint.route("/reports/sales")
@limits.rate_limit("account", 120, limits.MINUTE, name="reports")
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.PeriodArgsSchema, location="query")
@blueprint.doc(responses=CSV_RESPONSE)
@blueprint.response(200, data_schema(schemas.SalesReportSchema))
@inject
def sales(
    args: dict[str, Any], report: SalesReport = Provide[AnalyticsContainer.sales_report]
) -> ReportResponse:
    """Return revenue from the ledger, by day and by product."""
    return _build_response("sales", report(_parse_query(args)), args)


@blueprint.route("/reports/funnel")
@limits.rate_limit("account", 120, limits.MINUTE, name="reports")
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.PeriodArgsSchema, location="query")
@blueprint.doc(responses=CSV_RESPONSE)
@blueprint.response(200, data_schema(schemas.FunnelReportSchema))
@inject
def funnel(args: dict[str, Any], report: FunnelReport = Provide[AnalyticsContainer.funnel]) -> ReportResponse:
    """Return the number of sessions that saw a page, an offer or the checkout, and that bought."""
    return _build_response("funnel", report(_parse_query(args)), args)


@blueprint.route("/reports/retention/<int(max=2147483647):event_id>")
@limits.rate_limit("account", 120, limits.MINUTE, name="reports")
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.ReportArgsSchema, location="query")
@blueprint.doc(responses=CSV_RESPONSE)
@blueprint.response(200, data_schema(schemas.RetentionReportSchema))
@inject
def retention(
    args: dict[str, Any],
    event_id: int,
    report: RetentionReport = Provide[AnalyticsContainer.retention],
) -> ReportResponse:
    """Return the audience retention of an event, and its most clipped moments.

    404 for an event that is not in the channel.
    """
    return _build_response("retention", report(event_id, principal().language), args, str(event_id))


@blueprint.route("/reports/dropped")
@limits.rate_limit("account", 120, limits.MINUTE, name="reports")
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.ReportArgsSchema, location="query")
@blueprint.doc(responses=CSV_RESPONSE)
@blueprint.response(200, data_schema(schemas.DroppedReportSchema))
@inject
def dropped(
    args: dict[str, Any], report: DroppedReport = Provide[AnalyticsContainer.dropped]
) -> ReportResponse:
    """Return the analytics data discarded in the last 28 days, by reason, for all channels together."""
    return _build_response("dropped", report(), args)


@inject
def _parse_query(
    args: dict[str, Any], parse_query: ParseReportQuery = Provide[AnalyticsContainer.parse_query]
) -> ReportQuery:
    return parse_query(ReportParams(args["first"], args["last"], args["compare"]), principal().language)


def _build_response(
    report: str, report_data: ReportData, args: dict[str, Any], name_suffix: str = ""
) -> ReportResponse:
    """Return the report as JSON or CSV.

    The CSV begins with a byte order mark, so that spreadsheets read UTF-8.
    """
    if args["format"] != "csv":
        return data_envelope(report_data)
    file = io.StringIO()
    write_csv(file, build_table(report, report_data))
    response = Response(file.getvalue(), content_type="text/csv; charset=utf-8")
    span = report_data.get("span")
    name_parts = ["report", report, name_suffix, *((span["from"], span["to"]) if span else ())]
    set_attachment(response, "", "-".join(filter(None, name_parts)) + ".csv")
    response.headers["Cache-Control"] = "no-store"
    return response
