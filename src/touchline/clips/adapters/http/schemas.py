"""The shapes of the calls of clips (api.md, "Clips")."""

from __future__ import annotations

from typing import Any

from marshmallow import Schema, fields, validate

from touchline.clips.adapters.http.event_schemas import ClipEvent
from touchline.clips.domain.clip import SELECT_TAG
from touchline.clips.domain.sharing import ShareState
from touchline.platform.http.paging import list_args
from touchline.platform.http.schemas import Instant, Text, maybe, text, writable
from touchline.shared import normalize
from touchline.shared.typed import FIELD_WANTED

_LARGEST_ID = 2_147_483_647
_FAR = 10**12
_MOST_TAGS_SENT = 100
_MISSING: Any = {"required": FIELD_WANTED, "null": FIELD_WANTED}
_NO_TAG: Any = {"required": SELECT_TAG, "null": SELECT_TAG}


def _typed() -> Text:
    return Text(normalize.name, load_default=None, allow_none=True, validate=writable)


def _id() -> fields.Integer:
    within = validate.Range(1, _LARGEST_ID)
    return fields.Integer(required=True, strict=True, validate=within, error_messages=_MISSING)


def _seconds(least: int) -> fields.Float:
    return fields.Float(required=True, validate=validate.Range(least, _FAR), error_messages=_MISSING)


def _tags(**options: Any) -> fields.Field[Any]:
    return fields.List(_typed(), validate=validate.Length(max=_MOST_TAGS_SENT), **options)


class ClipWordsArgs(Schema):
    """Body of `PATCH /clip/{id}`, which comes as `POST` with `_method=patch`. What is absent or null stays as
    it is."""

    name = _typed()
    tags = _tags(load_default=None, allow_none=True)


class ClipArgs(Schema):
    """Body of `POST /clip`; all fields are required, and at least one tag (product.md, section 5).

    `start_time` and `duration` in seconds. In a live stream `start_time` counts on the clock from `start_ts`.
    """

    name = Text(normalize.name, required=True, validate=writable, error_messages=_MISSING)
    tags = _tags(required=True, error_messages=_NO_TAG, metadata={"minItems": 1})
    event_id = _id()
    event_media_id = _id()
    start_time = _seconds(0)
    duration = _seconds(-_FAR)


ClipsOfEventArgs = list_args("ClipsOfEventArgs")


class ReportArgs(Schema):
    """Body of `POST /clip/{id}/report`. `reason` is one of `person` (somebody who should not be shown),
    `bullying`, `wrong_game` and `other`; `text` has at most 500 characters."""

    reason = Text(normalize.token, load_default="", allow_none=True, validate=writable)
    text = Text(normalize.free_text, load_default="", allow_none=True, validate=writable)


class ReportAnswer(Schema):
    """`reported`: the channel has the report, whether it came now or earlier."""

    reported = fields.Boolean(required=True)


class SharedArgs(Schema):
    """Query of `GET /shared-clip/{id}`: without a `uuid` there is none that it could be."""

    uuid = Text(normalize.token, load_default="")


class KindArgs(Schema):
    """Which of a viewer's clips: those they made, or those that they took away."""

    kind = fields.String(load_default="clips", validate=validate.OneOf(["clips", "downloads"]))


OwnClipsArgs = list_args("OwnClipsArgs", base=KindArgs)


class ClipAnswer(Schema):
    """A clip. Seconds, pixels, instants in UTC.

    `url` plays from `start_offset` for `duration`; it is null unless this viewer may play the clip now.
    Anonymous visitors read `Clip` and no tags while `name_public` is false: the name waits for approval.
    `hidden`: the channel has hidden the clip, which only its maker still sees. `state` and `progress` are
    those of its file, `ahead` how many are cut before it. `uuid` and `share_url` are for its owner, and for
    those with whom it was shared. `share_state` says whether its share link plays: `open`, `limit` (the
    maker's links show as much of this paid game as they may) or `ended` (the purchase was refunded or
    revoked); null for everybody else. `event` is null where the channel shows it no more.
    """

    id = fields.Integer(required=True)
    uuid = maybe(fields.String)
    event_id = fields.Integer(required=True)
    event = fields.Nested(ClipEvent, required=True, allow_none=True)
    name = text()
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
    failure_message = maybe(fields.String)
    url = maybe(fields.String)
    expires_at = maybe(Instant)
    start_offset = fields.Float(required=True)
    poster = maybe(fields.String)
    size = maybe(fields.Integer)
    share_url = maybe(fields.String)
    share_state = fields.String(
        required=True, allow_none=True, validate=validate.OneOf([one.value for one in ShareState])
    )
    created_at = Instant(required=True)
    is_own = fields.Boolean(required=True)
    width = fields.Integer(required=True)
    height = fields.Integer(required=True)
    frame_rate = maybe(fields.Float)


class FileAnswer(Schema):
    """A file to take away: its address for this session until `expires_at`, its name, its size in bytes."""

    url = text()
    filename = text()
    size = fields.Integer(required=True)
    expires_at = Instant(required=True)
