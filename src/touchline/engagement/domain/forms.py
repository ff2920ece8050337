"""A channel's form: its fields, their rules, and validation of answers.

See product.md §5 and api.md, "Closed questions", Clips and forms.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from touchline.engagement.domain.answers import Answer, parse_answer, validate_answer
from touchline.engagement.domain.fields import Field, FieldOption, FieldRules, FieldType
from touchline.shared.errors import InvalidInputError
from touchline.shared.strings.localized import LocalText

CONTACT_FORM = "contacts"
"""Alias of the form that every channel has."""


NAME_FIELDS = ("name", "first_name", "last_name")
"""Names of the fields in which senders write their name."""


@dataclass(frozen=True)
class Form:
    """A form of the channel.

    `alias` is the last part of its URL. `to` is the email address that receives requests; "" for none. A text
    may be empty (`{}`) if the page has a default for it.
    """

    alias: str
    title: LocalText
    intro: LocalText
    thanks: LocalText
    submit: LocalText
    to: str
    fields: tuple[Field, ...] = ()

    def parse_answers(self, values: Mapping[str, object]) -> dict[str, Answer]:
        """Return the answers to store, by field name. Unknown fields and empty answers are left out.

        Raises `InvalidInputError` with the errors of each field.
        """
        answers = {field.name: parse_answer(field, values.get(field.name)) for field in self.fields}
        errors = {field.name: validate_answer(field, answers[field.name]) for field in self.fields}
        invalid = {name: messages for name, messages in errors.items() if messages}
        if invalid:
            raise InvalidInputError(invalid)
        return {name: answer for name, answer in answers.items() if answer not in (None, "")}

    def get_sender_email(self, answers: Mapping[str, object]) -> str:
        """Return the sender's email address to reply to; "" if there is none."""
        email_fields = (field.name for field in self.fields if field.type is FieldType.EMAIL)
        return next((str(answers[name]) for name in email_fields if answers.get(name)), "")

    def get_sender_name(self, answers: Mapping[str, object]) -> str:
        """Return the sender's name from the fields with the usual names; "" if there are none."""
        names = (str(answers.get(name, "")) for name in NAME_FIELDS)
        return " ".join(name for name in names if name)


def parse_form(definition: Mapping[str, Any]) -> Form:
    """Return the form of a channel pack's definition (`front.packs.schemas.forms`)."""
    return Form(
        alias=definition["key"],
        title=definition.get("title") or {},
        intro=definition.get("intro") or {},
        thanks=definition.get("thanks") or {},
        submit=definition.get("submit") or {},
        to=definition.get("to") or "",
        fields=tuple(_parse_field(field) for field in definition["fields"]),
    )


def _parse_field(definition: Mapping[str, Any]) -> Field:
    rules = definition.get("rules") or {}
    return Field(
        name=definition["name"],
        label=definition["label"],
        type=FieldType(definition.get("type") or "text"),
        required=bool(definition.get("required")),
        rules=FieldRules(rules.get("min"), rules.get("max"), rules.get("pattern")),
        options=tuple(
            FieldOption(option["value"], option["label"]) for option in definition.get("options") or ()
        ),
    )
