"""Reports for the operator of a channel."""

from __future__ import annotations

import io
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.analytics.adapters.http import reports_schemas as schemas
from touchline.analytics.application.report_tables import table_of, write_csv
from touchline.analytics.application.reports_asked import Answer, Asked, Question, ReadQuestion
from touchline.analytics.application.reports_by import Dimension, WatchedBy
from touchline.analytics.application.reports_quality import PlayedHow, WatchedHowFar
from touchline.analytics.application.reports_sold import DroppedWhy, Funnel, SoldWhat
from touchline.analytics.application.reports_watched import Overview, WatchingNow
from touchline.analytics.application.reports_words import read_thing
from touchline.platform.http import limits
from touchline.platform.http.attachments import attach
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, staff
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of
from touchline.shared.errors import NotFound

blueprint = Blueprint(
    "reports", __name__, url_prefix="/api", description="Reports for the operator of a channel"
)
Given = dict[str, Answer] | Response


AS_CSV: dict[int, Any] = {200: {"content": {"text/csv": {"schema": {"type": "string"}}}}}
"""With `format=csv` a report is a table for other programs."""


@blueprint.route("/reports/now")
@limits.per("account", 120, limits.MINUTE, name="reports")
@staff
@blueprint.arguments(schemas.LanguageArgs, location="query")
@blueprint.doc(responses=AS_CSV)
@blueprint.response(200, data_of(schemas.NowReport))
@inject
def now(args: dict[str, Any], report: WatchingNow = Provide["analytics.reports.now"]) -> Given:
    """Who watches at this moment, by what they watch, and the last 30 minutes."""
    return _given("now", report(principal().language), args)


@blueprint.route("/reports/overview")
@limits.per("account", 120, limits.MINUTE, name="reports")
@staff
@blueprint.arguments(schemas.SpanArgs, location="query")
@blueprint.doc(responses=AS_CSV)
@blueprint.response(200, data_of(schemas.OverviewReport))
@inject
def overview(args: dict[str, Any], report: Overview = Provide["analytics.reports.overview"]) -> Given:
    """Sessions, page visits, views, minutes and viewers, in all and by day. 422 names a wrong day."""
    return _given("overview", report(_question(args)), args)


@blueprint.route("/reports/by/<string:dimension>")
@limits.per("account", 120, limits.MINUTE, name="reports")
@staff
@blueprint.arguments(schemas.SpanArgs, location="query")
@blueprint.doc(responses=AS_CSV)
@blueprint.response(200, data_of(schemas.WatchedByReport))
@inject
def watched_by(
    args: dict[str, Any], dimension: str, report: WatchedBy = Provide["analytics.reports.by"]
) -> Given:
    """What was watched by event, library, team, school, sport, country or device; 404 for another word."""
    if dimension not in list(Dimension):
        raise NotFound
    return _given("by", report(_question(args), Dimension(dimension)), args, dimension)


@blueprint.route("/reports/quality")
@limits.per("account", 120, limits.MINUTE, name="reports")
@staff
@blueprint.arguments(schemas.QualityArgs, location="query")
@blueprint.doc(responses=AS_CSV)
@blueprint.response(200, data_of(schemas.QualityReport))
@inject
def quality(args: dict[str, Any], report: PlayedHow = Provide["analytics.reports.quality"]) -> Given:
    """Start-up, stalls, bitrate and failures, and whose side it was; of all, or of one `thing`."""
    thing = read_thing(args["thing"]) if args["thing"] else None
    return _given("quality", report(_question(args), thing), args)


@blueprint.route("/reports/sales")
@limits.per("account", 120, limits.MINUTE, name="reports")
@staff
@blueprint.arguments(schemas.SpanArgs, location="query")
@blueprint.doc(responses=AS_CSV)
@blueprint.response(200, data_of(schemas.SalesReport))
@inject
def sales(args: dict[str, Any], report: SoldWhat = Provide["analytics.reports.sold"]) -> Given:
    """What the ledger took in, by day and by product."""
    return _given("sales", report(_question(args)), args)


@blueprint.route("/reports/funnel")
@limits.per("account", 120, limits.MINUTE, name="reports")
@staff
@blueprint.arguments(schemas.SpanArgs, location="query")
@blueprint.doc(responses=AS_CSV)
@blueprint.response(200, data_of(schemas.FunnelReport))
@inject
def funnel(args: dict[str, Any], report: Funnel = Provide["analytics.reports.funnel"]) -> Given:
    """How many sessions saw a page, an offer, the checkout, and bought."""
    return _given("funnel", report(_question(args)), args)


@blueprint.route("/reports/retention/<int(max=2147483647):event_id>")
@limits.per("account", 120, limits.MINUTE, name="reports")
@staff
@blueprint.arguments(schemas.LanguageArgs, location="query")
@blueprint.doc(responses=AS_CSV)
@blueprint.response(200, data_of(schemas.RetentionReport))
@inject
def retention(
    args: dict[str, Any],
    event_id: int,
    report: WatchedHowFar = Provide["analytics.reports.retention"],
) -> Given:
    """How many views watched each place of an event's film, and the moments that were clipped most; 404 for
    an event that the channel does not have."""
    return _given("retention", report(event_id, principal().language), args, str(event_id))


@blueprint.route("/reports/dropped")
@limits.per("account", 120, limits.MINUTE, name="reports")
@staff
@blueprint.arguments(schemas.LanguageArgs, location="query")
@blueprint.doc(responses=AS_CSV)
@blueprint.response(200, data_of(schemas.DroppedReport))
@inject
def dropped(args: dict[str, Any], report: DroppedWhy = Provide["analytics.reports.dropped"]) -> Given:
    """What browsers told in the last 28 days and was not kept, by reason; of all channels together."""
    return _given("dropped", report(), args)


@inject
def _question(args: dict[str, Any], read: ReadQuestion = Provide["analytics.reports.question"]) -> Question:
    return read(Asked(args["first"], args["last"], args["compare"]), principal().language)


def _given(report: str, answer: Answer, args: dict[str, Any], part: str = "") -> Given:
    """The answer in the form that was asked for; spreadsheets know UTF-8 by its mark."""
    if args["format"] != "csv":
        return one(answer)
    file = io.StringIO()
    write_csv(file, table_of(report, answer))
    response = Response(file.getvalue(), content_type="text/csv; charset=utf-8")
    span = answer.get("span")
    words = ["report", report, part, *((span["from"], span["to"]) if span else ())]
    attach(response, "", "-".join(filter(None, words)) + ".csv")
    response.headers["Cache-Control"] = "no-store"
    return response
