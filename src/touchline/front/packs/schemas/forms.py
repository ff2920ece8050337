"""`forms.yaml`: the contact form and the channel's own forms, with fields, rules and texts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from marshmallow import ValidationError, validates_schema

from touchline.front.packs.problems import InvalidValueError
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.fields import (
    BooleanField,
    ChoiceField,
    IntegerField,
    KeyField,
    StringField,
)
from touchline.front.packs.schemas.nested_fields import ListField, NestedField
from touchline.front.packs.schemas.text_fields import LocalizedTextField
from touchline.shared.strings.patterns import InvalidPatternError, check_pattern
from touchline.shared.strings.validation import is_email

CONTACT_FORM = "contacts"
"""The form that every channel has. It uses defaults for what its entry leaves out."""
MAX_FIELDS = 40
_MAX_LONG_TEXT, _MAX_SHORT_TEXT = 2_000, 200
_TEXT_TYPES = ("text", "email", "tel", "textarea")


class EmailField(StringField):
    """An email address."""

    example = "an email address such as `help@example.org`"

    def parse(self, value: Any) -> str:
        text = super().parse(value)
        if not is_email(text):
            raise InvalidValueError(f"`{text[:80]}` is not an email address", f"write {self.example}")
        return text


class PatternField(StringField):
    """A pattern that the whole text must match."""

    example = "a pattern such as `'[A-Z]{2}[0-9]{6}'` (in quotes)"

    def parse(self, value: Any) -> str:
        text = super().parse(value)
        try:
            check_pattern(text)
        except InvalidPatternError as error:
            raise InvalidValueError(str(error), f"write {self.example}") from None
        return text


class FieldNameField(StringField):
    """The name under which an answer is stored."""

    example = "a name such as `first_name`"

    def parse(self, value: Any) -> str:
        text = super().parse(value)
        if text == "robot_token":
            raise InvalidValueError("`robot_token` is reserved for the robot check", "choose another name")
        return text


class RulesSchema(PackSchema):
    """Limits of an answer: the range of a number, or the length of a text in characters."""

    min = IntegerField(default=None)
    max = IntegerField(1, default=None)
    pattern = PatternField(default=None)

    @validates_schema
    def check_bounds(self, data: dict[str, Any], **_: Any) -> None:
        """Require that the minimum does not exceed the maximum."""
        minimum, maximum = data.get("min"), data.get("max")
        if minimum is not None and maximum is not None and minimum > maximum:
            raise ValidationError("is less than `min`; use a greater number", "max")


class OptionSchema(PackSchema):
    """One option of a select field."""

    value = StringField(maximum=80)
    label = LocalizedTextField(max_length=_MAX_SHORT_TEXT)


class FieldSchema(PackSchema):
    """One field of a form."""

    name = FieldNameField(example=FieldNameField.example, pattern=r"[a-z][a-z0-9_]{0,39}")
    label = LocalizedTextField(max_length=_MAX_SHORT_TEXT)
    type = ChoiceField(*_TEXT_TYPES, "select", "checkbox", "number", default="text")
    required = BooleanField(default=False)
    rules = NestedField(RulesSchema, default=None)
    options = ListField(NestedField(OptionSchema), max_items=100)

    @validates_schema
    def check_options(self, data: dict[str, Any], **_: Any) -> None:
        """Require unique options for a select field, and reject options for other fields."""
        options = data.get("options") or []
        if data.get("type") == "select" and not options:
            raise ValidationError("is missing; write a list of `{value: …, label: …}`", "options")
        if data.get("type") != "select" and options:
            raise ValidationError("is only for fields of type `select`; remove it", "options")
        _check_unique([option["value"] for option in options], "options", "value")

    @validates_schema
    def check_rules(self, data: dict[str, Any], **_: Any) -> None:
        """Reject rules for checkbox and select fields, and a pattern for a number."""
        kind, rules = data.get("type"), data.get("rules") or {}
        if kind in ("select", "checkbox") and any(value is not None for value in rules.values()):
            raise ValidationError(f"is not allowed for type `{kind}`; remove it", "rules")
        if kind == "number" and rules.get("pattern"):
            raise ValidationError({"rules": {"pattern": ["is not allowed for a number; remove it"]}})


class FormSchema(PackSchema):
    """A form at the path `/forms/{key}`. The key `contacts` is the contact form."""

    key = KeyField()
    title = LocalizedTextField(default=None, max_length=_MAX_SHORT_TEXT)
    intro = LocalizedTextField(default=None, max_length=_MAX_LONG_TEXT)
    thanks = LocalizedTextField(default=None, max_length=_MAX_LONG_TEXT)
    submit = LocalizedTextField(default=None, max_length=80)
    to = EmailField(default=None)
    fields_ = ListField(NestedField(FieldSchema), max_items=MAX_FIELDS, data_key="fields", attribute="fields")

    @validates_schema
    def check_required_parts(self, data: dict[str, Any], **_: Any) -> None:
        """Require a title and fields, except for the contact form. Field names must be unique."""
        form_fields = data.get("fields") or []
        if data.get("key") != CONTACT_FORM:
            for name, field_value in (("title", data.get("title")), ("fields", form_fields)):
                if not field_value:
                    raise ValidationError("is missing; only the form `contacts` may omit it", name)
        _check_unique([form_field["name"] for form_field in form_fields], "fields", "name")


def _check_unique(names: list[str], list_field: str, item_field: str) -> None:
    duplicates = [name for name, number in Counter(names).items() if number > 1]
    if duplicates:
        index = len(names) - 1 - names[::-1].index(duplicates[0])
        raise ValidationError(
            {list_field: {index: {item_field: [f"`{duplicates[0]}` is used twice; each must be unique"]}}}
        )
