"""Schemas of the moderation of clips in the studio."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.clips.domain.clip import ClipOrigin
from touchline.clips.domain.moderation import ModerationGroup, ReportReason
from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import (
    Instant,
    NormalizedString,
    nullable,
    required_text,
    validate_storable,
)
from touchline.shared.strings import normalize
from touchline.shared.tasks.work import WorkState

_MAX_REASON = 500
_MAX_SEARCH = 100


class ModerationFilterSchema(Schema):
    """Clips to list. `q` is for words of the clip's name."""

    filter = fields.String(
        load_default=ModerationGroup.ALL.value,
        validate=validate.OneOf([group.value for group in ModerationGroup]),
    )
    q = NormalizedString(
        normalize.name, load_default="", validate=[validate.Length(max=_MAX_SEARCH), validate_storable]
    )


ModeratedClipsArgsSchema = list_args_schema("ModeratedClipsArgs", limit=24, base=ModerationFilterSchema)


class DecisionArgsSchema(Schema):
    """Reason of a decision, for the takedown log. It can be empty."""

    reason = NormalizedString(
        normalize.free_text, load_default="", validate=[validate.Length(max=_MAX_REASON), validate_storable]
    )


class ClipCreatorSchema(Schema):
    """Viewer who created a clip. The name is empty if the account has none. `blocked`: may not create
    clips."""

    name = fields.String(required=True)
    blocked = fields.Boolean(required=True)


class ModeratedEventSchema(Schema):
    """Event of a clip. The name is empty if the event was deleted."""

    id = fields.Integer(required=True)
    name = fields.String(required=True)


class OpenReportSchema(Schema):
    """Report that no operator has resolved. Who reported is never shown."""

    reason = fields.String(required=True, validate=validate.OneOf([reason.value for reason in ReportReason]))
    text = fields.String(required=True)
    created_at = Instant(required=True)


class ModeratedClipSchema(Schema):
    """Clip, for operators who moderate. `poster` and `preview` are files that only they can open.

    `creator` is null for highlights and reels, which the channel makes by itself.
    """

    id = fields.Integer(required=True)
    name = required_text()
    tags = fields.List(fields.String(), required=True)
    creator = fields.Nested(ClipCreatorSchema, required=True, allow_none=True)
    origin = fields.String(required=True, validate=validate.OneOf([origin.value for origin in ClipOrigin]))
    event = fields.Nested(ModeratedEventSchema, required=True)
    duration = fields.Float(required=True)
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in WorkState]))
    failure_message = nullable(fields.String)
    hidden = fields.Boolean(required=True)
    hidden_by_reports = fields.Boolean(required=True)
    name_approved = fields.Boolean(required=True)
    featured = fields.Boolean(required=True)
    created_at = Instant(required=True)
    poster = nullable(fields.String)
    preview = nullable(fields.String)
    reports = fields.List(fields.Nested(OpenReportSchema), required=True)
