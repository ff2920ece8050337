"""Errors from browsers (api.md, "Errors from browsers")."""

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

blueprint = Blueprint("client_errors", __name__, url_prefix="", description="Errors from browsers")


@blueprint.route("/client-errors", methods=["POST"])
@limits.exempt("Discards reports above a limit per address and in total.")
@public
@blueprint.response(204)
@inject
def record_client_errors(record: RecordClientErrors = Provide[AnalyticsContainer.client_errors]) -> Response:
    """Record an error of a page, or a violation of the content security policy.

    A page error is an object with `kind`, `message`, `url`, `status`, `method`, `request_id`, `stack` and
    `release`. A violation has the type `application/csp-report` or `application/reports+json`. The response
    is always 204. A report that is not valid, longer than 16 KB or over the limit is counted and discarded.
    """
    for outcome in record(request.remote_addr or "", request.content_type or "", _read_body()):
        CLIENT_ERRORS.labels(outcome).inc()
    return Response(status=204)


def _read_body() -> bytes:
    """Return the body, or the part of it that shows that it is too long."""
    request.max_content_length = MAX_BODY_BYTES + 1
    try:
        return request.get_data(cache=False)
    except HTTPException:
        return b" " * (MAX_BODY_BYTES + 1)
