"""CORS: requests from pages when the API, keys or media are on another host.

No cookie authorizes a request (keys are sent in the query, the body or `Authorization`), so every origin may
read responses.
"""

from flask import Flask, Response, request

_CORS_PATHS = (
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
_PREFLIGHT_HEADERS = {
    "Access-Control-Allow-Methods": "GET, HEAD, POST, PATCH, PUT, DELETE",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, Idempotency-Key, If-Modified-Since,"
    " If-None-Match, If-Range, Range, Robot-Check, Touchline-Scorer, Tus-Resumable, Upload-Checksum,"
    " Upload-Length, Upload-Metadata, Upload-Offset, X-Request-Id",
    "Access-Control-Max-Age": "86400",
}
CORS_HEADERS = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Expose-Headers": "Accept-Ranges, Content-Length, Content-Range, Date, ETag, Location,"
    " Retry-After, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Expires, Upload-Length,"
    " Upload-Metadata, Upload-Offset, X-Request-Id",
    "Cross-Origin-Resource-Policy": "cross-origin",
}


def install(app: Flask) -> None:
    """Answer preflight requests, and let every origin read responses, including errors."""

    def preflight() -> Response | None:
        if request.method != "OPTIONS" or not request.path.startswith(_CORS_PATHS):
            return None
        return Response(status=204, headers=_PREFLIGHT_HEADERS)

    def add_cors_headers(response: Response) -> Response:
        if request.path.startswith(_CORS_PATHS):
            response.headers.update(CORS_HEADERS)
        return response

    app.before_request(preflight)
    app.after_request(add_cors_headers)
