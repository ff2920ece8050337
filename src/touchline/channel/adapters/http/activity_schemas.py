"""Schemas of the activity of a channel (docs/how-to/read-the-activity-log.md)."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from marshmallow import Schema, ValidationError, fields, validate

from touchline.channel.domain.operators.audit_log import AuditCursor
from touchline.platform.http.day_field import DayField
from touchline.platform.http.schemas import NormalizedString, nullable
from touchline.platform.http.validation_messages import WRONG_FORMAT
from touchline.shared.paging import MAX_LIMIT
from touchline.shared.strings import normalize


class CursorField(NormalizedString):
    """Position of the last entry of the page before: its time and id."""

    def _serialize(self, value: Any, *_arguments: Any, **_options: Any) -> str | None:
        return f"{value.at.isoformat()}_{value.id}" if isinstance(value, AuditCursor) else None

    def _deserialize(self, value: Any, *arguments: Any, **options: Any) -> Any:
        instant, _, number = super()._deserialize(value, *arguments, **options).partition("_")
        try:
            at = datetime.fromisoformat(instant.replace(" ", "+"))
            if at.tzinfo is None or not number.isascii() or not 0 < int(number) < 2**63:
                raise ValueError
            return AuditCursor(at, int(number))
        except (ValueError, OverflowError):
            raise ValidationError(WRONG_FORMAT) from None


def _text(description: str) -> fields.String:
    return fields.String(required=True, metadata={"description": description})


class ActivityFilterArgsSchema(Schema):
    """Filters. An entry must match all of them."""

    actor = NormalizedString(
        normalize.token,
        load_default="",
        validate=validate.Length(max=100),
        metadata={"description": "Key of an actor, such as `account:12`, `command:root` or `system`."},
    )
    action = NormalizedString(
        normalize.token,
        load_default="",
        validate=validate.Length(max=60),
        metadata={"description": "Action, such as `order.refund`."},
    )
    subject = NormalizedString(
        normalize.token,
        load_default="",
        validate=validate.Length(max=101),
        metadata={"description": "Kind of subject, such as `event`, or one subject, such as `event:12`."},
    )
    first = DayField(normalize.token, data_key="from", load_default=None)
    last = DayField(normalize.token, data_key="to", load_default=None)


class ActivityArgsSchema(ActivityFilterArgsSchema):
    """Filters and page."""

    limit = fields.Integer(load_default=50, validate=validate.Range(1, MAX_LIMIT))
    cursor = CursorField(
        normalize.token, load_default=None, metadata={"description": "`next` of the page before."}
    )


class ActivityEntrySchema(Schema):
    """An entry: who did what, to what, from where, and when."""

    id = fields.Integer(required=True)
    at = _text("Time of the action, in UTC.")
    actor = _text("Key of the actor, for the filter: `account:12`, `command:root` or `system`.")
    actor_name = _text("Name at the time of the action. Empty after the account was closed.")
    session_id = nullable(fields.Integer, metadata={"description": "Session of the request."})
    token_id = nullable(fields.Integer, metadata={"description": "Access token of the request."})
    token_name = _text("Name of the access token at the time of the action. Empty for a login.")
    ip = nullable(fields.String, metadata={"description": "IP address of the request."})
    action = _text("Action, such as `order.refund`.")
    subject_kind = _text("Kind of the subject, such as `order`.")
    subject_id = _text("ID or key of the subject.")
    subject_label = _text("Name of the subject. Always empty for a viewer.")
    before = fields.Dict(required=True, metadata={"description": "Changed fields before the action."})
    after = fields.Dict(required=True, metadata={"description": "Changed fields after the action."})
    reason = _text("Reason that the operator gave.")


class ActivityMetaSchema(Schema):
    """Position in the list."""

    next = CursorField(
        normalize.token,
        required=True,
        allow_none=True,
        metadata={"description": "`cursor` of the next page, null on the last one."},
    )


class ActivityPageSchema(Schema):
    """A page of entries, newest first."""

    data = fields.List(fields.Nested(ActivityEntrySchema), required=True)
    meta = fields.Nested(ActivityMetaSchema, required=True)


class ActivityActorSchema(Schema):
    """An actor of the log."""

    key = _text("Key of the actor, for the filter.")
    name = _text("Latest name. Empty after the account was closed.")
