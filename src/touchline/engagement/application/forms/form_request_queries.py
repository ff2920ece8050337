"""Queries for requests, for operators, notification emails and viewers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.engagement.application.forms.form_catalog import FormCatalog
from touchline.engagement.domain.answers import Answer
from touchline.engagement.domain.form_requests import FormRequest
from touchline.engagement.domain.forms import Form
from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.ports.current_channel import CurrentChannel
from touchline.engagement.ports.forms import FormRequests
from touchline.shared.errors import NotFoundError
from touchline.shared.ids import AccountId
from touchline.shared.strings.localized import localize

BATCH_SIZE = 500


@dataclass(frozen=True)
class FormRequestNotification:
    """A request's data for the email to the operator.

    `answers` are pairs of question and answer as text, in the channel's language. `sender` is the address to
    reply to; "" if there is none.
    """

    form_name: str
    alias: str
    recipient: str
    sender: str
    answers: tuple[tuple[str, str], ...]
    created_at: datetime


@dataclass(frozen=True)
class FormSummary:
    """A form and its number of requests. A deleted form has no title and 0 `fields`."""

    alias: str
    title: str
    to: str
    fields: int
    requests: int


class FormRequestQueries:
    """Queries for submitted forms."""

    def __init__(
        self, form_catalog: FormCatalog, form_requests: FormRequests, current_channel: CurrentChannel
    ) -> None:
        self._form_catalog = form_catalog
        self._requests = form_requests
        self._current_channel = current_channel

    def get_notification(self, request_id: FormRequestId) -> FormRequestNotification | None:
        """Return the data for the email.

        Return None if the request or its form is gone, or the form has no recipient.
        """
        request = self._requests.get(request_id)
        form = self._find_form(request.alias) if request else None
        if request is None or form is None or not form.to:
            return None
        language = self._current_channel.get_details().language
        rows = format_answers(form, request.answers, language)
        title, sender = localize(form.title, language), form.get_sender_email(request.answers)
        return FormRequestNotification(
            title or form.alias, form.alias, form.to, sender, rows, request.created_at
        )

    def list_forms(self) -> list[FormSummary]:
        """List all forms of the channel, and deleted forms that have requests."""
        language, counts = self._current_channel.get_details().language, dict(self._requests.count_by_alias())
        summaries = [
            FormSummary(
                form.alias,
                localize(form.title, language),
                form.to,
                len(form.fields),
                counts.pop(form.alias, 0),
            )
            for form in self._form_catalog.list_all()
        ]
        return summaries + [FormSummary(alias, "", "", 0, number) for alias, number in sorted(counts.items())]

    def iterate(self, alias: str | None = None) -> Iterator[FormRequest]:
        """Yield all requests, oldest first, of one form (None: all forms).

        Raises `NotFoundError` for a form that never existed.
        """
        if alias is not None and alias not in {form.alias for form in self.list_forms()}:
            raise NotFoundError(f"There is no form {alias} in this channel.")
        last_id = FormRequestId(0)
        while batch := self._requests.list_after(last_id, alias, BATCH_SIZE):
            yield from batch
            last_id = batch[-1].id

    def list_field_names(self, alias: str) -> list[str]:
        """List the names of a form's current fields."""
        form = self._find_form(alias)
        return [field.name for field in form.fields] if form else []

    def list_for_viewer(self, account_id: AccountId) -> list[dict[str, Any]]:
        """List a viewer's requests, for their data export."""
        return [serialize_request(request) for request in self._requests.list_for_account(account_id)]

    def _find_form(self, alias: str) -> Form | None:
        try:
            return self._form_catalog.get(alias)
        except NotFoundError:
            return None


def serialize_request(request: FormRequest) -> dict[str, Any]:
    """Return a request as plain values. The datetime is timezone-aware."""
    return {
        "id": int(request.id),
        "form": request.alias,
        "language": request.language,
        "created_at": request.created_at,
        "answers": dict(request.answers),
    }


def format_answers(form: Form, answers: Mapping[str, Answer], language: str) -> tuple[tuple[str, str], ...]:
    """Return pairs of question and answer as text, in the order of the form's current fields."""
    return tuple(
        (localize(field.label, language), _format_answer(form, field.name, answer, language))
        for field in form.fields
        if (answer := answers.get(field.name)) is not None
    )


def _format_answer(form: Form, name: str, answer: Answer, language: str) -> str:
    """Return an answer as readable text: the label of an option, or yes or no for a checkbox."""
    if isinstance(answer, bool):
        return _CHECKBOX_LABELS.get(language[:2], _CHECKBOX_LABELS["en"])[answer]
    field = next(field for field in form.fields if field.name == name)
    labels: Mapping[str, str] = {option.value: localize(option.label, language) for option in field.options}
    return labels.get(str(answer), str(answer))


_CHECKBOX_LABELS = {"en": ("no", "yes"), "fr": ("non", "oui")}
