"""Submitting a form, which saves the request and emails it to the form's recipient.

See api.md, "Favorites, forms, contact".
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from touchline.engagement.application.forms.form_catalog import FormCatalog
from touchline.engagement.domain.form_requests import FormRequest
from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.events import RequestMade
from touchline.engagement.ports.form_protection import FormProtection
from touchline.engagement.ports.forms import FormRequests
from touchline.shared.clock import Clock
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import InvalidInputError
from touchline.shared.principal import Principal
from touchline.shared.strings.validation import FIELD_REQUIRED
from touchline.shared.unit_of_work import Announce

ATTACHMENTS_REJECTED = ErrorMessage(
    "errors.attachments_not_accepted", "Attachments are not accepted. Send text only."
)


@dataclass(frozen=True)
class FormInput:
    """Input of a form submission: answers, IP address and robot check token."""

    alias: str
    answers: Mapping[str, object]
    ip: str
    robot_token: str | None = None


class SubmitForm:
    """Saves a request.

    Answers are validated before the robot check, because a token works only once.
    """

    def __init__(
        self,
        form_catalog: FormCatalog,
        form_requests: FormRequests,
        form_protection: FormProtection,
        announce: Announce,
        clock: Clock,
    ) -> None:
        self._form_catalog = form_catalog
        self._requests = form_requests
        self._form_protection = form_protection
        self._announce = announce
        self._clock = clock

    def __call__(self, form_input: FormInput, principal: Principal) -> FormRequestId:
        """Save the request and return its id.

        Raises `NotFoundError`, `RateLimitedError`, or `InvalidInputError` with the errors of each field.
        """
        form = self._form_catalog.get(form_input.alias)
        answers = form.parse_answers(form_input.answers)
        if all(answer is False for answer in answers.values()):
            raise InvalidInputError({form.fields[0].name: [FIELD_REQUIRED]})
        self._form_protection.verify(form_input.ip, form_input.robot_token)
        request = FormRequest(
            form.alias,
            answers,
            principal.language,
            self._clock.now(),
            principal.account_id,
            sender_name=form.get_sender_name(answers),
            sender_email=form.get_sender_email(answers),
        )
        request_id = self._requests.add(request)
        self._announce(RequestMade(principal.channel_id, request_id))
        return request_id
