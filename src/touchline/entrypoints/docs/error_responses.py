"""Error responses that each operation of the OpenAPI document may return.

They depend on the caller class, on limits, on path parameters (not found) and on a request body (invalid
body). A view declares other domain errors with `guards.error_responses`. Tests compare all responses that
they receive with the document.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any

from flask import Flask, Response, request

from touchline.platform.http.guards import OPERATOR, PUBLIC, VIEWER
from touchline.platform.http.limits import RateLimit

_CONVERTER = re.compile(r"<(?:[^<>:]+:)?([^<>:]+)>")
SERVER_ERROR = "5XX"
"""Internal errors, and errors of services that are required but not available."""
PAGE_NOT_FOUND = "NO_PAGE"
"""A 404 outside `/api/`, where the site responds with its own 404 page."""
_OTHER_NAMES = {SERVER_ERROR: "OURS", "460": "CHECKSUM_MISMATCH"}
_DESCRIPTIONS = {
    "400": "The request is refused, or its body cannot be read.",
    "401": "No viewer is logged in with this API key.",
    "403": "The key is not valid, or access is denied.",
    "404": "The item does not exist in this channel.",
    "409": "The same request is still in progress.",
    "412": "The version of the protocol is not supported.",
    "413": "The request body is too large.",
    "415": "The content type of the body is not supported.",
    "422": "A field is not valid; `errors` has the messages by field.",
    "423": "Another request is writing to the upload.",
    "428": "The call needs a robot check: repeat it with `Robot-Check`, the solution of `POST /robot_check`.",
    "429": "Too many requests; `Retry-After` says when to try again.",
    "460": "The part has another checksum than announced.",
    SERVER_ERROR: "Server error; use `request_id` to contact support.",
}


def declare_errors(
    spec: dict[str, Any],
    path: str,
    method: str,
    caller_class: str,
    declared_statuses: frozenset[int],
    rules: Sequence[RateLimit],
) -> None:
    """Replace flask-smorest's default response of an operation with the operation's error responses."""
    operation = spec["paths"][path][method]
    responses = operation["responses"]
    if responses.pop("default", None) is None:
        return
    statuses = {
        str(status) for status in declared_statuses | _get_default_statuses(path, caller_class, rules)
    }
    if "requestBody" in operation:
        statuses |= {"400", "413"}
    for status in sorted({*statuses, SERVER_ERROR, *({"422"} & set(responses))}):
        if status == "422" or status not in responses:
            responses[status] = {"$ref": f"#/components/responses/{_get_response_name(status)}"}
    if "404" in responses and not path.startswith("/api/"):
        responses["404"] = {"$ref": f"#/components/responses/{PAGE_NOT_FOUND}"}


def build_error_components() -> dict[str, Any]:
    """Return the error responses for `components/responses`, all with the schema `Problem`."""
    schema = {"$ref": "#/components/schemas/Problem"}
    content = {"application/problem+json": {"schema": schema}}
    components = {
        _get_response_name(status): {"description": description, "content": content}
        for status, description in _DESCRIPTIONS.items()
    }
    texts = {kind: {"schema": {"type": "string"}} for kind in ("text/html", "text/plain")}
    components[PAGE_NOT_FOUND] = {
        "description": "There is no page at this path.",
        "content": {**content, **texts},
    }
    return components


def watch_responses(app: Flask, spec: dict[str, Any]) -> list[str]:
    """Compare all responses of an app with its document.

    Returns a list to which each undocumented response is added.
    """
    undocumented: list[str] = []

    def check_response(response: Response) -> Response:
        if request.url_rule is None or response.status_code == 405 or request.method == "OPTIONS":
            return response
        path = to_openapi_path(request.url_rule.rule)
        method = "get" if request.method == "HEAD" else request.method.lower()
        declared = spec["paths"].get(path, {}).get(method, {}).get("responses")
        status = str(response.status_code)
        if declared is not None and not {status, f"{status[0]}XX"} & set(declared) and status != "304":
            undocumented.append(f"{method.upper()} {path} {status}")
        return response

    app.after_request(check_response)
    return undocumented


def to_openapi_path(rule: str) -> str:
    """Convert a Flask URL rule to an OpenAPI path."""
    return _CONVERTER.sub(r"{\1}", rule)


def _get_default_statuses(path: str, caller_class: str, rules: Sequence[RateLimit]) -> set[int]:
    statuses = set() if caller_class == PUBLIC else {403}
    if caller_class in (VIEWER, OPERATOR):
        statuses.add(401)
    if "{" in path:
        statuses.add(404)
    if rules:
        statuses.add(429)
    if any(rule.robot_check for rule in rules):
        statuses.add(428)
    return statuses


def _get_response_name(status: str) -> str:
    """Return the component name of a status, equal on all Python versions.

    Python 3.13 adopted the names of RFC 9110 for 413 and 422.
    """
    if name := _OTHER_NAMES.get(status):
        return name
    return HTTPStatus(int(status)).name.replace("REQUEST_ENTITY", "CONTENT").replace("ENTITY", "CONTENT")
