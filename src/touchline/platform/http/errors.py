"""The one place where refusals become HTTP: `application/problem+json` (RFC 9457; api.md, errors)."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, g, json, request
from marshmallow.exceptions import SCHEMA
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import MapAdapter, Rule

from touchline.platform.http import limits, validation_messages
from touchline.shared import errors as shared
from touchline.shared.error_reports import ErrorReport, ErrorReports, report_from_exception

log = logging.getLogger(__name__)
_REPORTS_EXTENSION = "error_reports"
_CATCH_ALL_RULE = "/<path:path>"
STATUS_BY_ERROR: dict[type[shared.TouchlineError], int] = {
    shared.RefusedError: 400,
    shared.NotAuthenticatedError: 401,
    shared.InvalidApiKeyError: 403,
    shared.ForbiddenError: 403,
    shared.NotFoundError: 404,
    shared.InProgressError: 409,
    shared.InvalidInputError: 422,
    shared.RateLimitedError: 429,
    shared.UnavailableError: 503,
}


def install(app: Flask, reports: ErrorReports | None = None) -> None:
    """Answer every error of every route in the one form, and report the failures of ours."""
    app.extensions[_REPORTS_EXTENSION] = reports
    app.register_error_handler(shared.TouchlineError, _handle_touchline_error)
    app.register_error_handler(HTTPException, _handle_http_error)
    app.register_error_handler(Exception, handle_internal_error)


def problem_response(status: int, code: str, message: str, **extra_members: Any) -> Response:
    """An answer in problem+json; `code` becomes the `type` and stays beside it for programs."""
    body = {
        "type": f"urn:touchline:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "message": message,
        "code": code,
        "request_id": g.get("request_id", "-"),
        **extra_members,
    }
    response = Response(json.dumps(body), status, content_type="application/problem+json")
    response.headers["Cache-Control"] = "no-store"
    return response


def http_status(error: shared.TouchlineError) -> int:
    """The status of a refusal, by its class."""
    return next(STATUS_BY_ERROR[kind] for kind in type(error).__mro__ if kind in STATUS_BY_ERROR)


def _handle_touchline_error(error: shared.TouchlineError) -> Response:
    g.commits_transaction = error.commits_transaction
    limits.count_error(error)
    extra_members: dict[str, Any] = dict(error.extra)
    if isinstance(error, shared.InvalidInputError | shared.InvalidApiKeyError):
        extra_members["errors"] = error.errors
    response = problem_response(http_status(error), error.code, error.message, **extra_members)
    if isinstance(error, shared.RateLimitedError):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _handle_http_error(error: HTTPException) -> Response | HTTPException:
    status = error.code or 500
    if status < 400:
        return error
    if isinstance(error, MethodNotAllowed) and request.path.startswith("/api/"):
        return _handle_method_not_allowed(error)
    messages = getattr(error, "data", {}).get("messages") if status == 422 else None
    if messages:
        return _handle_touchline_error(shared.InvalidInputError(_group_by_field(messages)))
    response = problem_response(status, f"errors.http_{status}", _error_message(error, status))
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After", "Content-Range"):
            response.headers[name] = value
    return response


def _error_message(error: HTTPException, status: int) -> str:
    """Our sentence for a status; a description of our own stays, one of werkzeug's does not."""
    if error.description and error.description != type(error).description:
        return error.description
    return validation_messages.MESSAGES_BY_STATUS.get(
        status, validation_messages.REQUEST_REFUSED if status < 500 else shared.INTERNAL_ERROR
    )


def _has_route(adapter: MapAdapter, method: str) -> bool:
    try:
        rule: Rule = adapter.match(method=method, return_rule=True)[0]
    except HTTPException:
        return False
    return rule.rule != _CATCH_ALL_RULE


def _handle_method_not_allowed(error: MethodNotAllowed) -> Response:
    """Below /api the page, which answers GET at every path, is no call: where it alone is nothing is. Neither
    is a call that takes no such number, though werkzeug counts it among those of another method."""
    adapter = current_app.create_url_adapter(request)
    allowed = {method for method in error.valid_methods or () if adapter and _has_route(adapter, method)}
    if allowed <= {"OPTIONS"}:
        return _handle_touchline_error(shared.NotFoundError())
    response = problem_response(405, "errors.http_405", _error_message(error, 405))
    response.headers["Allow"] = ", ".join(sorted(allowed))
    return response


def handle_internal_error(error: Exception) -> Response:
    """A failure of ours: logged in full, reported, answered without anything internal."""
    log.error("%s failed", request.endpoint, exc_info=error)
    reports: ErrorReports | None = current_app.extensions.get(_REPORTS_EXTENSION)
    if reports is not None:
        reports.report(_build_report(error))
    return problem_response(500, "errors.server", shared.INTERNAL_ERROR)


def _build_report(error: Exception) -> ErrorReport:
    """Of the request no more than its route: its path, its query and its body may hold what is secret."""
    rule = request.url_rule.rule if request.url_rule else "(no route)"
    return report_from_exception(
        error, "server", request_id=g.get("request_id", ""), location=f"{request.method} {rule}"
    )


def _group_by_field(messages: Mapping[str, Any]) -> dict[str, list[str]]:
    """webargs' `{location: {field: [text]}}` without the location; nested fields are joined by dots,
    and an item of a list stands under the name of its list."""
    messages_by_field: dict[str, list[str]] = {}
    for fields in messages.values():
        _flatten("", fields, messages_by_field)
    return messages_by_field


def _flatten(name: str, value: Any, result: dict[str, list[str]]) -> None:
    if isinstance(value, Mapping):
        for key, nested_name in value.items():
            _flatten(_field_path(name, key), nested_name, result)
    elif isinstance(value, (list, tuple)):
        for text in value:
            _flatten(name, text, result)
    elif str(value) not in result.setdefault(name, []):
        result[name].append(str(value))


def _field_path(name: str, key: object) -> str:
    """The name of what is in a field: items of a list are named by their list, the body itself `body`."""
    if isinstance(key, int):
        return name
    nested_name = "body" if key == SCHEMA else str(key)
    return f"{name}.{nested_name}" if name else nested_name
