"""Schemas of the library (api.md, "Catalog" and "Closed questions")."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.schemas import RECORDING_STATES, MediaLinkSchema
from touchline.platform.http.schemas import nullable, required_text


class LibraryCategorySchema(Schema):
    """Library category."""

    id = fields.Integer(required=True)
    name = required_text()
    alias = required_text()
    weight = fields.Integer(required=True)


class AssetSchema(Schema):
    """Image or preview, by `type`."""

    type = required_text()
    path = required_text()


class LibraryItemSchema(Schema):
    """Library item.

    `date` is a time, `duration` is in seconds. `full_title` adds the date if several items share the title.
    """

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
    available_at = nullable(fields.String)
    available_until = nullable(fields.String)
    has_video = fields.Boolean(required=True)
    is_audio_only = fields.Boolean(required=True)
    recording_state = nullable(fields.String, validate=validate.OneOf(RECORDING_STATES))
    assets = fields.List(fields.Nested(AssetSchema), required=True)
    media = fields.List(fields.Nested(MediaLinkSchema), required=True)


class LibraryRailSchema(Schema):
    """Library rail with its first items."""

    id = fields.Integer(required=True)
    title = required_text()
    alias = required_text()
    weight = fields.Integer(required=True)
    category_id = nullable(fields.Integer)
    vod_media_items = fields.List(fields.Nested(LibraryItemSchema), required=True)
