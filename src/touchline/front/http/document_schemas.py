"""Schemas of a channel's document: entries and revisions."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate, validates_schema

from touchline.platform.http.schemas import (
    Instant,
    NormalizedString,
    nullable,
    required_text,
    validate_storable,
)
from touchline.shared.errors import INVALID_INPUT
from touchline.shared.strings import normalize

MAX_DEPTH, MAX_ENTRIES = 20, 200


class EntryValueField(fields.Dict):
    """The value of an entry: normalized texts, and numbers as they were written, because a price is no
    float."""

    def _deserialize(self, value: Any, *arguments: Any, **kwargs: Any) -> Any:
        value_by_name: Any = super()._deserialize(value, *arguments, **kwargs)  # type: ignore[no-untyped-call]
        return _normalize(value_by_name, 0)


def _normalize(value: Any, depth: int) -> Any:
    if depth > MAX_DEPTH:
        raise ValidationError(INVALID_INPUT)
    if isinstance(value, float):
        return Decimal(repr(value))
    if isinstance(value, str):
        validate_storable(value)
        return normalize.free_text(value)
    if isinstance(value, dict):
        return {name: _normalize(part, depth + 1) for name, part in value.items()}
    return [_normalize(part, depth + 1) for part in value] if isinstance(value, list) else value


class EntrySchema(Schema):
    """An entry of the document.

    `key` is empty in the sections `channel` and `texts`, which have one entry, and for the order of a
    section, whose value is `{"order": [KEY, …]}`.

    `value` has the fields of the channel pack, with absolute dates and with files as paths on the site.
    `version` changes with the value.
    """

    section = required_text()
    key = required_text()
    value = fields.Dict(required=True)
    version = required_text()


class ConfirmationArgsSchema(Schema):
    """Confirmation of a change that affects paid orders, and whether to refund them."""

    confirm = fields.Boolean(load_default=False)
    refund = fields.Boolean(load_default=False)


class VersionArgsSchema(ConfirmationArgsSchema):
    """The version of the entry to remove."""

    version = NormalizedString(normalize.token, required=True, validate=validate.Length(max=40))


class SaveEntryArgsSchema(ConfirmationArgsSchema):
    """A new value, and the version that it replaces. A new entry has no version."""

    value = EntryValueField(required=True)
    version = NormalizedString(
        normalize.token, load_default=None, allow_none=True, validate=validate.Length(max=40)
    )


class EditedEntrySchema(Schema):
    """An entry to save. A value of null removes it."""

    section = NormalizedString(normalize.token, required=True, validate=validate.Length(1, 40))
    key = NormalizedString(normalize.token, load_default="", validate=validate.Length(max=200))
    value = EntryValueField(load_default=None, allow_none=True)
    version = NormalizedString(
        normalize.token, load_default=None, allow_none=True, validate=validate.Length(max=40)
    )


class PreviewArgsSchema(Schema):
    """Entries as they would be saved."""

    entries = fields.List(
        fields.Nested(EditedEntrySchema), required=True, validate=validate.Length(1, MAX_ENTRIES)
    )


class SaveEntriesArgsSchema(PreviewArgsSchema, ConfirmationArgsSchema):
    """Entries that are saved as one revision."""


class SitePreviewSchema(Schema):
    """The start-up data of the web app in each language of the channel."""

    bundles = fields.Dict(keys=fields.String(), values=fields.Dict(), required=True)


class RevertPreviewArgsSchema(Schema):
    """How to undo a revision: `force` also restores fields that were changed again since."""

    force = fields.Boolean(load_default=False)


class RevertArgsSchema(ConfirmationArgsSchema, RevertPreviewArgsSchema):
    """How to undo a revision: `keep_later_changes` leaves fields alone that were changed again since, and
    `force` restores them, too."""

    keep_later_changes = fields.Boolean(load_default=False)

    @validates_schema
    def check_choice(self, data: dict[str, Any], **_: Any) -> None:
        """Raise `ValidationError` if the request asks to keep and to restore the same fields."""
        if data["force"] and data["keep_later_changes"]:
            raise ValidationError(INVALID_INPUT, "keep_later_changes")


class RevisionListArgsSchema(Schema):
    """The number of revisions."""

    limit = fields.Integer(load_default=20, validate=validate.Range(1, 100))


class EntryRefSchema(Schema):
    """The address of an entry."""

    section = required_text()
    key = required_text()


class RevisionSummarySchema(Schema):
    """A revision in the list. `entries` are up to five of the `count` changed entries.

    `source` is `apply`, `studio`, `import`, `command` or `revert`. `reverts` is the revision that this one
    undoes.
    """

    id = fields.Integer(required=True)
    at = Instant(required=True)
    author = required_text()
    source = required_text()
    reverts = nullable(fields.Integer)
    count = fields.Integer(required=True)
    entries = fields.List(fields.Nested(EntryRefSchema), required=True)


class EntryChangeSchema(EntryRefSchema):
    """An entry before and after a revision. Null means that it did not exist."""

    before = nullable(fields.Dict)
    after = nullable(fields.Dict)


class RevisionSchema(Schema):
    """A revision with all its changes."""

    id = fields.Integer(required=True)
    at = Instant(required=True)
    author = required_text()
    source = required_text()
    reverts = nullable(fields.Integer)
    changes = fields.List(fields.Nested(EntryChangeSchema), required=True)


class RevertResultSchema(Schema):
    """The new revision, or null if everything was undone already."""

    revision = nullable(fields.Integer)


class RevertedFieldSchema(EntryRefSchema):
    """A field in the preview of an undo, with values as text. `name` is the name of the entry.

    Without a `field`, the whole entry is created (`before` is null) or removed (`after` is null), or the
    order of a section changes (both are null).
    """

    name = required_text()
    field = required_text()
    before = nullable(fields.String)
    after = nullable(fields.String)


class RevertConflictSchema(EntryRefSchema):
    """A field that was changed again since: its value before the revision, and its current one, as text.

    Null means that the field, or the entry if `field` is empty, is absent.
    """

    name = required_text()
    field = required_text()
    value = nullable(fields.String)
    current = nullable(fields.String)


class PaidAmountSchema(Schema):
    """A total of orders in one currency."""

    amount = required_text()
    currency = required_text()


class OrderEffectSchema(Schema):
    """What a change would do to the paid orders of a product."""

    product = required_text()
    effect = required_text()
    orders = fields.List(fields.Integer(), required=True)
    paid = fields.List(fields.Nested(PaidAmountSchema), required=True)
    emails = fields.Integer(required=True)
    refundable = fields.List(fields.Integer(), required=True)


class RevertPreviewSchema(Schema):
    """What an undo would change, which fields were changed again since, and the effects on paid orders."""

    changes = fields.List(fields.Nested(RevertedFieldSchema), required=True)
    conflicts = fields.List(fields.Nested(RevertConflictSchema), required=True)
    effects = fields.List(fields.Nested(OrderEffectSchema), required=True)
