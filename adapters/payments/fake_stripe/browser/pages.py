"""Pages with a content security policy: scripts and styles by a nonce, and who may frame them."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response, make_response, render_template, request

from adapters.payments.fake_stripe.browser.words import WORDS

SITES = "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:*"
"""Whose pages may frame a field: those of this machine."""


def page(
    template: str,
    status: int = 200,
    *,
    framed_by: str = "'none'",
    allow: dict[str, str] | None = None,
    **facts: Any,
) -> Response:
    """A page of `templates/`; `allow` adds rules to its policy."""
    nonce = secrets.token_urlsafe(16)
    rules = {
        "default-src": "'none'",
        "script-src": f"'nonce-{nonce}'",
        "style-src": f"'nonce-{nonce}'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": framed_by,
        **(allow or {}),
    }
    response = make_response(render_template(template, nonce=nonce, **facts), status)
    policy = "; ".join(f"{name} {value}" for name, value in rules.items())
    response.headers["Content-Security-Policy"] = policy
    return response


def language(wanted: str | None = None) -> str:
    """`en` or `fr`: as the address says, else as `wanted` (a locale, or auto), else as the browser does."""
    for locale in (request.args.get("locale"), wanted):
        if locale and locale != "auto":
            return "fr" if locale.lower().startswith("fr") else "en"
    return request.accept_languages.best_match(list(WORDS), "en")
