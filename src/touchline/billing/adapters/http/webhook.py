"""Where the payment provider tells what happened (https://docs.stripe.com/webhooks)."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request
from marshmallow import Schema

from touchline.billing.application.hear_notice import HearNotice
from touchline.billing.ports.payments import Notices
from touchline.platform.db.session import Database
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import public, refuses
from touchline.platform.http.requests import let_go
from touchline.shared.errors import Refused

MOST_BYTES = 512 * 1024
TOO_LARGE = "A notice of the payment provider is smaller than this."
blueprint = Blueprint("webhook", __name__, description="Notices of the payment provider")


class Heard(Schema):
    """Nothing: a notice that is heard is answered by its status alone."""


@blueprint.route("/stripe/webhook", methods=["POST"])
@refuses(400, 413)
@limits.none(limits.SIGNED)
@public
@blueprint.response(200, Heard)
@inject
def hear_provider(
    database: Database = Provide["database"],
    notices: Notices = Provide["billing.payments"],
    hear: HearNotice = Provide["billing.till.hear"],
) -> dict[str, Any]:
    """A notice, signed over its raw body; 400 where the signature is not the provider's, or too old. A notice
    that comes again, late or out of order does no harm: it only says that an order is to be looked at."""
    let_go()
    notice = notices.read(_body(), request.headers.get(notices.signature_header, ""))
    with database.transaction(None, unscoped=True):
        hear(notice)
    return {}


def _body() -> bytes:
    if (request.content_length or 0) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    body = request.stream.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise Refused(TOO_LARGE)
    return body
