"""Responses that are the same for all viewers of a channel: strong ETag, Cache-Control and 304 (api.md,
conventions).
"""

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, g, request

from touchline.platform.http.guards import ANY_KEY, PUBLIC

View = TypeVar("View", bound=Callable[..., Any])


def public_cache(max_age: int = 60) -> Callable[[View], View]:
    """Let shared caches keep the response of a GET view for `max_age` seconds. Apply it outermost, beside the
    guard.
    """

    def mark(view: View) -> View:
        view.same_for_all = max_age  # type: ignore[attr-defined]
        return cached(view)

    return mark


def cached(view: View) -> View:
    """Let the response cache keep the response of a GET view (`http.cached`). Apply it outermost, beside the
    guard.

    The response may depend only on the database, the principal, the URL and the time.
    """
    view.remembered = True  # type: ignore[attr-defined]
    return view


def _add_etag(response: Response, view: object) -> Response:
    """Add a strong ETag to the response of a GET that needs no viewer, and respond with 304 to
    `If-None-Match`.

    A page with a nonce gets no ETag: a 304 would combine the new policy with the stored body, and block its
    style.
    """
    is_readable = response.status_code == 200 and request.method in ("GET", "HEAD")
    is_public = getattr(view, "who", None) in (PUBLIC, ANY_KEY) and not getattr(view, "is_lean", False)
    is_buffered = not response.is_streamed and not response.direct_passthrough and "csp_nonce" not in g
    if is_readable and is_public and is_buffered and "ETag" not in response.headers:
        response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
        response.make_conditional(request)
    return response


def install(app: Flask) -> None:
    """Add headers to marked responses. All other responses of the API are not cached."""

    def add(response: Response) -> Response:
        view = app.view_functions.get(request.endpoint or "")
        max_age = getattr(view, "same_for_all", None)
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
