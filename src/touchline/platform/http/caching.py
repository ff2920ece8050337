"""Answers that are the same for every viewer of a channel: strong ETag, Cache-Control, 304 (api.md,
conventions)."""

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, g, request

from touchline.platform.http.guards import ANY_KEY, PUBLIC

View = TypeVar("View", bound=Callable[..., Any])


def public_cache(max_age: int = 60) -> Callable[[View], View]:
    """Mark a GET view (outermost, beside its guard): shared caches may keep the answer `max_age` seconds."""

    def mark(view: View) -> View:
        view.public_max_age = max_age  # type: ignore[attr-defined]
        return cached(view)

    return mark


def cached(view: View) -> View:
    """Mark a GET view (outermost, beside its guard) that is a function of the database, of the principal, of
    the asked address and of the time: its answers are kept as bytes while these are the same
    (`http.cached`)."""
    view.is_cached = True  # type: ignore[attr-defined]
    return view


def _add_etag(response: Response, view: object) -> Response:
    """Give an answer of a GET that needs no viewer its strong ETag, and answer 304 to `If-None-Match`.

    A page with a nonce gets none: a 304 would join the new policy to the stored body, whose style it blocks.
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


def install(app: Flask) -> None:
    """Give marked answers their headers; all other answers of the API are not to be kept."""

    def add(response: Response) -> Response:
        view = app.view_functions.get(request.endpoint or "")
        max_age = getattr(view, "public_max_age", None)
        if max_age is None or response.status_code != 200 or request.method not in ("GET", "HEAD"):
            if request.path.startswith("/api/"):
                response.headers.setdefault("Cache-Control", "private, no-store")
            return _add_etag(response, view)
        caller = g.get("principal")
        language = caller.language if caller else ""
        response.set_etag(hashlib.sha256(language.encode() + b"\0" + response.get_data()).hexdigest()[:32])
        response.headers["Cache-Control"] = f"public, max-age={max_age}"
        response.vary.update(("Accept-Language", "Authorization"))
        if language:
            response.headers["Content-Language"] = language
        response.make_conditional(request)
        return response

    app.after_request(add)
