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
from touchline.engagement.container import EngagementContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import any_key, error_responses, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

blueprint = Blueprint("forms", __name__, description="Custom forms and the contact form")
_TEXT_MEDIA_TYPES = frozenset({"", "application/x-www-form-urlencoded"})


def _reject_files() -> None:
    """Respond with 415 to content types that can contain files, before reading the body."""
    if request.method == "POST" and not request.is_json and request.mimetype not in _TEXT_MEDIA_TYPES:
        abort(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, description=ATTACHMENTS_REJECTED)


blueprint.before_request(_reject_files)


@blueprint.route("/custom-forms/<string(maxlength=80):alias>")
@limits.exempt(limits.READ_ONLY)
@any_key
@public_cache("engagement_form", max_age=0)
@blueprint.response(200, data_schema(FormSchema))
@inject
def show_form(alias: str, show: ShowForm = Provide[EngagementContainer.show_form]) -> dict[str, Any]:
    """Return a form with its fields and their rules.

    Every channel has `contacts`. 404 if the form does not exist.
    """
    return data_envelope(show(alias, principal().language))


@blueprint.route("/custom-forms/<string(maxlength=80):alias>", methods=["POST"])
@error_responses(415, 429)
@limits.rate_limit("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(SubmitFormArgsSchema)
@blueprint.response(201, data_schema(SubmittedFormSchema))
@inject
def submit_form(
    body: dict[str, Any], alias: str, submit: SubmitForm = Provide[EngagementContainer.submit_form]
) -> dict[str, Any]:
    """Store a submitted form, and email it to the form's recipients.

    422 with all messages by field; 415 for attachments; 429 if an address sent too many forms in an hour.
    """
    form_input = FormInput(alias, body["answers"], request.remote_addr or "", body["robot_token"])
    return data_envelope({"id": submit(form_input, principal())})
