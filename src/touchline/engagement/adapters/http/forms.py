"""Custom forms and the contact form (api.md, "Favourites, forms, contact")."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import abort, request

from touchline.engagement.adapters.http.form_schemas import FormAnswer, SendFormArgs, SentForm
from touchline.engagement.application.send_form import NO_FILES, SendForm, Sending
from touchline.engagement.application.show_form import ShowForm
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import same_for_all
from touchline.platform.http.guards import any_key, principal, refuses
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of

blueprint = Blueprint("forms", __name__, description="Custom forms and the contact form")
_TEXT = frozenset({"", "application/x-www-form-urlencoded"})


def _take_no_files() -> None:
    """415 for whatever may bring a file, before it is read."""
    if request.method == "POST" and not request.is_json and request.mimetype not in _TEXT:
        abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, description=NO_FILES)


blueprint.before_request(_take_no_files)


@blueprint.route("/custom-forms/<string(maxlength=80):alias>")
@limits.none(limits.READ)
@any_key
@same_for_all()
@blueprint.response(200, data_of(FormAnswer))
@inject
def show_form(alias: str, show: ShowForm = Provide["engagement.forms.show"]) -> dict[str, Any]:
    """A form with its fields and their rules; `contacts` is there on every channel. Another that the channel
    does not have: 404."""
    return one(show(alias, principal().language))


@blueprint.route("/custom-forms/<string(maxlength=80):alias>", methods=["POST"])
@refuses(415, 429)
@limits.per("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(SendFormArgs)
@blueprint.response(201, data_of(SentForm))
@inject
def send_form(
    body: dict[str, Any], alias: str, send: SendForm = Provide["engagement.forms.send"]
) -> dict[str, Any]:
    """Keep a filled-in form and mail it to whom the form names. 422 names all that is wrong, under the names
    of the fields; 415 for attachments; 429 where an address sent too many in an hour."""
    sent = Sending(alias, body["answers"], request.remote_addr or "", body["robot_token"])
    return one({"id": send(sent, principal())})
