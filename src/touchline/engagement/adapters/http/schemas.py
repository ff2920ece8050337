"""Schemas of the engagement endpoints."""

from marshmallow import Schema, fields, validate

from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.targets import FavoriteType, ReminderTargetType
from touchline.platform.http.schemas import Instant, NormalizedString, validate_storable
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.strings import normalize

MAX_ID = 2**31 - 1
MAX_DURATION_SECONDS = 10_000_000
"""Maximum duration in seconds, longer than any video."""
MAX_ENDPOINT_LENGTH = 2_048


def _id_field() -> fields.Integer:
    return fields.Integer(required=True, strict=True, validate=validate.Range(1, MAX_ID))


def _kind_field() -> NormalizedString:
    """Return the field for a type. The domain checks the value, with the specification's message."""
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
    """Favorite.

    `image` is a URL, `color` is `#rrggbb`. `full_name` is the name; for a team, with its category.
    """

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
    """Filters of the viewer's positions."""

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
    """Playback position, in whole seconds."""

    kind = EnumField(WatchKind, required=True)
    item_id = fields.Integer(required=True)
    position = fields.Integer(required=True)
    duration = fields.Integer(required=True)
    watched_at = Instant(required=True)


class WatchSettingsSchema(Schema):
    """Watch settings. `hide_scores` hides scores and results until the viewer reveals one."""

    hide_scores = fields.Boolean(required=True)


class ReminderArgsSchema(Schema):
    """Body of `POST /reminder`."""

    about_type = _kind_field()
    about_id = _id_field()
    score_alerts = fields.Boolean(load_default=None)


class ReminderTargetSchema(Schema):
    """Subject of a reminder. `name` is empty if it is no longer in the channel."""

    about_type = fields.String(
        required=True, validate=validate.OneOf([kind.value for kind in ReminderTargetType])
    )
    about_id = fields.Integer(required=True)
    name = fields.String(required=True)


class ReminderSchema(ReminderTargetSchema):
    """A reminder."""

    id = fields.Integer(required=True)
    score_alerts = fields.Boolean(required=True)


class StoppedNotificationSchema(ReminderTargetSchema):
    """What an unsubscribe link has stopped: a reminder, or only its score alerts."""

    score_alerts = fields.Boolean(required=True)


class NotificationSettingsArgsSchema(Schema):
    """Notification settings.

    Quiet hours are `HH:MM` in `time_zone` (IANA; by default the channel's). They can span midnight; both are
    null for none.
    """

    by_mail = fields.Boolean(required=True)
    by_push = fields.Boolean(required=True)
    quiet_from = fields.Time("%H:%M", load_default=None, allow_none=True)
    quiet_to = fields.Time("%H:%M", load_default=None, allow_none=True)
    time_zone = NormalizedString(
        normalize.token, load_default=None, allow_none=True, validate=validate.Length(max=100)
    )


class NotificationSettingsSchema(Schema):
    """Notification settings. `time_zone` is the one in effect."""

    by_mail = fields.Boolean(required=True)
    by_push = fields.Boolean(required=True)
    quiet_from = fields.String(required=True, allow_none=True)
    quiet_to = fields.String(required=True, allow_none=True)
    time_zone = fields.String(required=True)


class PushKeySchema(Schema):
    """Key with which browsers subscribe (VAPID, base64url). Null if this site sends no push notifications."""

    public_key = fields.String(required=True, allow_none=True)


class PushKeysSchema(Schema):
    """Keys of a browser, base64url."""

    p256dh = _text_field(1, 200)
    auth = _text_field(1, 100)


class PushEndpointSchema(Schema):
    """Body of unsubscribing: the subscription's endpoint."""

    endpoint = _text_field(1, MAX_ENDPOINT_LENGTH)


class PushSubscriptionArgsSchema(PushEndpointSchema):
    """Body of subscribing: `PushSubscription.toJSON()` of the W3C Push API."""

    keys = fields.Nested(PushKeysSchema, required=True)


class UnsubscribeArgsSchema(Schema):
    """Body of `POST /news/unsubscribe`: the token from the link in an email."""

    token = _text_field(1, 300)
