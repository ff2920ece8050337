"""The shapes of the library in answers (api.md, "Catalogue" and "Closed questions")."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.schemas import RECORDING_STATES, MediaLink
from touchline.platform.http.schemas import maybe, text


class LibraryCategory(Schema):
    """What items are filed under."""

    id = fields.Integer(required=True)
    name = text()
    alias = text()
    weight = fields.Integer(required=True)


class Asset(Schema):
    """A picture or a preview; `type` is image or preview."""

    type = text()
    path = text()


class LibraryItem(Schema):
    """A library item; `date` is an instant, `duration` in seconds. `full_title` adds the date to a title that
    several items have."""

    id = fields.Integer(required=True)
    title = text()
    full_title = text()
    description = text()
    author = text()
    date = text()
    duration = fields.Integer(required=True)
    categories = fields.List(fields.Nested(LibraryCategory), required=True)
    type = text()
    pass_type = text()
    has_access = fields.Boolean(required=True)
    access_reason = text()
    recording_state = maybe(fields.String, validate=validate.OneOf(RECORDING_STATES))
    assets = fields.List(fields.Nested(Asset), required=True)
    media = fields.List(fields.Nested(MediaLink), required=True)


class LibraryRail(Schema):
    """A rail of the library with its first items."""

    id = fields.Integer(required=True)
    title = text()
    alias = text()
    weight = fields.Integer(required=True)
    category_id = maybe(fields.Integer)
    vod_media_items = fields.List(fields.Nested(LibraryItem), required=True)
