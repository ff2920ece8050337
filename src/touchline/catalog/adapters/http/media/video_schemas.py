"""Schemas of the videos and uploads of events and library items."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.catalog.domain.media.assets import AssetState
from touchline.catalog.domain.media.recordings import RecordingState
from touchline.catalog.domain.media.uploads import UploadState
from touchline.platform.http.schemas import Instant, nullable, required_text

TRIM_STATES = ("full_length", "pending", "trimmed")


class UploadSchema(Schema):
    """A file that is not a video yet."""

    id = fields.Integer(required=True)
    file_name = required_text()
    size = fields.Integer(required=True)
    offset = fields.Integer(required=True)
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in UploadState]))
    failure_message = required_text()
    created_at = Instant(required=True)
    expires_at = Instant(required=True)


class CaptionTrackSchema(Schema):
    """Captions of a video in one language."""

    language = required_text()
    name = required_text()


class TrimArgsSchema(Schema):
    """A range of a video at full length, in seconds."""

    start = fields.Float(required=True, validate=validate.Range(min=0))
    end = fields.Float(load_default=None, allow_none=True, validate=validate.Range(min=0))


class TrimSchema(Schema):
    """The range of a video that viewers see or will see, in seconds of its full length."""

    state = fields.String(required=True, validate=validate.OneOf(TRIM_STATES))
    start = fields.Float(required=True)
    end = fields.Float(required=True)
    full_duration = fields.Float(required=True)
    failure_message = required_text()


class StudioPlaybackSchema(Schema):
    """A video at full length, for operators."""

    url = fields.String(required=True)
    expires_at = Instant(required=True)
    duration = fields.Float(required=True)


class VideoSchema(Schema):
    """A video of an event or library item, ready or not."""

    id = fields.Integer(required=True)
    name = required_text()
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in AssetState]))
    progress = fields.Integer(required=True)
    failure_message = required_text()
    warning = required_text()
    duration = nullable(fields.Float)
    width = nullable(fields.Integer)
    height = nullable(fields.Integer)
    has_audio = nullable(fields.Boolean)
    has_captions = nullable(fields.Boolean)
    captions = fields.List(fields.Nested(CaptionTrackSchema), required=True)
    upload_id = nullable(fields.Integer)
    trim = fields.Nested(TrimSchema, required=True, allow_none=True)


class OwnerVideosSchema(Schema):
    """The videos of an event or library item, and whether viewers see them."""

    recording_state = fields.String(
        required=True, validate=validate.OneOf([state.value for state in RecordingState])
    )
    restorable_until = nullable(Instant)
    clip_count = fields.Integer(required=True)
    videos = fields.List(fields.Nested(VideoSchema), required=True)
    uploads = fields.List(fields.Nested(UploadSchema), required=True)
    max_upload_bytes = fields.Integer(required=True)
