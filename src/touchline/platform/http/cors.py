"""Calls from the page when the API, the keys or the media stand on another host than the page.

No cookie opens anything here (keys travel in query, body or `Authorization`), so every origin may read.
"""

from flask import Flask, Response, request

_OPEN = ("/api/", "/channel-key", "/project.json", "/storage/settings/", "/datalake/")
_DAY = "86400"


def install(app: Flask) -> None:
    """Answer preflights, and let every origin read the answers of the API."""

    def preflight() -> Response | None:
        if request.method != "OPTIONS" or not request.path.startswith(_OPEN):
            return None
        response = Response(status=204)
        response.headers["Access-Control-Allow-Methods"] = "GET, POST, PATCH, PUT, DELETE"
        response.headers["Access-Control-Allow-Headers"] = (
            "Authorization, Content-Type, Idempotency-Key, If-None-Match, X-Request-Id"
        )
        response.headers["Access-Control-Max-Age"] = _DAY
        return response

    def allow(response: Response) -> Response:
        if request.path.startswith(_OPEN):
            response.headers["Access-Control-Allow-Origin"] = "*"
            response.headers["Access-Control-Expose-Headers"] = "ETag, Retry-After, X-Request-Id"
        return response

    app.before_request(preflight)
    app.after_request(allow)
