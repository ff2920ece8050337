"""`forms.yaml`: the contact form and the channel's own: fields, rules, texts."""

from __future__ import annotations

from collections import Counter
from typing import Any

from marshmallow import ValidationError, validates_schema

from touchline.front.packs.problems import Wrong
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.fields import Choice, Flag, Key, Whole, Word
from touchline.front.packs.schemas.many import Many, Part
from touchline.front.packs.schemas.texts import Text
from touchline.shared.patterns import WrongPattern, check_pattern
from touchline.shared.typed import is_email

CONTACTS = "contacts"
"""The form that every channel has: what its entry leaves out is as usual."""
MOST_FIELDS = 40
_LONG, _SHORT = 2_000, 200
_TEXTS = ("text", "email", "tel", "textarea")


class Address(Word):
    """An e-mail address."""

    like = "an e-mail address such as `help@example.org`"

    def read(self, value: Any) -> str:
        text = super().read(value)
        if not is_email(text):
            raise Wrong(f"`{text[:80]}` is not an e-mail address", f"write {self.like}")
        return text


class Pattern(Word):
    """What all of a text must be like."""

    like = "a pattern such as `'[A-Z]{2}[0-9]{6}'` (in quotes)"

    def read(self, value: Any) -> str:
        text = super().read(value)
        try:
            check_pattern(text)
        except WrongPattern as wrong:
            raise Wrong(str(wrong), f"write {self.like}") from None
        return text


class FieldName(Word):
    """The name under which an answer is kept."""

    like = "a name such as `first_name`"

    def read(self, value: Any) -> str:
        text = super().read(value)
        if text == "robot_token":
            raise Wrong("`robot_token` belongs to the robot check", "choose another name")
        return text


class RulesSchema(PackSchema):
    """Bounds of an answer: of a number its least and most, of a text its characters."""

    min = Whole(default=None)
    max = Whole(1, default=None)
    pattern = Pattern(default=None)

    @validates_schema
    def in_order(self, data: dict[str, Any], **_: Any) -> None:
        """The least is not more than the most."""
        least, most = data.get("min"), data.get("max")
        if least is not None and most is not None and least > most:
            raise ValidationError("is less than `min`; write a greater number", "max")


class OptionSchema(PackSchema):
    """One answer of a choice."""

    value = Word(most=80)
    label = Text(most=_SHORT)


class FieldSchema(PackSchema):
    """One question of a form."""

    name = FieldName(like=FieldName.like, pattern=r"[a-z][a-z0-9_]{0,39}")
    label = Text(most=_SHORT)
    type = Choice(*_TEXTS, "select", "checkbox", "number", default="text")
    required = Flag(default=False)
    rules = Part(RulesSchema, default=None)
    options = Many(Part(OptionSchema), most=100)

    @validates_schema
    def what_may_be_chosen(self, data: dict[str, Any], **_: Any) -> None:
        """A choice has options, each once; nothing else has any."""
        options = data.get("options") or []
        if data.get("type") == "select" and not options:
            raise ValidationError("is missing; write a list of `{value: …, label: …}`", "options")
        if data.get("type") != "select" and options:
            raise ValidationError("belongs to a field of the type `select`; remove it", "options")
        _once([one["value"] for one in options], "options", "value")

    @validates_schema
    def rules_that_fit(self, data: dict[str, Any], **_: Any) -> None:
        """A box and a choice have no rules, a number no pattern."""
        kind, rules = data.get("type"), data.get("rules") or {}
        if kind in ("select", "checkbox") and any(value is not None for value in rules.values()):
            raise ValidationError(f"does not go with the type `{kind}`; remove it", "rules")
        if kind == "number" and rules.get("pattern"):
            raise ValidationError({"rules": {"pattern": ["does not go with a number; remove it"]}})


class FormSchema(PackSchema):
    """A form. Its key is the end of its address, `/forms/{key}`; `contacts` is the contact form's."""

    key = Key()
    title = Text(default=None, most=_SHORT)
    intro = Text(default=None, most=_LONG)
    thanks = Text(default=None, most=_LONG)
    submit = Text(default=None, most=80)
    to = Address(default=None)
    fields_ = Many(Part(FieldSchema), most=MOST_FIELDS, data_key="fields", attribute="fields")

    @validates_schema
    def enough_to_ask(self, data: dict[str, Any], **_: Any) -> None:
        """A form has a title and fields, each name once; the contact form has them anyway."""
        asked = data.get("fields") or []
        if data.get("key") != CONTACTS:
            for name, there in (("title", data.get("title")), ("fields", asked)):
                if not there:
                    raise ValidationError("is missing; only the form `contacts` may leave it out", name)
        _once([one["name"] for one in asked], "fields", "name")


def _once(names: list[str], where: str, what: str) -> None:
    twice = [name for name, number in Counter(names).items() if number > 1]
    if twice:
        index = len(names) - 1 - names[::-1].index(twice[0])
        raise ValidationError({where: {index: {what: [f"`{twice[0]}` stands twice; give each its own"]}}})
