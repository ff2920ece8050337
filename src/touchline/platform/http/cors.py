"""Calls from the page when the API, the keys or the media stand on another host than the page.

No cookie opens anything here (keys travel in query, body or `Authorization`), so every origin may read.
"""

from flask import Flask, Response, request

_OPEN = (
    "/api/",
    "/assets/",
    "/channel-key",
    "/datalake/",
    "/files/",
    "/media/",
    "/oembed",
    "/project.json",
    "/storage/settings/",
)
_PREFLIGHT = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PATCH, PUT, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Modified-Since,"
    " If-None-Match, If-Range, Range, X-Request-Id",
    "Access-Control-Max-Age": "86400",
}
ANSWER = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Accept-Ranges, Content-Length, Content-Range, Date, ETag, Retry-After,"
    " X-Request-Id",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def install(app: Flask) -> None:
    """Answer preflights, and let every origin read the answers, refusals too."""

    def preflight() -> Response | None:
        if request.method != "OPTIONS" or not request.path.startswith(_OPEN):
            return None
        return Response(status=204, headers=_PREFLIGHT)

    def allow(response: Response) -> Response:
        if request.path.startswith(_OPEN):
            response.headers.update(ANSWER)
        return response

    app.before_request(preflight)
    app.after_request(allow)
