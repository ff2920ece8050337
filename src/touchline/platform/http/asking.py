"""What a request for a kept answer says, read from the WSGI environment alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from werkzeug.datastructures import Accept
from werkzeug.http import parse_accept_header, parse_etags, remove_entity_headers, unquote_etag

Environment = dict[str, Any]
Headers = list[tuple[str, str]]
_MOST = 2000
"""Characters of a path, a query and a language header that are worth remembering."""
_GZIPPED, _PLAIN = '-gzip"', '"'


@dataclass(frozen=True, slots=True)
class Wish:
    """`thing`: what is asked for, without who asks. `api_key`, `lang` and `accept_language` say who."""

    thing: tuple[str, ...]
    api_key: str | None
    lang: str | None
    accept_language: str


def has_no_body(environ: Environment) -> bool:
    """Whether it is a GET or HEAD as browsers send it; an api key could stand in a body."""
    return (
        environ["REQUEST_METHOD"] in ("GET", "HEAD")
        and environ.get("CONTENT_LENGTH") in (None, "", "0")
        and "HTTP_TRANSFER_ENCODING" not in environ
    )


def wish(environ: Environment) -> Wish | None:
    """None for what is asked in an unusual way: it is answered as if nothing were kept."""
    rest, named = _parts(environ.get("QUERY_STRING", ""))
    if named is None or "HTTP_IF_MATCH" in environ:
        return None
    bearer = environ.get("HTTP_AUTHORIZATION", "")
    is_bearer = bearer[:7].lower() == "bearer "
    language = environ.get("HTTP_ACCEPT_LANGUAGE", "")
    thing = (
        environ["wsgi.url_scheme"],
        environ.get("HTTP_HOST", ""),
        environ["PATH_INFO"],
        rest,
        "gzip" if takes_gzip(environ.get("HTTP_ACCEPT_ENCODING", "")) else "",
    )
    if sum(map(len, thing)) + len(language) > _MOST:
        return None
    key = bearer[7:].strip() if is_bearer else named.get("api_key")
    return Wish(thing, key or None, named.get("lang"), language)


def _parts(query: str) -> tuple[str, Mapping[str, str] | None]:
    """The query without the api key, and who asks by it; of what is there twice the first counts."""
    rest, named = [], {}
    for part in query.split("&"):
        name, _, value = part.partition("=")
        if "%" in name or "+" in name:
            return "", None
        if name in ("api_key", "lang") and name not in named:
            if "%" in value or "+" in value:
                return "", None
            named[name] = value
        if name != "api_key":
            rest.append(part)
    return "&".join(rest), named


@lru_cache(maxsize=256)
def takes_gzip(accept_encoding: str) -> bool:
    """Whether the one who asks reads gzip."""
    return parse_accept_header(accept_encoding, Accept)["gzip"] > 0


def unchanged(asked: str, etag: str, headers: Headers) -> Headers | None:
    """The headers of a 304, where the one who asks has these very bytes already (RFC 9110 §13.1.2)."""
    plain, _ = unquote_etag(etag.replace(_GZIPPED, _PLAIN))
    if not parse_etags(asked.replace(_GZIPPED, _PLAIN)).contains_weak(plain or ""):
        return None
    left = [(name, value) for name, value in headers if name.lower() != "etag"]
    remove_entity_headers(left)
    return [*left, ("ETag", f'"{plain}-gzip"' if _GZIPPED in asked else f'"{plain}"')]
