"""Reading requests: for the operator, for the letter about one, for the viewer whose they are."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from touchline.engagement.application.form_shelf import FormShelf
from touchline.engagement.domain.answers import Answer
from touchline.engagement.domain.forms import Form
from touchline.engagement.domain.ids import FormRequestId
from touchline.engagement.domain.requests import Request
from touchline.engagement.ports.channel_facts import ChannelFacts
from touchline.engagement.ports.forms import RequestStore
from touchline.shared.errors import NotFound
from touchline.shared.ids import AccountId
from touchline.shared.text import pick

AT_ONCE = 500


@dataclass(frozen=True)
class RequestNews:
    """What the operator's letter tells of a request. `rows` are questions with their answers as text, in the
    channel's language; `sender` the address to answer to, "" where none was given."""

    form: str
    alias: str
    to: str
    sender: str
    rows: tuple[tuple[str, str], ...]
    created_at: datetime


@dataclass(frozen=True)
class FormCount:
    """A form and how many requests there are of it; `fields` 0 and no title where the form is gone."""

    alias: str
    title: str
    to: str
    fields: int
    requests: int


class FormRequests:
    """Questions about what was written into forms."""

    def __init__(self, shelf: FormShelf, requests: RequestStore, facts: ChannelFacts) -> None:
        self._shelf = shelf
        self._requests = requests
        self._facts = facts

    def news(self, request_id: FormRequestId) -> RequestNews | None:
        """For the letter; None where the request or its form is gone, or the form names nobody to write
        to."""
        request = self._requests.get(request_id)
        form = self._form(request.alias) if request else None
        if request is None or form is None or not form.to:
            return None
        language = self._facts.now().language
        rows = tuple(
            (pick(field.label, language), _shown(form, field.name, answer, language))
            for field in form.fields
            if (answer := request.answers.get(field.name)) is not None
        )
        title, sender = pick(form.title, language), form.sender(request.answers)
        return RequestNews(title or form.alias, form.alias, form.to, sender, rows, request.created_at)

    def counts(self) -> list[FormCount]:
        """Every form of the channel, and those that are gone but have requests."""
        language, counts = self._facts.now().language, dict(self._requests.counts())
        found = [
            FormCount(one.alias, pick(one.title, language), one.to, len(one.fields), counts.pop(one.alias, 0))
            for one in self._shelf.all()
        ]
        return found + [FormCount(alias, "", "", 0, number) for alias, number in sorted(counts.items())]

    def each(self, alias: str | None = None) -> Iterator[Request]:
        """Every request, oldest first, of one form or of all; `NotFound` for a form that never was."""
        if alias is not None and alias not in {one.alias for one in self.counts()}:
            raise NotFound(f"There is no form {alias} in this channel.")
        last = FormRequestId(0)
        while found := self._requests.after(last, alias, AT_ONCE):
            yield from found
            last = found[-1].id

    def names(self, alias: str) -> list[str]:
        """The names of a form's fields as it is now."""
        form = self._form(alias)
        return [field.name for field in form.fields] if form else []

    def of_viewer(self, account_id: AccountId) -> list[dict[str, Any]]:
        """What a viewer wrote, for their own archive."""
        return [told(one) for one in self._requests.of_account(account_id)]

    def _form(self, alias: str) -> Form | None:
        try:
            return self._shelf.find(alias)
        except NotFound:
            return None


def told(request: Request) -> dict[str, Any]:
    """A request in plain values; the instant is aware."""
    return {
        "id": int(request.id),
        "form": request.alias,
        "language": request.language,
        "created_at": request.created_at,
        "answers": dict(request.answers),
    }


def _shown(form: Form, name: str, answer: Answer, language: str) -> str:
    """An answer as a person reads it: of a choice its label, of a box whether it is ticked."""
    if isinstance(answer, bool):
        return _TICKED.get(language[:2], _TICKED["en"])[answer]
    field = next(one for one in form.fields if one.name == name)
    labels: Mapping[str, str] = {one.value: pick(one.label, language) for one in field.options}
    return labels.get(str(answer), str(answer))


_TICKED = {"en": ("no", "yes"), "fr": ("non", "oui")}
