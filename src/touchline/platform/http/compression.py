"""Gzip compression of text (RFC 9110 §8.4). Images and videos are already compressed.

A strong ETag identifies exact bytes, so the compressed response has its own: the original one with `-gzip` at
the end.
"""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

from touchline.platform.http.security.nonces import GZIP_LEVEL

MIN_BYTES = 1024
_MAX_BYTES = 4_194_304
_ETAG_SUFFIX = '-gzip"'
_TEXT_TYPES = (
    "text/",
    "application/json",
    "application/problem+json",
    "application/manifest+json",
    "application/vnd.apple.mpegurl",
    "image/svg+xml",
)
_SCRIPT_TYPES = ("application/javascript", "application/x-javascript")


def install(app: Flask) -> None:
    """Compress responses of 1 KiB and more."""

    def strip_etag_suffix() -> None:
        if_none_match = request.environ.get("HTTP_IF_NONE_MATCH", "")
        if _ETAG_SUFFIX in if_none_match:
            request.environ["HTTP_IF_NONE_MATCH"] = if_none_match.replace(_ETAG_SUFFIX, '"')
            request.environ["touchline.gzipped"] = True

    def compress(response: Response) -> Response:
        if not (response.mimetype or "").startswith(_TEXT_TYPES + _SCRIPT_TYPES):
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code == 304 and "touchline.gzipped" in request.environ:
            _add_etag_suffix(response)
        if response.status_code != 200 or not request.accept_encodings["gzip"] or _should_skip(response):
            return response
        response.direct_passthrough = False
        body = response.get_data()
        is_immutable = "immutable" in response.headers.get("Cache-Control", "")
        response.set_data(_gzip_cached(body) if is_immutable else gzip.compress(body, GZIP_LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("Accept-Ranges", None)
        _add_etag_suffix(response)
        return response

    app.before_request(strip_etag_suffix)
    app.after_request(compress)


def _should_skip(response: Response) -> bool:
    """Return whether the response is too small or too large, already encoded, or of unknown length (a
    stream).
    """
    length = response.content_length
    return length is None or not MIN_BYTES <= length <= _MAX_BYTES or "Content-Encoding" in response.headers


def _add_etag_suffix(response: Response) -> None:
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        response.set_etag(f"{tag}-gzip")


@lru_cache(maxsize=128)
def _gzip_cached(body: bytes) -> bytes:
    """Return the compressed body. Files that never change are compressed once, at the highest level."""
    return gzip.compress(body, 9, mtime=0)
