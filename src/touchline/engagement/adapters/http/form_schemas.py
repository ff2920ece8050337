"""Schemas of forms (api.md, "Favorites, forms, contact")."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.engagement.domain.fields import FieldType
from touchline.platform.http.schemas import NormalizedString, validate_storable
from touchline.shared.strings import normalize


class FieldRulesSchema(Schema):
    """Limits of an answer: minimum and maximum of a number, or of the length of a text."""

    min = fields.Integer()
    max = fields.Integer()
    pattern = fields.String(metadata={"description": "Pattern for the whole text (RE2, JavaScript)"})


class FieldOptionSchema(Schema):
    """Option of a field."""

    value = fields.String(required=True)
    label = fields.String(required=True)


class FormFieldSchema(Schema):
    """Form field."""

    name = fields.String(required=True)
    label = fields.String(required=True)
    type = fields.String(required=True, validate=validate.OneOf(list(FieldType)))
    required = fields.Boolean(required=True)
    rules = fields.Nested(FieldRulesSchema, required=True)
    options = fields.List(fields.Nested(FieldOptionSchema), required=True)


class FormSchema(Schema):
    """Form. Missing texts are empty."""

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
    """Submitted form: answers by field name."""

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
    """Result of a submitted form."""

    id = fields.Integer(required=True)
