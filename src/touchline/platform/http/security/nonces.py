"""The nonce of a page's inline scripts and styles. Each response gets a new one (CSP Level 3, section 7.1),
including cached responses.
"""

from __future__ import annotations

import gzip
import secrets

from touchline.platform.http.response_cache.request_key import Headers

GZIP_LEVEL = 5
"""Gzip level for responses that are not stored permanently."""
_GZIP_HEADER = ("Content-Encoding", "gzip")


def new_nonce() -> str:
    """Return a random nonce of 128 bits."""
    return secrets.token_urlsafe(16)


def replace_nonce(headers: Headers, body: bytes, old: str, new: str) -> tuple[Headers, bytes]:
    """Replace the old nonce in a page and its headers. The old nonce is random, so nothing else matches
    it."""
    is_gzipped = _GZIP_HEADER in headers
    page = (gzip.decompress(body) if is_gzipped else body).replace(old.encode(), new.encode())
    body = gzip.compress(page, GZIP_LEVEL, mtime=0) if is_gzipped else page
    other_headers = [(name, value.replace(old, new)) for name, value in headers if name != "Content-Length"]
    return [*other_headers, ("Content-Length", str(len(body)))], body
