"""What the calls of engagement take and answer."""

from marshmallow import Schema, fields, validate

from touchline.engagement.domain.positions import WatchKind
from touchline.engagement.domain.things import AboutType, FavoriteType
from touchline.platform.http.schemas import Instant, Text, writable
from touchline.platform.http.sentences import ClosedSet
from touchline.shared import normalize

LARGEST_ID = 2**31 - 1
LONGEST = 10_000_000
"""Seconds; no film is as long."""
LONGEST_ADDRESS = 2_048


def _id() -> fields.Integer:
    return fields.Integer(required=True, strict=True, validate=validate.Range(1, LARGEST_ID))


def _kind() -> Text:
    """Which words are allowed is the domain's to say, in the sentence of the specification."""
    return _text(0, 100)


def _text(least: int, most: int) -> Text:
    return Text(normalize.token, required=True, validate=[validate.Length(least, most), writable])


class FavoriteArgs(Schema):
    """Body of `POST /favorite`."""

    favoritable_id = _id()
    favoritable_type = _kind()


class FavoriteAnswer(Schema):
    """A favourite; `image` is an address, `color` is `#rrggbb`. `full_name` is the name, of a team with its
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


class PositionFilters(Schema):
    """Which of the viewer's positions."""

    kind = ClosedSet(WatchKind, load_default=None)
    item_id = fields.Integer(load_default=None, validate=validate.Range(1, LARGEST_ID))


class PositionArgs(Schema):
    """Body of `POST /watch-position`; `position` and `duration` are in seconds."""

    kind = ClosedSet(WatchKind, required=True)
    item_id = _id()
    position = fields.Float(required=True, allow_nan=False, validate=validate.Range(0, LONGEST))
    duration = fields.Float(
        required=True, allow_nan=False, validate=validate.Range(0, LONGEST, min_inclusive=False)
    )


class PositionAnswer(Schema):
    """Where watching stopped, in whole seconds."""

    kind = ClosedSet(WatchKind, required=True)
    item_id = fields.Integer(required=True)
    position = fields.Integer(required=True)
    duration = fields.Integer(required=True)
    watched_at = Instant(required=True)


class WatchSettingsBody(Schema):
    """How a viewer wants to see things: `hide_scores` hides scores and outcomes until they ask to see one."""

    hide_scores = fields.Boolean(required=True)


class ReminderArgs(Schema):
    """Body of `POST /reminder`."""

    about_type = _kind()
    about_id = _id()


class About(Schema):
    """What a reminder is about; `name` is empty where the channel does not show it any more."""

    about_type = fields.String(required=True, validate=validate.OneOf([kind.value for kind in AboutType]))
    about_id = fields.Integer(required=True)
    name = fields.String(required=True)


class ReminderAnswer(About):
    """A reminder."""

    id = fields.Integer(required=True)


class NewsSettingsBody(Schema):
    """How and when a viewer wants to be told. Quiet hours are `HH:MM` by the clock of `time_zone` (IANA; of
    the channel where none is said), may go over midnight, and are both null for none."""

    by_mail = fields.Boolean(required=True)
    by_push = fields.Boolean(required=True)
    quiet_from = fields.Time("%H:%M", load_default=None, allow_none=True)
    quiet_to = fields.Time("%H:%M", load_default=None, allow_none=True)
    time_zone = Text(normalize.token, load_default=None, allow_none=True, validate=validate.Length(max=100))


class NewsSettingsAnswer(Schema):
    """How and when a viewer wants to be told; `time_zone` is the one in force."""

    by_mail = fields.Boolean(required=True)
    by_push = fields.Boolean(required=True)
    quiet_from = fields.String(required=True, allow_none=True)
    quiet_to = fields.String(required=True, allow_none=True)
    time_zone = fields.String(required=True)


class PushKey(Schema):
    """What browsers subscribe with (VAPID, base64url); null where this site sends no pushes."""

    public_key = fields.String(required=True, allow_none=True)


class PushKeys(Schema):
    """A browser's own keys, base64url."""

    p256dh = _text(1, 200)
    auth = _text(1, 100)


class PushEndpoint(Schema):
    """Body of leaving: the subscription's endpoint."""

    endpoint = _text(1, LONGEST_ADDRESS)


class PushSubscriptionArgs(PushEndpoint):
    """Body of subscribing: `PushSubscription.toJSON()` of the W3C Push API."""

    keys = fields.Nested(PushKeys, required=True)


class UnsubscribeArgs(Schema):
    """Body of `POST /news/unsubscribe`: the token of a letter's link."""

    token = _text(1, 300)
