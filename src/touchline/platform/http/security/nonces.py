"""The nonce of a page's inline scripts and styles: another with each answer (CSP Level 3, section 7.1), also
with one that is given from memory."""

from __future__ import annotations

import gzip
import secrets

from touchline.platform.http.response_cache.request_key import Headers

GZIP_LEVEL = 5
"""Of gzip, for what is not kept for ever."""
_GZIP_HEADER = ("Content-Encoding", "gzip")


def new_nonce() -> str:
    """A random one, of 128 bits."""
    return secrets.token_urlsafe(16)


def replace_nonce(headers: Headers, body: bytes, old: str, new: str) -> tuple[Headers, bytes]:
    """A page with a new nonce in the place of an old one; it is as random, so nothing else reads like it."""
    is_gzipped = _GZIP_HEADER in headers
    page = (gzip.decompress(body) if is_gzipped else body).replace(old.encode(), new.encode())
    body = gzip.compress(page, GZIP_LEVEL, mtime=0) if is_gzipped else page
    other_headers = [(name, value.replace(old, new)) for name, value in headers if name != "Content-Length"]
    return [*other_headers, ("Content-Length", str(len(body)))], body
