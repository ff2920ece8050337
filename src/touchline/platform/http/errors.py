"""Conversion of errors to HTTP responses: `application/problem+json` (RFC 9457; api.md, errors)."""

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
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.error_reports import ErrorReport, ErrorReports, report_from_exception

log = logging.getLogger(__name__)
_REPORTS_EXTENSION = "error_reports"
_CATCH_ALL_RULE = "/<path:path>"
_OTHER_TITLES = {460: "Checksum Mismatch"}
"""Titles of statuses that RFC 9110 does not define (tus 1.0)."""
STATUS_BY_ERROR: dict[type[shared.TouchlineError], int] = {
    shared.RefusedError: 400,
    shared.NotAuthenticatedError: 401,
    shared.InvalidAccessTokenError: 401,
    shared.InvalidApiKeyError: 403,
    shared.ForbiddenError: 403,
    shared.NotFoundError: 404,
    shared.InProgressError: 409,
    shared.EditConflictError: 409,
    shared.InvalidInputError: 422,
    shared.RobotCheckRequiredError: 428,
    shared.RateLimitedError: 429,
    shared.UnavailableError: 503,
}


def install(app: Flask, reports: ErrorReports | None = None) -> None:
    """Return all errors of all routes in the same format, and report server errors."""
    app.extensions[_REPORTS_EXTENSION] = reports
    app.register_error_handler(shared.TouchlineError, _handle_touchline_error)
    app.register_error_handler(HTTPException, _handle_http_error)
    app.register_error_handler(Exception, handle_internal_error)


def problem_response(status: int, message: ErrorMessage, /, **extra_members: Any) -> Response:
    """Return a response in problem+json. The message's code becomes the `type`, and `code` for programs."""
    return _respond(status, message.code, message, **extra_members)


def _respond(status: int, code: str, message: str, /, **extra_members: Any) -> Response:
    body = {
        "type": f"urn:touchline:{code}",
        "title": _OTHER_TITLES.get(status) or HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "message": message,
        "code": code,
        "params": _params(message),
        "request_id": g.get("request_id", "-"),
        **extra_members,
    }
    response = Response(json.dumps(body), status, content_type="application/problem+json")
    response.headers["Cache-Control"] = "no-store"
    return response


def http_status(error: shared.TouchlineError) -> int:
    """Return the HTTP status of an error, by its class."""
    return next(STATUS_BY_ERROR[kind] for kind in type(error).__mro__ if kind in STATUS_BY_ERROR)


def _handle_touchline_error(error: shared.TouchlineError) -> Response:
    g.commits_transaction = error.commits_transaction
    limits.count_error(error)
    extra_members: dict[str, Any] = dict(error.extra)
    if isinstance(error, shared.InvalidInputError | shared.InvalidApiKeyError):
        extra_members["errors"] = error.errors
        extra_members["error_codes"] = _error_codes(error.errors)
    response = _respond(http_status(error), error.code, error.message, **extra_members)
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
    response = problem_response(status, _error_message(error, status))
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After", "Content-Range"):
            response.headers[name] = value
    return response


def _params(message: str) -> Mapping[str, str | int]:
    return message.params if isinstance(message, ErrorMessage) else {}


def _error_codes(errors: Mapping[str, list[str]]) -> dict[str, list[dict[str, Any]]]:
    """Return the codes and values of the messages, by field. A message of an operator's command has none."""
    return {
        field: [
            {"code": message.code, "params": message.params}
            for message in messages
            if isinstance(message, ErrorMessage)
        ]
        for field, messages in errors.items()
    }


def _error_message(error: HTTPException, status: int) -> ErrorMessage:
    """Return our message for a status, or the error's own message if it has one."""
    if isinstance(error.description, ErrorMessage):
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
    """Respond with 404 or 405 to a path below /api with another method.

    The web app's page answers GET at every path, but it is not a call. If it is the only match, the response
    is 404. A call whose path has an invalid number is also 404, although werkzeug reports another method.
    """
    adapter = current_app.create_url_adapter(request)
    allowed = {method for method in error.valid_methods or () if adapter and _has_route(adapter, method)}
    if allowed <= {"OPTIONS"}:
        return _handle_touchline_error(shared.NotFoundError())
    response = problem_response(405, _error_message(error, 405))
    response.headers["Allow"] = ", ".join(sorted(allowed))
    return response


def handle_internal_error(error: Exception) -> Response:
    """Log and report a server error. The response contains no internal details."""
    log.error("%s failed", request.endpoint, exc_info=error)
    reports: ErrorReports | None = current_app.extensions.get(_REPORTS_EXTENSION)
    if reports is not None:
        reports.report(_build_report(error))
    return problem_response(500, shared.INTERNAL_ERROR)


def _build_report(error: Exception) -> ErrorReport:
    """Return the error report. It contains only the route, because path, query and body can contain
    secrets."""
    rule = request.url_rule.rule if request.url_rule else "(no route)"
    return report_from_exception(
        error, "server", request_id=g.get("request_id", ""), location=f"{request.method} {rule}"
    )


def _group_by_field(messages: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return webargs' `{location: {field: [text]}}` without the location.

    Nested fields are joined by dots. The messages of list items are listed under the name of the list.
    """
    messages_by_field: dict[str, list[str]] = {}
    for fields in messages.values():
        _flatten("", fields, messages_by_field)
    return messages_by_field


def _flatten(name: str, value: Any, result: dict[str, list[str]]) -> None:
    if isinstance(value, Mapping):
        for key, nested_value in value.items():
            _flatten(_field_path(name, key), nested_value, result)
    elif isinstance(value, (list, tuple)):
        for text in value:
            _flatten(name, text, result)
    elif value not in result.setdefault(name, []):
        result[name].append(value)


def _field_path(name: str, key: object) -> str:
    """Return the name of a nested field. List items have the name of their list, the body itself is
    `body`."""
    if isinstance(key, int):
        return name
    field_name = "body" if key == SCHEMA else str(key)
    return f"{name}.{field_name}" if name else field_name
