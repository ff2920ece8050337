"""Errors that browsers met (api.md, "Errors from browsers")."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject
from flask import Response, request
from werkzeug.exceptions import HTTPException

from touchline.analytics.application.client_errors import RecordClientErrors
from touchline.analytics.container import AnalyticsContainer
from touchline.analytics.domain.client_errors import MAX_BODY_BYTES
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import public
from touchline.platform.observability.metrics import CLIENT_ERRORS

blueprint = Blueprint("client_errors", __name__, url_prefix="", description="Errors that browsers met")


@blueprint.route("/client-errors", methods=["POST"])
@limits.exempt("Drops what is too much, by address and in total.")
@public
@blueprint.response(204)
@inject
def record_client_errors(record: RecordClientErrors = Provide[AnalyticsContainer.client_errors]) -> Response:
    """What went wrong in a page (an object with `kind`, `message`, `url`, `status`, `method`, `request_id`,
    `stack`, `release`), or what the content security policy stood before (`application/csp-report`,
    `application/reports+json`). Always 204: what is no error, too long (16 KB) or too often is counted and
    dropped."""
    for outcome in record(request.remote_addr or "", request.content_type or "", _read_body()):
        CLIENT_ERRORS.labels(outcome).inc()
    return Response(status=204)


def _read_body() -> bytes:
    """The body, or as much of it as shows that it is too long."""
    request.max_content_length = MAX_BODY_BYTES + 1
    try:
        return request.get_data(cache=False)
    except HTTPException:
        return b" " * (MAX_BODY_BYTES + 1)
