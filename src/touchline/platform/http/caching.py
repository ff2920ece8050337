"""Answers that are the same for every viewer of a channel: strong ETag, Cache-Control, 304 (api.md,
conventions)."""

import hashlib
from collections.abc import Callable
from typing import Any, TypeVar

from flask import Flask, Response, g, request

from touchline.platform.http.guards import ANY_KEY, PUBLIC

View = TypeVar("View", bound=Callable[..., Any])


def same_for_all(max_age: int = 60) -> Callable[[View], View]:
    """Mark a GET view (outermost, beside its guard): shared caches may keep the answer `max_age` seconds."""

    def mark(view: View) -> View:
        view.same_for_all = max_age  # type: ignore[attr-defined]
        return remembered(view)

    return mark


def remembered(view: View) -> View:
    """Mark a GET view (outermost, beside its guard) that is a function of the database, of the principal, of
    the asked address and of the time: its answers are kept as bytes while these are the same
    (`http.remembered`)."""
    view.remembered = True  # type: ignore[attr-defined]
    return view


def _tagged(response: Response, view: object) -> Response:
    """Give an answer of a GET that needs no viewer its strong ETag, and answer 304 to `If-None-Match`.

    A page with a nonce gets none: a 304 would join the new policy to the stored body, whose style it blocks.
    """
    readable = response.status_code == 200 and request.method in ("GET", "HEAD")
    open_to_all = getattr(view, "who", None) in (PUBLIC, ANY_KEY) and not getattr(view, "is_lean", False)
    whole = not response.is_streamed and not response.direct_passthrough and "csp_nonce" not in g
    if readable and open_to_all and whole and "ETag" not in response.headers:
        response.set_etag(hashlib.sha256(response.get_data()).hexdigest()[:32])
        response.make_conditional(request)
    return response


def install(app: Flask) -> None:
    """Give marked answers their headers; all other answers of the API are not to be kept."""

    def add(response: Response) -> Response:
        view = app.view_functions.get(request.endpoint or "")
        max_age = getattr(view, "same_for_all", None)
        if max_age is None or response.status_code != 200 or request.method not in ("GET", "HEAD"):
            if request.path.startswith("/api/"):
                response.headers.setdefault("Cache-Control", "private, no-store")
            return _tagged(response, view)
        who = g.get("principal")
        language = who.language if who else ""
        response.set_etag(hashlib.sha256(language.encode() + b"\0" + response.get_data()).hexdigest()[:32])
        response.headers["Cache-Control"] = f"public, max-age={max_age}"
        response.vary.update(("Accept-Language", "Authorization"))
        if language:
            response.headers["Content-Language"] = language
        response.make_conditional(request)
        return response

    app.after_request(add)
