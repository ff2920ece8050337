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

from touchline.channel.ports.kept_letters import KeptLetters
from touchline.channel.ports.post import Letter
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.platform.http.headers import nonce
from touchline.platform.settings import Settings
from touchline.shared.errors import NotFound

BLUEPRINT = Blueprint("outbox", __name__, template_folder="templates")
_LETTER_POLICY = "; ".join(
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
@limits.per("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_outbox(
    kept: KeptLetters | None = Provide["front.kept_letters"], settings: Settings = Provide["settings"]
) -> Response:
    """The page that lists all letters, the newest first."""
    page = render_template(
        "outbox.html", letters=_letters(kept, settings), moment=_moment, nonce=nonce(), query=_query()
    )
    return _private(Response(page, mimetype="text/html"))


@BLUEPRINT.get("/_outbox.json")
@limits.per("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_outbox_as_json(
    kept: KeptLetters | None = Provide["front.kept_letters"], settings: Settings = Provide["settings"]
) -> Response:
    """`[{to, subject, html, text, sent_at, attachments}]`, the newest first (api.md, "Closed questions");
    attachments by their names."""
    told = [
        {
            "to": letter.to,
            "subject": letter.subject,
            "html": letter.html,
            "text": letter.text,
            "sent_at": letter.sent_at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
            "attachments": [one.name for one in letter.attachments],
        }
        for letter in _letters(kept, settings)
    ]
    return _private(Response(json.dumps(told), mimetype="application/json"))


@BLUEPRINT.get("/_outbox/<key>")
@limits.per("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_letter(
    key: str,
    kept: KeptLetters | None = Provide["front.kept_letters"],
    settings: Settings = Provide["settings"],
) -> Response:
    """One letter, in a frame and as text."""
    letter = _letter(key, kept, settings)
    page = render_template("outbox_letter.html", letter=letter, **_parts())
    return _private(Response(page, mimetype="text/html"))


@BLUEPRINT.get("/_outbox/<key>/html")
@limits.per("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_letter_alone(
    key: str,
    kept: KeptLetters | None = Provide["front.kept_letters"],
    settings: Settings = Provide["settings"],
) -> Response:
    """The letter itself: whatever is in it runs nothing, sends nothing and sees nothing of the site."""
    response = Response(_letter(key, kept, settings).html, mimetype="text/html")
    response.headers["Content-Security-Policy"] = _LETTER_POLICY
    return _private(response)


@BLUEPRINT.get("/_outbox/<key>/files/<name>")
@limits.per("address", 300, limits.MINUTE, name="outbox")
@public
@inject
def show_attachment(
    key: str,
    name: str,
    kept: KeptLetters | None = Provide["front.kept_letters"],
    settings: Settings = Provide["settings"],
) -> Response:
    """A file that came with a letter, to be saved."""
    found = next((one for one in _letter(key, kept, settings).attachments if one.name == name), None)
    if found is None:
        raise NotFound("No such file came with the letter.")
    response = Response(found.content, mimetype=found.kind)
    response.headers.set("Content-Disposition", "attachment", filename=found.name)
    return _private(response)


def _letters(kept: KeptLetters | None, settings: Settings) -> Sequence[Letter]:
    if kept is None:
        raise NotFound("Letters leave by a mail server.")
    if not settings.development and not _knows_token(settings.outbox_token):
        raise NotFound
    return kept.letters()


def _knows_token(token: str) -> bool:
    """Whether the request names the token. Where it came from counts for nothing: a proxy on this machine may
    not say for whom it speaks."""
    given = request.args.get("token", "")
    return bool(token) and hmac.compare_digest(given.encode(), token.encode())


def _parts() -> dict[str, Any]:
    """What every page of the outbox needs."""
    return {"moment": _moment, "nonce": nonce(), "query": _query()}


def _query() -> str:
    """What links to other pages of the outbox end with."""
    token = request.args.get("token")
    return f"?{urlencode({'token': token})}" if token else ""


def _letter(name: str, kept: KeptLetters | None, settings: Settings) -> Letter:
    found = next((letter for letter in _letters(kept, settings) if letter.name == name), None)
    if found is None:
        raise NotFound("There is no such letter any more.")
    return found


def _moment(when: datetime) -> str:
    """As an operator reads it."""
    return f"{when.astimezone(UTC):%d %b %Y, %H:%M:%S} UTC"


def _private(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    response.headers["Referrer-Policy"] = "no-referrer"
    return response
