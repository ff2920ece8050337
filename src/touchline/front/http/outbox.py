"""Emails that were stored instead of sent, for demos and development (`TOUCHLINE_MAIL=outbox`).

They belong to all channels and contain links that give access to accounts. Outside development, the pages
exist only with a `TOUCHLINE_OUTBOX_TOKEN`, for clients that send it. With a mail server they do not exist.
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
from touchline.front.container import FrontContainer
from touchline.platform.config.settings import Settings
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.platform.http.security.headers import csp_nonce
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError

blueprint = Blueprint("outbox", __name__, template_folder="templates")
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


@blueprint.get("/_outbox")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_outbox(
    stored_emails: StoredEmails | None = Provide[FrontContainer.stored_emails],
    settings: Settings = Provide[FrontContainer.settings],
) -> Response:
    """List all emails, newest first."""
    emails = _list_emails(stored_emails, settings)
    page = render_template("outbox.html", emails=emails, **_template_context())
    return _make_private(Response(page, mimetype="text/html"))


@blueprint.get("/_outbox.json")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_outbox_as_json(
    stored_emails: StoredEmails | None = Provide[FrontContainer.stored_emails],
    settings: Settings = Provide[FrontContainer.settings],
) -> Response:
    """Return `[{to, subject, html, text, sent_at, attachments}]`, newest first.

    Attachments are listed by name (api.md, "Closed questions").
    """
    payload = [
        {
            "to": email.to,
            "subject": email.subject,
            "html": email.html,
            "text": email.text,
            "sent_at": email.sent_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "attachments": [attachment.name for attachment in email.attachments],
        }
        for email in _list_emails(stored_emails, settings)
    ]
    return _make_private(Response(json.dumps(payload), mimetype="application/json"))


@blueprint.get("/_outbox/<key>")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_email(
    key: str,
    stored_emails: StoredEmails | None = Provide[FrontContainer.stored_emails],
    settings: Settings = Provide[FrontContainer.settings],
) -> Response:
    """Show an email, in a frame and as plain text."""
    email = _get_email(key, stored_emails, settings)
    page = render_template("outbox_email.html", email=email, **_template_context())
    return _make_private(Response(page, mimetype="text/html"))


@blueprint.get("/_outbox/<key>/html")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_email_html(
    key: str,
    stored_emails: StoredEmails | None = Provide[FrontContainer.stored_emails],
    settings: Settings = Provide[FrontContainer.settings],
) -> Response:
    """Return the HTML of an email. It cannot run scripts, send forms or access the site."""
    response = Response(_get_email(key, stored_emails, settings).html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = _EMAIL_CSP
    return _make_private(response)


@blueprint.get("/_outbox/<key>/files/<name>")
@limits.rate_limit("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_attachment(
    key: str,
    name: str,
    stored_emails: StoredEmails | None = Provide[FrontContainer.stored_emails],
    settings: Settings = Provide[FrontContainer.settings],
) -> Response:
    """Return an attachment of an email as a download."""
    attachment = next(
        (
            candidate
            for candidate in _get_email(key, stored_emails, settings).attachments
            if candidate.name == name
        ),
        None,
    )
    if attachment is None:
        raise NotFoundError(ErrorMessage("errors.email_file_not_found", "This email has no such file."))
    response = Response(attachment.content, mimetype=attachment.kind)
    response.headers.set("Content-Disposition", "attachment", filename=attachment.name)
    return _make_private(response)


def _list_emails(stored_emails: StoredEmails | None, settings: Settings) -> Sequence[Email]:
    if stored_emails is None:
        raise NotFoundError(
            ErrorMessage("errors.no_outbox", "Emails are sent by a mail server. There is no outbox.")
        )
    if not settings.development and not _has_valid_token(settings.outbox_token):
        raise NotFoundError
    return stored_emails.list_all()


def _has_valid_token(token: str) -> bool:
    """Return whether the request has the token.

    The client's address is not checked, because a proxy on this machine may hide it.
    """
    given_token = request.args.get("token", "")
    return bool(token) and hmac.compare_digest(given_token.encode(), token.encode())


def _template_context() -> dict[str, Any]:
    """Return the variables of all outbox pages."""
    return {"format_time": _format_time, "nonce": csp_nonce(), "query": _token_query()}


def _token_query() -> str:
    """Return the query of links to other outbox pages."""
    token = request.args.get("token")
    return f"?{urlencode({'token': token})}" if token else ""


def _get_email(digest: str, stored_emails: StoredEmails | None, settings: Settings) -> Email:
    email = next(
        (candidate for candidate in _list_emails(stored_emails, settings) if candidate.digest == digest), None
    )
    if email is None:
        raise NotFoundError(ErrorMessage("errors.email_not_found", "This email no longer exists."))
    return email


def _format_time(sent_at: datetime) -> str:
    """Return a time in UTC, for operators."""
    return f"{sent_at.astimezone(UTC):%d %b %Y, %H:%M:%S} UTC"


def _make_private(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
