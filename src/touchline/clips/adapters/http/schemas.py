"""Schemas of the clip endpoints (api.md, "Clips")."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from touchline.clips.adapters.http.event_schemas import ClipEventSchema, FeaturedEventSchema
from touchline.clips.domain.clip import SELECT_TAG, ClipOrigin
from touchline.clips.domain.sharing import ShareState
from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import (
    Instant,
    NormalizedString,
    nullable,
    required_text,
    validate_storable,
)
from touchline.shared.strings import normalize
from touchline.shared.strings.validation import FIELD_REQUIRED

_MAX_ID = 2_147_483_647
_MAX_SECONDS = 10**12
_MAX_TAGS_SENT = 100
_REQUIRED_MESSAGES: Any = {"required": FIELD_REQUIRED, "null": FIELD_REQUIRED}
_TAG_REQUIRED_MESSAGES: Any = {"required": SELECT_TAG, "null": SELECT_TAG}


def _text_field() -> NormalizedString:
    return NormalizedString(normalize.name, load_default=None, allow_none=True, validate=validate_storable)


def _id_field() -> fields.Integer:
    allowed_range = validate.Range(1, _MAX_ID)
    return fields.Integer(
        required=True, strict=True, validate=allowed_range, error_messages=_REQUIRED_MESSAGES
    )


def _seconds_field(min_value: int) -> fields.Float:
    return fields.Float(
        required=True, validate=validate.Range(min_value, _MAX_SECONDS), error_messages=_REQUIRED_MESSAGES
    )


def _tags_field(**options: Any) -> fields.Field[Any]:
    return fields.List(_text_field(), validate=validate.Length(max=_MAX_TAGS_SENT), **options)


class ClipDetailsArgsSchema(Schema):
    """Body of `PATCH /clip/{id}`, sent as `POST` with `_method=patch`.

    Missing and null fields stay unchanged.
    """

    name = _text_field()
    tags = _tags_field(load_default=None, allow_none=True)


class ClipArgsSchema(Schema):
    """Body of `POST /clip`. All fields are required, with at least one tag (product.md, section 5).

    `start_time` and `duration` are in seconds. In a live stream, `start_time` counts from `start_ts`.
    """

    name = NormalizedString(
        normalize.name, required=True, validate=validate_storable, error_messages=_REQUIRED_MESSAGES
    )
    tags = _tags_field(required=True, error_messages=_TAG_REQUIRED_MESSAGES, metadata={"minItems": 1})
    event_id = _id_field()
    event_media_id = _id_field()
    start_time = _seconds_field(0)
    duration = _seconds_field(-_MAX_SECONDS)


EventClipsArgsSchema = list_args_schema("ClipsOfEventArgs")


class ReportArgsSchema(Schema):
    """Body of `POST /clip/{id}/report`.

    `reason` is `person` (someone who should not be shown), `bullying`, `wrong_game` or `other`; `text` has at
    most 500 characters.
    """

    reason = NormalizedString(normalize.token, load_default="", allow_none=True, validate=validate_storable)
    text = NormalizedString(normalize.free_text, load_default="", allow_none=True, validate=validate_storable)


class ClipReportSchema(Schema):
    """Result of a report. `reported` is true if the channel has the report, new or earlier."""

    reported = fields.Boolean(required=True)


class SharedClipArgsSchema(Schema):
    """Query of `GET /shared-clip/{id}`. Without a `uuid` no clip matches."""

    uuid = NormalizedString(normalize.token, load_default="")


class ClipKindArgsSchema(Schema):
    """Clips to list: those that the viewer created, or those that the viewer downloaded."""

    kind = fields.String(load_default="clips", validate=validate.OneOf(["clips", "downloads"]))


OwnClipsArgsSchema = list_args_schema("OwnClipsArgs", base=ClipKindArgsSchema)


class ClipSchema(Schema):
    """Clip. Durations are in seconds, sizes in pixels, times in UTC.

    `url` plays from `start_offset` for `duration`. It is null unless this viewer may play the clip now.
    Anonymous visitors see `Clip` and no tags while `name_public` is false: the name awaits approval. `hidden`
    is true if the channel has hidden the clip; only its maker still sees it. `state` and `progress` describe
    its file, `ahead` counts the files queued before it. `uuid` and `share_url` are set for the owner, and for
    viewers with the share link. Other viewers of a featured clip get its page as `share_url`. `share_state`
    says whether the share link works: `open`, `limit` (the maker's links already show as much of this paid
    event as allowed) or `ended` (the purchase was refunded or revoked); null for everyone else. `origin` is
    `viewer`, or for clips that the channel makes by itself `highlight` or `reel`. `event` is null if it is no
    longer in the channel.
    """

    id = fields.Integer(required=True)
    uuid = nullable(fields.String)
    event_id = fields.Integer(required=True)
    event = fields.Nested(ClipEventSchema, required=True, allow_none=True)
    name = required_text()
    start_time = fields.Float(required=True)
    duration = fields.Float(required=True)
    tags = fields.List(fields.String(), required=True)
    name_public = fields.Boolean(required=True)
    hidden = fields.Boolean(required=True)
    event_media_id = fields.Integer(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(["clips", "downloads"]))
    state = fields.String(required=True, validate=validate.OneOf(["queued", "processing", "ready", "failed"]))
    progress = fields.Integer(required=True)
    ahead = fields.Integer(required=True)
    failure_message = nullable(fields.String)
    failure_code = nullable(fields.String)
    url = nullable(fields.String)
    expires_at = nullable(Instant)
    start_offset = fields.Float(required=True)
    poster = nullable(fields.String)
    size = nullable(fields.Integer)
    share_url = nullable(fields.String)
    share_state = fields.String(
        required=True, allow_none=True, validate=validate.OneOf([state.value for state in ShareState])
    )
    created_at = Instant(required=True)
    is_own = fields.Boolean(required=True)
    origin = fields.String(required=True, validate=validate.OneOf([origin.value for origin in ClipOrigin]))
    width = fields.Integer(required=True)
    height = fields.Integer(required=True)
    frame_rate = nullable(fields.Float)


class FeaturedClipSchema(Schema):
    """Clip on the home page. `poster` is null until its file is ready. `GET /clip/{id}` returns its URL."""

    id = fields.Integer(required=True)
    event_id = fields.Integer(required=True)
    event = fields.Nested(FeaturedEventSchema, required=True)
    name = required_text()
    duration = fields.Float(required=True)
    poster = nullable(fields.String)


class FileDownloadSchema(Schema):
    """File to download, with its URL for this session until `expires_at`, its name and its size in bytes."""

    url = required_text()
    filename = required_text()
    size = fields.Integer(required=True)
    expires_at = Instant(required=True)
