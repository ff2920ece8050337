"""Responses that are the same for all viewers of a channel: strong ETag, Cache-Control and 304 (api.md,
conventions).
"""

import hashlib
from collections.abc import Callable, Iterator
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar

from flask import Flask, Response, g, request

from touchline.platform.http.guards import ANY_KEY, PUBLIC
from touchline.platform.http.response_cache.policy import PENDING_ENTRY_KEY, CachePolicy, PendingEntry
from touchline.platform.http.response_cache.store import get_mtime_ns

View = TypeVar("View", bound=Callable[..., Any])


def cached_response(
    *tables: str, varies_on: tuple[str, ...] = (), is_time_dependent: bool = False
) -> Callable[[View], View]:
    """Mark a GET view (outermost, beside its guard) whose responses the process caches.

    `tables` are all tables that it reads; `CachePolicy` describes the other arguments. The view may use
    nothing else that changes: no cookie, no header and no setting.
    """
    return _declare(CachePolicy(tables, varies_on, is_time_dependent))


def public_cache(*tables: str, max_age: int = 60, is_time_dependent: bool = False) -> Callable[[View], View]:
    """Mark a GET view like `cached_response`. Shared caches may keep its responses for `max_age` seconds."""
    return _declare(CachePolicy(tables, (), is_time_dependent, max_age))


def _declare(policy: CachePolicy) -> Callable[[View], View]:
    def mark(view: View) -> View:
        view.cache_policy = policy  # type: ignore[attr-defined]
        return view

    return mark


def is_pending() -> bool:
    """Return whether the current response is to be cached."""
    return PENDING_ENTRY_KEY in request.environ


def skip_cache() -> None:
    """Do not cache the current response."""
    if pending := _pending_entry():
        pending.is_skipped = True


def set_private() -> None:
    """Do not cache the current response anywhere: not in this process, in a shared cache or in a browser."""
    skip_cache()
    g.is_private_response = True


def set_language(language: str) -> None:
    """Declare the language of the current response, for a view that needs no API key."""
    g.response_language = language


def set_valid_until(moment: datetime) -> None:
    """Declare that the time does not change the current response before this moment."""
    if pending := _pending_entry():
        pending.valid_until = moment


def ignore_tables(*tables: str) -> None:
    """Declare that the view did not read these tables of its policy for the current response.

    Use it only if a change of these tables alone cannot make the view read them.
    """
    if pending := _pending_entry():
        pending.unread_tables |= {*tables}


def depend_on_file(path: Path) -> None:
    """Declare that the current response is made from a file. Call this before the file is read."""
    if pending := _pending_entry():
        pending.files.append((path, get_mtime_ns(path)))


def _pending_entry() -> PendingEntry | None:
    pending: PendingEntry | None = request.environ.get(PENDING_ENTRY_KEY)
    return pending


def _add_etag(response: Response, view: object) -> Response:
    """Add a strong ETag to the response of a GET that needs no viewer, and respond with 304 to
    `If-None-Match`.

    A page with a nonce gets no ETag: a 304 would combine the new policy with the stored body, and block its
    style.
    """
    is_readable = response.status_code == 200 and request.method in ("GET", "HEAD")
    is_public = getattr(view, "caller_class", None) in (PUBLIC, ANY_KEY) and not getattr(
        view, "is_lightweight", False
    )
    is_buffered = not response.is_streamed and not response.direct_passthrough and "csp_nonce" not in g
    if is_readable and is_public and is_buffered and "ETag" not in response.headers:
        response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
        response.make_conditional(request)
    return response


def _list_vary(view: object, language: str) -> Iterator[str]:
    """Yield the request headers on which a response depends. Each one splits shared caches."""
    if getattr(view, "caller_class", PUBLIC) != PUBLIC:
        yield "Authorization"
    if not language or request.args.get("lang") != language:
        yield "Accept-Language"


def install(app: Flask) -> None:
    """Add headers to marked responses. All other responses of the API are not cached."""

    def add(response: Response) -> Response:
        if g.get("is_private_response"):
            response.headers["Cache-Control"] = "private, no-store"
            return response
        view = app.view_functions.get(request.endpoint or "")
        policy: CachePolicy | None = getattr(view, "cache_policy", None)
        max_age = policy.public_seconds if policy else None
        if max_age is None or response.status_code != 200 or request.method not in ("GET", "HEAD"):
            if request.path.startswith("/api/"):
                response.headers.setdefault("Cache-Control", "private, no-store")
            return _add_etag(response, view)
        caller = g.get("principal")
        language = caller.language if caller else g.get("response_language", "")
        response.set_etag(hashlib.sha256(language.encode() + b"\0" + response.get_data()).hexdigest()[:32])
        response.headers["Cache-Control"] = f"public, max-age={max_age}"
        response.vary.update(_list_vary(view, language))
        if language:
            response.headers["Content-Language"] = language
        response.make_conditional(request)
        return response

    app.after_request(add)
