"""Sponsors in the studio: figures of their pre-rolls, and links to their reports."""

from __future__ import annotations

import io
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response

from touchline.analytics.adapters.http import sponsor_schemas as schemas
from touchline.analytics.adapters.sponsor_report_pdf import render_sponsor_report
from touchline.analytics.application.reports.queries import (
    Comparison,
    ParseReportQuery,
    ReportData,
    ReportParams,
    ReportQuery,
)
from touchline.analytics.application.reports.tables import write_csv
from touchline.analytics.application.sponsors.report_links import SponsorLinks
from touchline.analytics.application.sponsors.report_table import build_sponsor_table
from touchline.analytics.application.sponsors.sponsor_reports import SponsorReports
from touchline.analytics.container import AnalyticsContainer
from touchline.analytics.domain.sponsors.report_links import ReportLink
from touchline.platform.http import audit, limits
from touchline.platform.http.attachments import set_attachment
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import any_key, error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, list_schema
from touchline.shared.permissions import Permission

SPONSORS = "/studio/sponsors"
SPONSOR = f"{SPONSORS}/<string:key>"
FILE_RESPONSES: dict[int, Any] = {
    200: {
        "content": {
            "text/csv": {"schema": {"type": "string"}},
            "application/pdf": {"schema": {"type": "string", "format": "binary"}},
        }
    }
}
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="studio-sponsors")
link_limit = limits.rate_limit("account", 60, limits.MINUTE, name="sponsor-links")

blueprint = Blueprint("studio_sponsors", __name__, tag=STUDIO_TAG)
public_blueprint = Blueprint("sponsor_reports", __name__, description="Reports for sponsors")
ReportResponse = dict[str, Any] | Response


@blueprint.route(SPONSORS)
@error_responses(422)
@read_limit
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.SponsorPeriodArgsSchema, location="query")
@blueprint.response(200, data_schema(schemas.SponsorListSchema))
@inject
def list_sponsors(
    args: dict[str, Any], reports: SponsorReports = Provide[AnalyticsContainer.sponsor_reports]
) -> dict[str, Any]:
    """Return the sponsors with the figures of their pre-rolls in a period."""
    return data_envelope(reports.list_sponsors(_parse_query(args)))


@blueprint.route(SPONSOR)
@error_responses(404, 422)
@read_limit
@operator(Permission.VIEW_REPORTS)
@blueprint.arguments(schemas.SponsorReportArgsSchema, location="query")
@blueprint.doc(responses=FILE_RESPONSES)
@blueprint.response(200, data_schema(schemas.SponsorReportSchema))
@inject
def show_sponsor_report(
    args: dict[str, Any],
    key: str,
    reports: SponsorReports = Provide[AnalyticsContainer.sponsor_reports],
) -> ReportResponse:
    """Return the figures of a sponsor in total, by day and by event, as JSON, CSV or PDF."""
    return _build_response(reports.get(key, _parse_query(args)), args["format"])


@blueprint.route(f"{SPONSOR}/links")
@error_responses(404)
@read_limit
@operator(Permission.VIEW_REPORTS)
@blueprint.response(200, list_schema(schemas.SponsorLinkSchema))
@inject
def list_sponsor_links(
    key: str, links: SponsorLinks = Provide[AnalyticsContainer.sponsor_links]
) -> dict[str, Any]:
    """Return the links of a sponsor that work, newest first."""
    return data_envelope([_serialize_link(link) for link in links.list_valid(key, principal().language)])


@blueprint.route(f"{SPONSOR}/links", methods=["POST"])
@error_responses(400, 404)
@link_limit
@operator(Permission.VIEW_REPORTS)
@audit.changes("sponsor_link.create", "sponsor", "key")
@blueprint.arguments(schemas.SponsorLinkArgsSchema)
@blueprint.response(201, data_schema(schemas.NewSponsorLinkSchema))
@inject
def create_sponsor_link(
    body: dict[str, Any],
    key: str,
    links: SponsorLinks = Provide[AnalyticsContainer.sponsor_links],
    reports: SponsorReports = Provide[AnalyticsContainer.sponsor_reports],
) -> dict[str, Any]:
    """Create a link that opens the report of a sponsor without an account. Its address is shown once.

    400 if the sponsor has 50 links that work.
    """
    new = links.create(key, body["label"], body["days"], principal().language)
    site_url = reports.sponsors.get_site()[1]
    return data_envelope({**_serialize_link(new.link), "url": f"{site_url}/sponsor-report#{new.token}"})


@blueprint.route(f"{SPONSOR}/links/<int(max=2147483647):link_id>", methods=["DELETE"])
@link_limit
@operator(Permission.VIEW_REPORTS)
@audit.changes("sponsor_link.revoke", "sponsor", "key")
@blueprint.response(204)
@inject
def revoke_sponsor_link(
    key: str, link_id: int, links: SponsorLinks = Provide[AnalyticsContainer.sponsor_links]
) -> None:
    """Revoke a link. It opens nothing from then on."""
    links.revoke(key, link_id)


@public_blueprint.route("/sponsor-reports/show", methods=["POST"])
@error_responses(400, 404, 422)
@limits.rate_limit("address", 60, limits.MINUTE)
@any_key
@public_blueprint.arguments(schemas.PublicReportArgsSchema)
@public_blueprint.doc(responses=FILE_RESPONSES)
@public_blueprint.response(200, data_schema(schemas.PublicSponsorReportSchema))
@inject
def show_public_sponsor_report(
    body: dict[str, Any],
    links: SponsorLinks = Provide[AnalyticsContainer.sponsor_links],
    reports: SponsorReports = Provide[AnalyticsContainer.sponsor_reports],
) -> ReportResponse:
    """Return the report of a link, as JSON, CSV or PDF. It has no data about viewers.

    400 `This link no longer works. Ask the channel for a new one.`
    """
    link = links.open(body["token"], principal().language)
    return _build_response(reports.get(link.sponsor, _parse_query(body), for_sponsor=True), body["format"])


@inject
def _parse_query(
    args: dict[str, Any], parse_query: ParseReportQuery = Provide[AnalyticsContainer.parse_query]
) -> ReportQuery:
    return parse_query(ReportParams(args["first"], args["last"], Comparison.NONE), principal().language)


def _build_response(report: ReportData, file_format: str) -> ReportResponse:
    """Return a report as JSON or as a file. The CSV begins with a byte order mark for spreadsheets."""
    if file_format == "json":
        return data_envelope(report)
    if file_format == "pdf":
        response = Response(
            render_sponsor_report(report, principal().language), content_type="application/pdf"
        )
    else:
        file = io.StringIO()
        write_csv(file, build_sponsor_table(report))
        response = Response(file.getvalue(), content_type="text/csv; charset=utf-8")
    span = report["span"]
    name = f"{report['sponsor']['key']}-{span['from']}-{span['to']}.{file_format}"
    set_attachment(response, "", name)
    response.headers["Cache-Control"] = "no-store"
    return response


def _serialize_link(link: ReportLink) -> dict[str, Any]:
    return {
        "id": link.id,
        "label": link.label,
        "created_at": link.created_at,
        "expires_at": link.expires_at,
    }
