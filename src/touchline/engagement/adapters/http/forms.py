"""Custom forms and the contact form (api.md, "Favorites, forms, contact")."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import abort, request

from touchline.engagement.adapters.http.form_schemas import (
    FormSchema,
    SubmitFormArgsSchema,
    SubmittedFormSchema,
)
from touchline.engagement.application.forms.show_form import ShowForm
from touchline.engagement.application.forms.submit_form import ATTACHMENTS_REJECTED, FormInput, SubmitForm
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import any_key, error_responses, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

blueprint = Blueprint("forms", __name__, description="Custom forms and the contact form")
_TEXT_MEDIA_TYPES = frozenset({"", "application/x-www-form-urlencoded"})


def _reject_files() -> None:
    """415 for whatever may bring a file, before it is read."""
    if request.method == "POST" and not request.is_json and request.mimetype not in _TEXT_MEDIA_TYPES:
        abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, description=ATTACHMENTS_REJECTED)


blueprint.before_request(_reject_files)


@blueprint.route("/custom-forms/<string(maxlength=80):alias>")
@limits.exempt(limits.READ_ONLY)
@any_key
@public_cache()
@blueprint.response(200, data_schema(FormSchema))
@inject
def show_form(alias: str, show: ShowForm = Provide["engagement.forms.show_form"]) -> dict[str, Any]:
    """A form with its fields and their rules; `contacts` is there on every channel. Another that the channel
    does not have: 404."""
    return data_envelope(show(alias, principal().language))


@blueprint.route("/custom-forms/<string(maxlength=80):alias>", methods=["POST"])
@error_responses(415, 429)
@limits.rate_limit("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(SubmitFormArgsSchema)
@blueprint.response(201, data_schema(SubmittedFormSchema))
@inject
def submit_form(
    body: dict[str, Any], alias: str, submit: SubmitForm = Provide["engagement.forms.submit_form"]
) -> dict[str, Any]:
    """Keep a filled-in form and mail it to whom the form names. 422 names all that is wrong, under the names
    of the fields; 415 for attachments; 429 where an address sent too many in an hour."""
    form_input = FormInput(alias, body["answers"], request.remote_addr or "", body["robot_token"])
    return data_envelope({"id": submit(form_input, principal())})
