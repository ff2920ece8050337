"""What the calls of engagement take and answer."""

from marshmallow import Schema, fields, validate

from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.targets import FavoriteType, ReminderTargetType
from touchline.platform.http.schemas import Instant, NormalizedString, validate_storable
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.strings import normalize

MAX_ID = 2**31 - 1
MAX_DURATION_SECONDS = 10_000_000
"""Seconds; no film is as long."""
MAX_ENDPOINT_LENGTH = 2_048


def _id_field() -> fields.Integer:
    return fields.Integer(required=True, strict=True, validate=validate.Range(1, MAX_ID))


def _kind_field() -> NormalizedString:
    """Which words are allowed is the domain's to say, in the sentence of the specification."""
    return _text_field(0, 100)


def _text_field(min_length: int, max_length: int) -> NormalizedString:
    return NormalizedString(
        normalize.token, required=True, validate=[validate.Length(min_length, max_length), validate_storable]
    )


class FavoriteArgsSchema(Schema):
    """Body of `POST /favorite`."""

    favoritable_id = _id_field()
    favoritable_type = _kind_field()


class FavoriteSchema(Schema):
    """A favorite; `image` is an address, `color` is `#rrggbb`. `full_name` is the name, of a team with its
    category."""

    id = fields.Integer(required=True)
    favoritable_id = fields.Integer(required=True)
    favoritable_type = fields.String(
        required=True, validate=validate.OneOf([kind.value for kind in FavoriteType])
    )
    name = fields.String(required=True)
    full_name = fields.String(required=True)
    short_name = fields.String(required=True)
    alias = fields.String(required=True)
    image = fields.String(required=True, allow_none=True)
    color = fields.String(required=True, allow_none=True)


class PositionFiltersSchema(Schema):
    """Which of the viewer's positions."""

    kind = EnumField(WatchKind, load_default=None)
    item_id = fields.Integer(load_default=None, validate=validate.Range(1, MAX_ID))


class PositionArgsSchema(Schema):
    """Body of `POST /watch-position`; `position` and `duration` are in seconds."""

    kind = EnumField(WatchKind, required=True)
    item_id = _id_field()
    position = fields.Float(required=True, allow_nan=False, validate=validate.Range(0, MAX_DURATION_SECONDS))
    duration = fields.Float(
        required=True, allow_nan=False, validate=validate.Range(0, MAX_DURATION_SECONDS, min_inclusive=False)
    )


class PositionSchema(Schema):
    """Where watching stopped, in whole seconds."""

    kind = EnumField(WatchKind, required=True)
    item_id = fields.Integer(required=True)
    position = fields.Integer(required=True)
    duration = fields.Integer(required=True)
    watched_at = Instant(required=True)


class WatchSettingsSchema(Schema):
    """How a viewer wants to see things: `hide_scores` hides scores and outcomes until they ask to see one."""

    hide_scores = fields.Boolean(required=True)


class ReminderArgsSchema(Schema):
    """Body of `POST /reminder`."""

    about_type = _kind_field()
    about_id = _id_field()


class ReminderTargetSchema(Schema):
    """What a reminder is about; `name` is empty where the channel does not show it any more."""

    about_type = fields.String(
        required=True, validate=validate.OneOf([kind.value for kind in ReminderTargetType])
    )
    about_id = fields.Integer(required=True)
    name = fields.String(required=True)


class ReminderSchema(ReminderTargetSchema):
    """A reminder."""

    id = fields.Integer(required=True)


class NotificationSettingsArgsSchema(Schema):
    """How and when a viewer wants to be told. Quiet hours are `HH:MM` by the clock of `time_zone` (IANA; of
    the channel where none is said), may go over midnight, and are both null for none."""

    by_mail = fields.Boolean(required=True)
    by_push = fields.Boolean(required=True)
    quiet_from = fields.Time("%H:%M", load_default=None, allow_none=True)
    quiet_to = fields.Time("%H:%M", load_default=None, allow_none=True)
    time_zone = NormalizedString(
        normalize.token, load_default=None, allow_none=True, validate=validate.Length(max=100)
    )


class NotificationSettingsSchema(Schema):
    """How and when a viewer wants to be told; `time_zone` is the one in force."""

    by_mail = fields.Boolean(required=True)
    by_push = fields.Boolean(required=True)
    quiet_from = fields.String(required=True, allow_none=True)
    quiet_to = fields.String(required=True, allow_none=True)
    time_zone = fields.String(required=True)


class PushKeySchema(Schema):
    """What browsers subscribe with (VAPID, base64url); null where this site sends no pushes."""

    public_key = fields.String(required=True, allow_none=True)


class PushKeysSchema(Schema):
    """A browser's own keys, base64url."""

    p256dh = _text_field(1, 200)
    auth = _text_field(1, 100)


class PushEndpointSchema(Schema):
    """Body of leaving: the subscription's endpoint."""

    endpoint = _text_field(1, MAX_ENDPOINT_LENGTH)


class PushSubscriptionArgsSchema(PushEndpointSchema):
    """Body of subscribing: `PushSubscription.toJSON()` of the W3C Push API."""

    keys = fields.Nested(PushKeysSchema, required=True)


class UnsubscribeArgsSchema(Schema):
    """Body of `POST /news/unsubscribe`: the token of a letter's link."""

    token = _text_field(1, 300)
