"""The shapes of the library in answers (api.md, "Catalog" and "Closed questions")."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.schemas import RECORDING_STATES, MediaLinkSchema
from touchline.platform.http.schemas import nullable, required_text


class LibraryCategorySchema(Schema):
    """What items are filed under."""

    id = fields.Integer(required=True)
    name = required_text()
    alias = required_text()
    weight = fields.Integer(required=True)


class AssetSchema(Schema):
    """A picture or a preview; `type` is image or preview."""

    type = required_text()
    path = required_text()


class LibraryItemSchema(Schema):
    """A library item; `date` is an instant, `duration` in seconds. `full_title` adds the date to a title that
    several items have."""

    id = fields.Integer(required=True)
    title = required_text()
    full_title = required_text()
    description = required_text()
    author = required_text()
    date = required_text()
    duration = fields.Integer(required=True)
    categories = fields.List(fields.Nested(LibraryCategorySchema), required=True)
    type = required_text()
    pass_type = required_text()
    has_access = fields.Boolean(required=True)
    access_reason = required_text()
    recording_state = nullable(fields.String, validate=validate.OneOf(RECORDING_STATES))
    assets = fields.List(fields.Nested(AssetSchema), required=True)
    media = fields.List(fields.Nested(MediaLinkSchema), required=True)


class LibraryRailSchema(Schema):
    """A rail of the library with its first items."""

    id = fields.Integer(required=True)
    title = required_text()
    alias = required_text()
    weight = fields.Integer(required=True)
    category_id = nullable(fields.Integer)
    vod_media_items = fields.List(fields.Nested(LibraryItemSchema), required=True)
