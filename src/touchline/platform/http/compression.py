"""Text goes out gzipped to those who take it (RFC 9110 §8.4); pictures and films are small already.

A strong ETag names exact bytes, so the gzipped answer has one of its own: the plain one with `-gzip` at
its end.
"""

import gzip
from functools import lru_cache

from flask import Flask, Response, request

from touchline.platform.http.nonces import LEVEL

LEAST = 1024
_MOST = 4_194_304
_SUFFIX = '-gzip"'
_TEXT = (
    "text/",
    "application/json",
    "application/problem+json",
    "application/manifest+json",
    "application/vnd.apple.mpegurl",
    "image/svg+xml",
)
_SCRIPT = ("application/javascript", "application/x-javascript")


def install(app: Flask) -> None:
    """Compress answers of 1 KiB and more."""

    def plain_etag() -> None:
        asked = request.environ.get("HTTP_IF_NONE_MATCH", "")
        if _SUFFIX in asked:
            request.environ["HTTP_IF_NONE_MATCH"] = asked.replace(_SUFFIX, '"')
            request.environ["touchline.gzipped"] = True

    def compress(response: Response) -> Response:
        if not (response.mimetype or "").startswith(_TEXT + _SCRIPT):
            return response
        response.vary.add("Accept-Encoding")
        if response.status_code == 304 and "touchline.gzipped" in request.environ:
            _rename(response)
        if response.status_code != 200 or not request.accept_encodings["gzip"] or _is_no_matter(response):
            return response
        response.direct_passthrough = False
        body = response.get_data()
        kept = "immutable" in response.headers.get("Cache-Control", "")
        response.set_data(_kept_gzip(body) if kept else gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        response.headers.pop("Accept-Ranges", None)
        _rename(response)
        return response

    app.before_request(plain_etag)
    app.after_request(compress)


def _is_no_matter(response: Response) -> bool:
    """Too small or too large to be worth it, coded already, or of unknown length (a stream)."""
    length = response.content_length
    return length is None or not LEAST <= length <= _MOST or "Content-Encoding" in response.headers


def _rename(response: Response) -> None:
    tag, weak = response.get_etag()
    if tag is not None and not weak:
        response.set_etag(f"{tag}-gzip")


@lru_cache(maxsize=128)
def _kept_gzip(body: bytes) -> bytes:
    """Files that never change are compressed once, and as small as can be."""
    return gzip.compress(body, 9, mtime=0)
