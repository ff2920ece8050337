"""Cache-relevant parts of a request, read from the WSGI environment alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header, parse_cookie, parse_etags, remove_entity_headers, unquote_etag

from touchline.platform.http.score_visibility import HIDDEN, SCORES_COOKIE

WsgiEnviron = dict[str, Any]
Headers = list[tuple[str, str]]
_MAX_KEY_LENGTH = 2000
"""Maximum total length in characters of the path, query and language header of a cacheable request."""
_GZIP_SUFFIX, _PLAIN_SUFFIX = '-gzip"', '"'


@dataclass(frozen=True, slots=True)
class CacheRequest:
    """The parts of a request that select a cache entry.

    `resource_key` is what is requested, without the caller. `api_key`, `lang` and `accept_language` identify
    the caller.
    """

    resource_key: tuple[str, ...]
    api_key: str | None
    lang: str | None
    accept_language: str


def has_no_body(environ: WsgiEnviron) -> bool:
    """Return whether the request is a GET or HEAD without a body. A body could contain an API key."""
    return (
        environ["REQUEST_METHOD"] in ("GET", "HEAD")
        and environ.get("CONTENT_LENGTH") in (None, "", "0")
        and "HTTP_TRANSFER_ENCODING" not in environ
    )


def parse_cache_request(environ: WsgiEnviron) -> CacheRequest | None:
    """Parse a request for the response cache.

    Returns None for an unusual request, which then bypasses the cache.
    """
    other_params, caller_params = _split_query(environ.get("QUERY_STRING", ""))
    if caller_params is None or "HTTP_IF_MATCH" in environ:
        return None
    bearer = environ.get("HTTP_AUTHORIZATION", "")
    is_bearer = bearer[:7].lower() == "bearer "
    language = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    resource_key = (
        environ["wsgi.url_scheme"],
        environ.get("HTTP_HOST", ""),
        environ["PATH_INFO"],
        other_params,
        _read_scores_cookie(environ),
        "gzip" if accepts_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")) else "",
    )
    if sum(map(len, resource_key)) + len(language) > _MAX_KEY_LENGTH:
        return None
    key = bearer[7:].strip() if is_bearer else caller_params.get("api_key")
    return CacheRequest(resource_key, key or None, caller_params.get("lang"), language)


def _read_scores_cookie(environ: WsgiEnviron) -> str:
    """Return the cookie with which a page has no scores; empty without it."""
    cookies = environ.get("HTTP_COOKIE", "")
    is_hidden = SCORES_COOKIE in cookies and parse_cookie(cookies).get(SCORES_COOKIE) == HIDDEN
    return HIDDEN if is_hidden else ""


def _split_query(query: str) -> tuple[str, Mapping[str, str] | None]:
    """Return the query without the API key, and the parameters that identify the caller.

    If a parameter is repeated, its first value counts.
    """
    other_params, caller_params = [], {}
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if "%" in name or "+" in name:
            return "", None
        if name in ("api_key", "lang") and name not in caller_params:
            if "%" in value or "+" in value:
                return "", None
            caller_params[name] = value
        if name != "api_key":
            other_params.append(part)
    return "&".join(other_params), caller_params


@lru_cache(maxsize=256)
def accepts_gzip(accept_encoding: str) -> bool:
    """Return whether the client accepts gzip."""
    return parse_accept_header(accept_encoding, Accept)["gzip"] > 0


def not_modified_headers(if_none_match: str, etag: str, headers: Headers) -> Headers | None:
    """Return the headers of a 304 response if the client already has this body (RFC 9110 §13.1.2), else
    None."""
    plain, _ = unquote_etag(etag.replace(_GZIP_SUFFIX, _PLAIN_SUFFIX))
    if not parse_etags(if_none_match.replace(_GZIP_SUFFIX, _PLAIN_SUFFIX)).contains_weak(plain or ""):
        return None
    kept_headers = [(name, value) for name, value in headers if name.lower() != "etag"]
    remove_entity_headers(kept_headers)
    return [*kept_headers, ("ETag", f'"{plain}-gzip"' if _GZIP_SUFFIX in if_none_match else f'"{plain}"')]
