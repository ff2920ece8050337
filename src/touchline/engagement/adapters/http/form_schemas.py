"""Shapes of forms (api.md, "Favorites, forms, contact")."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.engagement.domain.fields import FieldType
from touchline.platform.http.schemas import NormalizedString, validate_storable
from touchline.shared.strings import normalize


class FieldRulesSchema(Schema):
    """Bounds of an answer: of a number its least and most, of a text its characters."""

    min = fields.Integer()
    max = fields.Integer()
    pattern = fields.String(metadata={"description": "What all of a text must be like (RE2, JavaScript)"})


class FieldOptionSchema(Schema):
    """One answer that may be chosen."""

    value = fields.String(required=True)
    label = fields.String(required=True)


class FormFieldSchema(Schema):
    """One question."""

    name = fields.String(required=True)
    label = fields.String(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(FieldType)))
    required = fields.Boolean(required=True)
    rules = fields.Nested(FieldRulesSchema, required=True)
    options = fields.List(fields.Nested(FieldOptionSchema), required=True)


class FormSchema(Schema):
    """A form; a text that it does not have is empty."""

    alias = fields.String(required=True)
    title = fields.String(required=True)
    intro = fields.String(required=True)
    thanks = fields.String(required=True)
    submit = fields.String(required=True)
    questions = fields.List(
        fields.Nested(FormFieldSchema), required=True, data_key="fields", attribute="fields"
    )
    robot_check = fields.Boolean(required=True)


class SubmitFormArgsSchema(Schema):
    """A filled-in form: answers by the names of its fields."""

    answers = fields.Dict(
        keys=NormalizedString(normalize.token),
        values=fields.Raw(allow_none=True),
        load_default=dict,
        data_key="fields",
    )
    robot_token = NormalizedString(
        normalize.token,
        load_default=None,
        allow_none=True,
        validate=[validate.Length(max=8192), validate_storable],
    )


class SubmittedFormSchema(Schema):
    """What was made of it."""

    id = fields.Integer(required=True)
