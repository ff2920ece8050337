"""Letters that were kept instead of sent, for who runs a demo or develops (`TOUCHLINE_MAIL=outbox`).

They belong to all channels and hold links that open accounts. Outside of development the pages exist only
with a `TOUCHLINE_OUTBOX_TOKEN`, for those who name it; with a mail server they do not exist at all.
"""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any
from urllib.parse import urlencode

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, json, render_template, request

from touchline.channel.ports.email.mailer import Email
from touchline.channel.ports.email.stored_emails import StoredEmails
from touchline.platform.config.settings import Settings
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.platform.http.security.headers import csp_nonce
from touchline.shared.errors import NotFoundError

BLUEPRINT = Blueprint("outbox", __name__, template_folder="templates")
_EMAIL_CSP = "; ".join(
    (
        "default-src 'none'",
        "style-src 'unsafe-inline'",
        "img-src http: https: data:",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'self'",
        "sandbox allow-popups allow-popups-to-escape-sandbox",
    )
)


@BLUEPRINT.get("/_outbox")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_outbox(
    stored_emails: StoredEmails | None = Provide["front.stored_emails"],
    settings: Settings = Provide["settings"],
) -> Response:
    """The page that lists all letters, the newest first."""
    page = render_template(
        "outbox.html",
        letters=_list_emails(stored_emails, settings),
        moment=_format_time,
        nonce=csp_nonce(),
        query=_token_query(),
    )
    return _make_private(Response(page, mimetype="text/html"))


@BLUEPRINT.get("/_outbox.json")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_outbox_as_json(
    stored_emails: StoredEmails | None = Provide["front.stored_emails"],
    settings: Settings = Provide["settings"],
) -> Response:
    """`[{to, subject, html, text, sent_at, attachments}]`, the newest first (api.md, "Closed questions");
    attachments by their names."""
    payload = [
        {
            "to": email.to,
            "subject": email.subject,
            "html": email.html,
            "text": email.text,
            "sent_at": email.sent_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "attachments": [one.name for one in email.attachments],
        }
        for email in _list_emails(stored_emails, settings)
    ]
    return _make_private(Response(json.dumps(payload), mimetype="application/json"))


@BLUEPRINT.get("/_outbox/<key>")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_email(
    key: str,
    stored_emails: StoredEmails | None = Provide["front.stored_emails"],
    settings: Settings = Provide["settings"],
) -> Response:
    """One letter, in a frame and as text."""
    email = _get_email(key, stored_emails, settings)
    page = render_template("outbox_letter.html", letter=email, **_template_context())
    return _make_private(Response(page, mimetype="text/html"))


@BLUEPRINT.get("/_outbox/<key>/html")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_email_html(
    key: str,
    stored_emails: StoredEmails | None = Provide["front.stored_emails"],
    settings: Settings = Provide["settings"],
) -> Response:
    """The letter itself: whatever is in it runs nothing, sends nothing and sees nothing of the site."""
    response = Response(_get_email(key, stored_emails, settings).html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = _EMAIL_CSP
    return _make_private(response)


@BLUEPRINT.get("/_outbox/<key>/files/<name>")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_attachment(
    key: str,
    name: str,
    stored_emails: StoredEmails | None = Provide["front.stored_emails"],
    settings: Settings = Provide["settings"],
) -> Response:
    """A file that came with a letter, to be saved."""
    found = next(
        (one for one in _get_email(key, stored_emails, settings).attachments if one.name == name), None
    )
    if found is None:
        raise NotFoundError("No such file came with the letter.")
    response = Response(found.content, mimetype=found.kind)
    response.headers.set("Content-Disposition", "attachment", filename=found.name)
    return _make_private(response)


def _list_emails(stored_emails: StoredEmails | None, settings: Settings) -> Sequence[Email]:
    if stored_emails is None:
        raise NotFoundError("Letters leave by a mail server.")
    if not settings.development and not _has_valid_token(settings.outbox_token):
        raise NotFoundError
    return stored_emails.list_all()


def _has_valid_token(token: str) -> bool:
    """Whether the request names the token. Where it came from counts for nothing: a proxy on this machine may
    forward it."""
    given = request.args.get("token", "")
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def _template_context() -> dict[str, Any]:
    """What every page of the outbox needs."""
    return {"moment": _format_time, "nonce": csp_nonce(), "query": _token_query()}


def _token_query() -> str:
    """What links to other pages of the outbox end with."""
    token = request.args.get("token")
    return f"?{urlencode({'token': token})}" if token else ""


def _get_email(name: str, stored_emails: StoredEmails | None, settings: Settings) -> Email:
    found = next((email for email in _list_emails(stored_emails, settings) if email.digest == name), None)
    if found is None:
        raise NotFoundError("There is no such letter any more.")
    return found


def _format_time(sent_at: datetime) -> str:
    """As an operator reads it."""
    return f"{sent_at.astimezone(UTC):%d %b %Y, %H:%M:%S} UTC"


def _make_private(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
