"""The one place where refusals become HTTP: `application/problem+json` (RFC 9457; api.md, errors)."""

import logging
from collections.abc import Mapping
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, current_app, g, json, request
from marshmallow.exceptions import SCHEMA
from werkzeug.exceptions import HTTPException, MethodNotAllowed
from werkzeug.routing import MapAdapter, Rule

from touchline.platform.http import limits, sentences
from touchline.shared import errors as shared
from touchline.shared.error_reports import ErrorReport, ErrorReports, report_of

log = logging.getLogger(__name__)
_REPORTS = "error_reports"
_PAGES = "/<path:path>"
STATUS: dict[type[shared.TouchlineError], int] = {
    shared.Refused: 400,
    shared.NotLoggedIn: 401,
    shared.KeyRejected: 403,
    shared.Forbidden: 403,
    shared.NotFound: 404,
    shared.InProgress: 409,
    shared.Invalid: 422,
    shared.Throttled: 429,
    shared.Unavailable: 503,
}


def install(app: Flask, reports: ErrorReports | None = None) -> None:
    """Answer every error of every route in the one form, and report the failures of ours."""
    app.extensions[_REPORTS] = reports
    app.register_error_handler(shared.TouchlineError, _refusal)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, ours)


def problem(status: int, code: str, message: str, **more: Any) -> Response:
    """An answer in problem+json; `code` becomes the `type` and stays beside it for programs."""
    body = {
        "type": f"urn:touchline:{code}",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": message,
        "message": message,
        "code": code,
        "request_id": g.get("request_id", "-"),
        **more,
    }
    response = Response(json.dumps(body), status, content_type="application/problem+json")
    response.headers["Cache-Control"] = "no-store"
    return response


def status_of(error: shared.TouchlineError) -> int:
    """The status of a refusal, by its class."""
    return next(STATUS[kind] for kind in type(error).__mro__ if kind in STATUS)


def _refusal(error: shared.TouchlineError) -> Response:
    g.keeps = error.keeps
    limits.count_refusal(error)
    more: dict[str, Any] = dict(error.extra)
    if isinstance(error, shared.Invalid | shared.KeyRejected):
        more["errors"] = error.errors
    response = problem(status_of(error), error.code, error.message, **more)
    if isinstance(error, shared.Throttled):
        response.headers["Retry-After"] = str(error.retry_after)
    return response


def _http(error: HTTPException) -> Response | HTTPException:
    status = error.code or 500
    if status < 400:
        return error
    if isinstance(error, MethodNotAllowed) and request.path.startswith("/api/"):
        return _other_method(error)
    messages = getattr(error, "data", {}).get("messages") if status == 422 else None
    if messages:
        return _refusal(shared.Invalid(_by_field(messages)))
    response = problem(status, f"errors.http_{status}", _sentence(error, status))
    for name, value in error.get_headers(request.environ):
        if name in ("Allow", "Retry-After", "Content-Range"):
            response.headers[name] = value
    return response


def _sentence(error: HTTPException, status: int) -> str:
    """Our sentence for a status; a description of our own stays, one of werkzeug's does not."""
    if error.description and error.description != type(error).description:
        return error.description
    return sentences.BY_STATUS.get(status, sentences.REFUSED if status < 500 else shared.OUR_FAULT)


def _stands(adapter: MapAdapter, method: str) -> bool:
    try:
        rule: Rule = adapter.match(method=method, return_rule=True)[0]
    except HTTPException:
        return False
    return rule.rule != _PAGES


def _other_method(error: MethodNotAllowed) -> Response:
    """Below /api the page, which answers GET at every path, is no call: where it alone is nothing is. Neither
    is a call that takes no such number, though werkzeug counts it among those of another method."""
    adapter = current_app.create_url_adapter(request)
    allowed = {method for method in error.valid_methods or () if adapter and _stands(adapter, method)}
    if allowed <= {"OPTIONS"}:
        return _refusal(shared.NotFound())
    response = problem(405, "errors.http_405", _sentence(error, 405))
    response.headers["Allow"] = ", ".join(sorted(allowed))
    return response


def ours(error: Exception) -> Response:
    """A failure of ours: logged in full, reported, answered without anything internal."""
    log.error("%s failed", request.endpoint, exc_info=error)
    reports: ErrorReports | None = current_app.extensions.get(_REPORTS)
    if reports is not None:
        reports.report(_report_of(error))
    return problem(500, "errors.server", shared.OUR_FAULT)


def _report_of(error: Exception) -> ErrorReport:
    """Of the request no more than its route: its path, its query and its body may hold what is secret."""
    rule = request.url_rule.rule if request.url_rule else "(no route)"
    return report_of(error, "server", request_id=g.get("request_id", ""), where=f"{request.method} {rule}")


def _by_field(messages: Mapping[str, Any]) -> dict[str, list[str]]:
    """webargs' `{location: {field: [text]}}` without the location; nested fields are joined by dots,
    and an item of a list stands under the name of its list."""
    found: dict[str, list[str]] = {}
    for fields in messages.values():
        _flatten("", fields, found)
    return found


def _flatten(name: str, value: Any, into: dict[str, list[str]]) -> None:
    if isinstance(value, Mapping):
        for key, inner in value.items():
            _flatten(_path(name, key), inner, into)
    elif isinstance(value, (list, tuple)):
        for text in value:
            _flatten(name, text, into)
    elif str(value) not in into.setdefault(name, []):
        into[name].append(str(value))


def _path(name: str, key: object) -> str:
    """The name of what is in a field: items of a list are named by their list, the body itself `body`."""
    if isinstance(key, int):
        return name
    inner = "body" if key == SCHEMA else str(key)
    return f"{name}.{inner}" if name else inner
