"""Schemas of the import of a schedule."""

from __future__ import annotations

import base64
import binascii
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from touchline.front.http.document_schemas import ConfirmationArgsSchema, OrderEffectSchema
from touchline.front.imports.choices import MAX_ROW_KEY, RowChoice, RowClass
from touchline.front.imports.names import NameAction, NameKind
from touchline.front.imports.parsers.columns import FIELDS, IGNORED
from touchline.front.imports.parsers.csv_table import MAX_ROWS
from touchline.front.imports.parsers.dates import DateOrder
from touchline.platform.http.schemas import NormalizedString, nullable, required_text
from touchline.shared.errors import INVALID_INPUT
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import INPUT_REQUIRED

MAX_CONTENT = 1_000_000
MAX_COLUMNS, MAX_NAMES, MAX_SOURCE = 100, 1000, 120
MAX_ID = 2**31 - 1
DATE_ORDERS = [order.value for order in DateOrder]


class FileContentField(NormalizedString):
    """The bytes of a file, in Base64."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(normalize.token, validate=validate.Length(1, MAX_CONTENT), **kwargs)

    def deserialize(self, value: Any, *arguments: Any, **kwargs: Any) -> Any:
        """Return the bytes. Raises `ValidationError`."""
        text: str | None = super().deserialize(value, *arguments, **kwargs)
        if text is None:
            return None
        try:
            return base64.b64decode(text, validate=True)
        except (binascii.Error, ValueError):
            raise ValidationError(INVALID_INPUT) from None


class NameArgsSchema(Schema):
    """A decision about a name of the file."""

    kind = fields.String(required=True, validate=validate.OneOf([kind.value for kind in NameKind]))
    name = NormalizedString(normalize.name, required=True, validate=validate.Length(1, 200))
    scope = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=80))
    action = fields.String(required=True, validate=validate.OneOf([action.value for action in NameAction]))
    key = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=80))


class ImportOptionsSchema(Schema):
    """How a file is read. What is left out is detected."""

    columns = fields.List(
        fields.String(validate=validate.OneOf([*FIELDS, IGNORED])),
        load_default=list,
        validate=validate.Length(max=MAX_COLUMNS),
    )
    date_order = fields.String(load_default=None, allow_none=True, validate=validate.OneOf(DATE_ORDERS))
    season = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(2000, 2200))
    own_team = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=80))
    is_away_score_first = fields.Boolean(load_default=False)
    category = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=80))


OPTION_NAMES = tuple(ImportOptionsSchema().fields)


class RowChoiceArgsSchema(Schema):
    """A decision about a row of the preview."""

    row_key = NormalizedString(normalize.token, required=True, validate=validate.Length(1, MAX_ROW_KEY))
    choice = fields.String(required=True, validate=validate.OneOf([choice.value for choice in RowChoice]))


class ImportPreviewArgsSchema(ImportOptionsSchema):
    """A file with the name of its source, or a feed, and how it is read."""

    content = FileContentField(load_default=None)
    source = NormalizedString(normalize.name, load_default="", validate=validate.Length(max=MAX_SOURCE))
    feed = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(1, MAX_ID))
    names = fields.List(
        fields.Nested(NameArgsSchema), load_default=list, validate=validate.Length(max=MAX_NAMES)
    )
    choices = fields.List(
        fields.Nested(RowChoiceArgsSchema), load_default=list, validate=validate.Length(max=MAX_ROWS)
    )

    @validates_schema
    def _validate_file(self, data: dict[str, Any], **_options: Any) -> None:
        """Require a file with its source, or a feed."""
        if data["feed"] is None:
            missing = {name: [INPUT_REQUIRED] for name in ("content", "source") if not data[name]}
            if missing:
                raise ValidationError(missing)


class ImportArgsSchema(ImportPreviewArgsSchema, ConfirmationArgsSchema):
    """The import of a file whose preview the operator saw."""

    version = NormalizedString(normalize.token, required=True, validate=validate.Length(1, 40))


class ImportColumnSchema(Schema):
    """A column of the file, the field that it holds, and its first values."""

    name = required_text()
    field = required_text()
    samples = fields.List(fields.String(), required=True)


class ImportProblemSchema(Schema):
    """A problem of one row. Rows with problems that are no notices are not imported."""

    row = fields.Integer(required=True)
    column = required_text()
    value = required_text()
    code = required_text()
    message = required_text()
    is_notice = fields.Boolean(required=True)


class ImportCandidateSchema(Schema):
    """An entry that a name may mean."""

    key = required_text()
    label = required_text()


class ImportNameSchema(Schema):
    """A name of the file that matches no entry, or several, and the decision about it."""

    kind = required_text()
    name = required_text()
    scope = required_text()
    candidates = fields.List(fields.Nested(ImportCandidateSchema), required=True)
    action = nullable(fields.String)
    key = required_text()
    rows = fields.List(fields.Integer(), required=True)


class ImportChangeSchema(Schema):
    """A field that the import would change."""

    field = required_text()
    studio = nullable(fields.String)
    file = nullable(fields.String)
    is_disagreeing = fields.Boolean(required=True)


class ImportRowSchema(Schema):
    """A row of the preview."""

    row_key = required_text()
    number = fields.Integer(required=True)
    label = required_text()
    row_class = fields.String(
        required=True, data_key="class", validate=validate.OneOf([kind.value for kind in RowClass])
    )
    event_key = nullable(fields.String)
    starts = required_text()
    status = required_text()
    category = required_text()
    location = required_text()
    score = nullable(fields.String)
    changes = fields.List(fields.Nested(ImportChangeSchema), required=True)


class DateExampleSchema(Schema):
    """What an ambiguous date of the file means in each order: month and day."""

    day_first = required_text()
    month_first = required_text()


class ImportEntriesSchema(Schema):
    """All entries of the channel that a name can mean."""

    team = fields.List(fields.Nested(ImportCandidateSchema), required=True)
    location = fields.List(fields.Nested(ImportCandidateSchema), required=True)
    category = fields.List(fields.Nested(ImportCandidateSchema), required=True)


class ImportPreviewSchema(Schema):
    """What an import would do, and how the file was read."""

    version = required_text()
    format = required_text()
    encoding = required_text()
    delimiter = required_text()
    columns = fields.List(fields.Nested(ImportColumnSchema), required=True)
    skipped = fields.List(fields.Integer(), required=True)
    date_order = nullable(fields.String)
    suggested_date_order = required_text()
    date_example = fields.Nested(DateExampleSchema, required=True, allow_none=True)
    questions = fields.List(fields.String(), required=True)
    problems = fields.List(fields.Nested(ImportProblemSchema), required=True)
    names = fields.List(fields.Nested(ImportNameSchema), required=True)
    rows = fields.List(fields.Nested(ImportRowSchema), required=True)
    counts = fields.Dict(keys=fields.String(), values=fields.Integer(), required=True)
    labels = fields.Dict(keys=fields.String(), values=fields.String(), required=True)
    entries = fields.Nested(ImportEntriesSchema, required=True)
    effects = fields.List(fields.Nested(OrderEffectSchema), required=True)
    sources = fields.List(fields.String(), required=True)


class ImportResultSchema(Schema):
    """What an import did. `revision` is null if it changed nothing."""

    revision = nullable(fields.Integer)
    created = fields.Integer(required=True)
    changed = fields.Integer(required=True)
