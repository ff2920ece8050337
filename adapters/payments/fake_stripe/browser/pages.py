"""Pages with a content security policy: a nonce for scripts and styles, and allowed frame ancestors."""

from __future__ import annotations

import secrets
from typing import Any

from flask import Response, make_response, render_template, request

from adapters.payments.fake_stripe.browser.texts import TEXTS

LOCAL_SITES = "'self' http://localhost:* http://*.localhost:* http://127.0.0.1:*"
"""Origins that may frame a field: those of this machine."""


def render_page(
    template: str,
    status: int = 200,
    *,
    framed_by: str = "'none'",
    extra_rules: dict[str, str] | None = None,
    **context: Any,
) -> Response:
    """Render a template of `templates/` with a content security policy.

    `extra_rules` adds rules to the policy.
    """
    nonce = secrets.token_urlsafe(16)
    rules = {
        "default-src": "'none'",
        "script-src": f"'nonce-{nonce}'",
        "style-src": f"'nonce-{nonce}'",
        "connect-src": "'self'",
        "base-uri": "'none'",
        "frame-ancestors": framed_by,
        **(extra_rules or {}),
    }
    response = make_response(render_template(template, nonce=nonce, **context), status)
    policy = "; ".join(f"{name} {value}" for name, value in rules.items())
    response.headers["Content-Security-Policy"] = policy
    return response


def get_language(preferred: str | None = None) -> str:
    """Return `en` or `fr`.

    The URL comes first, then `preferred` (a locale or `auto`), then the browser's languages.
    """
    for locale in (request.args.get("locale"), preferred):
        if locale and locale != "auto":
            return "fr" if locale.lower().startswith("fr") else "en"
    return request.accept_languages.best_match(list(TEXTS), "en")
