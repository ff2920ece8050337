"""A form of the channel: its fields with their rules, and what is wrong with what somebody wrote into it
(product.md §5; api.md, "Closed questions", Clips and forms)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchline.engagement.domain.answers import Answer, clean, faults_of
from touchline.engagement.domain.fields import Field, FieldType, Option, Rules
from touchline.shared.errors import Invalid
from touchline.shared.text import LocalText

CONTACTS = "contacts"
"""The form that every channel has."""


@dataclass(frozen=True)
class Form:
    """`alias` is the end of its address; `to` where requests are mailed to, "" for nowhere. A text may be
    absent (`{}`) where the page has words of its own."""

    alias: str
    title: LocalText
    intro: LocalText
    thanks: LocalText
    submit: LocalText
    to: str
    fields: tuple[Field, ...] = ()

    def read(self, given: Mapping[str, object]) -> dict[str, Answer]:
        """The answers as they are kept, by the names of the fields; `Invalid` with what is wrong with each
        field. What the form does not ask is left out, and so is what was left empty."""
        answers = {one.name: clean(one, given.get(one.name)) for one in self.fields}
        faults = {one.name: faults_of(one, answers[one.name]) for one in self.fields}
        wrong = {name: sentences for name, sentences in faults.items() if sentences}
        if wrong:
            raise Invalid(wrong)
        return {name: answer for name, answer in answers.items() if answer not in (None, "")}

    def sender(self, answers: Mapping[str, object]) -> str:
        """The e-mail address that was given, to answer to; "" where none was."""
        asked = (one.name for one in self.fields if one.type is FieldType.EMAIL)
        return next((str(answers[name]) for name in asked if answers.get(name)), "")


def form_of(said: Mapping[str, Any]) -> Form:
    """A form as the channel pack defines it (`front.packs.schemas.forms`)."""
    return Form(
        alias=said["key"],
        title=said.get("title") or {},
        intro=said.get("intro") or {},
        thanks=said.get("thanks") or {},
        submit=said.get("submit") or {},
        to=said.get("to") or "",
        fields=tuple(_field(one) for one in said["fields"]),
    )


def _field(said: Mapping[str, Any]) -> Field:
    rules = said.get("rules") or {}
    return Field(
        name=said["name"],
        label=said["label"],
        type=FieldType(said.get("type") or "text"),
        required=bool(said.get("required")),
        rules=Rules(rules.get("min"), rules.get("max"), rules.get("pattern")),
        options=tuple(Option(one["value"], one["label"]) for one in said.get("options") or ()),
    )
