"""Reading requests: for the operator, for the letter about one, for the viewer whose they are."""

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
    """What the operator's letter tells of a request. `answers` are questions with their answers as text, in
    the channel's language; `sender` the address to answer to, "" where none was given."""

    form_name: str
    alias: str
    recipient: str
    sender: str
    answers: tuple[tuple[str, str], ...]
    created_at: datetime


@dataclass(frozen=True)
class FormSummary:
    """A form and how many requests there are of it; `fields` 0 and no title where the form is gone."""

    alias: str
    title: str
    to: str
    fields: int
    requests: int


class FormRequestQueries:
    """Questions about what was written into forms."""

    def __init__(
        self, form_catalog: FormCatalog, form_requests: FormRequests, current_channel: CurrentChannel
    ) -> None:
        self._form_catalog = form_catalog
        self._requests = form_requests
        self._current_channel = current_channel

    def get_notification(self, request_id: FormRequestId) -> FormRequestNotification | None:
        """For the letter; None where the request or its form is gone, or the form names nobody to write
        to."""
        request = self._requests.get(request_id)
        form = self._find_form(request.alias) if request else None
        if request is None or form is None or not form.to:
            return None
        language = self._current_channel.get_details().language
        rows = tuple(
            (localize(field.label, language), _format_answer(form, field.name, answer, language))
            for field in form.fields
            if (answer := request.answers.get(field.name)) is not None
        )
        title, sender = localize(form.title, language), form.get_sender_email(request.answers)
        return FormRequestNotification(
            title or form.alias, form.alias, form.to, sender, rows, request.created_at
        )

    def list_forms(self) -> list[FormSummary]:
        """Every form of the channel, and those that are gone but have requests."""
        language, counts = self._current_channel.get_details().language, dict(self._requests.count_by_alias())
        found = [
            FormSummary(
                one.alias, localize(one.title, language), one.to, len(one.fields), counts.pop(one.alias, 0)
            )
            for one in self._form_catalog.list_all()
        ]
        return found + [FormSummary(alias, "", "", 0, number) for alias, number in sorted(counts.items())]

    def iterate(self, alias: str | None = None) -> Iterator[FormRequest]:
        """Every request, oldest first, of one form or of all; `NotFoundError` for a form that never was."""
        if alias is not None and alias not in {one.alias for one in self.list_forms()}:
            raise NotFoundError(f"There is no form {alias} in this channel.")
        last_id = FormRequestId(0)
        while found := self._requests.list_after(last_id, alias, BATCH_SIZE):
            yield from found
            last_id = found[-1].id

    def list_field_names(self, alias: str) -> list[str]:
        """The names of a form's fields as it is now."""
        form = self._find_form(alias)
        return [field.name for field in form.fields] if form else []

    def list_for_viewer(self, account_id: AccountId) -> list[dict[str, Any]]:
        """What a viewer wrote, for their own archive."""
        return [serialize_request(one) for one in self._requests.list_for_account(account_id)]

    def _find_form(self, alias: str) -> Form | None:
        try:
            return self._form_catalog.get(alias)
        except NotFoundError:
            return None


def serialize_request(request: FormRequest) -> dict[str, Any]:
    """A request in plain values; the instant is aware."""
    return {
        "id": int(request.id),
        "form": request.alias,
        "language": request.language,
        "created_at": request.created_at,
        "answers": dict(request.answers),
    }


def _format_answer(form: Form, name: str, answer: Answer, language: str) -> str:
    """An answer as a person reads it: of a choice its label, of a box whether it is ticked."""
    if isinstance(answer, bool):
        return _CHECKBOX_LABELS.get(language[:2], _CHECKBOX_LABELS["en"])[answer]
    field = next(one for one in form.fields if one.name == name)
    labels: Mapping[str, str] = {one.value: localize(one.label, language) for one in field.options}
    return labels.get(str(answer), str(answer))


_CHECKBOX_LABELS = {"en": ("no", "yes"), "fr": ("non", "oui")}
