"""Catalog entries: categories, locations, groups, participants, events."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_dump, post_load, validates_schema

from touchline.catalog.domain.events.event import EVENT_IMAGES
from touchline.catalog.domain.events.score import Ending, Score, ScoreError, Winner
from touchline.catalog.domain.events.visibility import PACK_VISIBILITIES, Visibility
from touchline.front.packs.parser.dates import is_day
from touchline.front.packs.schemas.ads import PrerollKeysField
from touchline.front.packs.schemas.availability import (
    EVENT_INCLUDES_EVERYTHING,
    MAX_BLACKOUTS,
    AvailabilitySchema,
    BlackoutSchema,
    ReplaySchema,
)
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.channel import GeoSchema
from touchline.front.packs.schemas.context import get_pack_context
from touchline.front.packs.schemas.fields import (
    BooleanField,
    CheckedStringField,
    ChoiceField,
    ColorField,
    DateTimeField,
    DurationField,
    IntegerField,
    KeyField,
    LinkField,
    MoneyField,
    StartField,
    StringField,
    check_time_zone,
)
from touchline.front.packs.schemas.nested_fields import ListField, MapField, NestedField
from touchline.front.packs.schemas.text_fields import FileField, LocalizedTextField
from touchline.shared.money import Money

GENDERS = ("male", "female")
PASS_TYPES: dict[str, Any] = {"data_key": "pass", "attribute": "pass"}  # `pass` is a Python keyword
STATUSES = ("scheduled", "canceled", "postponed")
EVENT_PASS_TYPES = ("free", "register", "paid", "ppv")


class PriceSchema(PackSchema):
    """A price in the channel's currency, and the service fee on top."""

    base = MoneyField()
    fee = MoneyField(default=None)

    @post_load
    def default_fee(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Set the fee to zero if it is left out."""
        return data | {"fee": data["fee"] or Money(0, data["base"].currency)}


class CategorySchema(PackSchema):
    """A category of events, such as boys' hockey."""

    key = KeyField()
    name = LocalizedTextField()
    short_name = LocalizedTextField(default=None)
    sport = KeyField(default=None)
    gender = ChoiceField(*GENDERS, default=None)
    weight = IntegerField(default=0)
    image = FileField(default=None)
    clip_tags = ListField(LocalizedTextField(max_length=40), max_items=20)
    blackouts = ListField(NestedField(BlackoutSchema), max_items=MAX_BLACKOUTS)


class LocationSchema(PackSchema):
    """A place where events take place."""

    key = KeyField()
    name = LocalizedTextField()
    city = StringField(default=None)
    state = StringField(default=None)
    country = StringField(example="a country such as `US`", pattern="[A-Z]{2}", default=None)
    time_zone = CheckedStringField(
        check_time_zone, example="a time zone such as `America/Chicago`", default=None
    )


class GroupSchema(PackSchema):
    """A participant group, such as a school or a club."""

    key = KeyField()
    name = LocalizedTextField()
    short_name = LocalizedTextField()
    nickname = LocalizedTextField(default=None)
    logo = FileField(default=None)
    colors = ListField(ColorField(), max_items=2)
    city = StringField(default=None)
    state = StringField(default=None)
    properties = MapField(KeyField())


class PropertyValueSchema(PackSchema):
    """A value of a group property."""

    key = KeyField()
    name = LocalizedTextField()


class PropertySchema(PackSchema):
    """A property of groups, such as their division."""

    key = KeyField()
    name = LocalizedTextField()
    values = ListField(NestedField(PropertyValueSchema))


class ParticipantSchema(PackSchema):
    """A team."""

    key = KeyField()
    name = LocalizedTextField()
    short_name = LocalizedTextField(default=None)
    group = KeyField(default=None)
    sport = KeyField(default=None)
    gender = ChoiceField(*GENDERS, default=None)
    category = KeyField(default=None)
    color = ColorField(default=None)
    color_2 = ColorField(default=None)
    image = FileField(default=None)
    children = ListField(KeyField())


class ShootoutSchema(PackSchema):
    """The score of a shootout."""

    away = IntegerField(0, 1000)
    home = IntegerField(0, 1000)


class ScoreSchema(PackSchema):
    """The score of a game, and how it ended."""

    away = IntegerField(0, 1000)
    home = IntegerField(0, 1000)
    note = LocalizedTextField(default=None)
    ending = ChoiceField(*Ending, default=Ending.REGULATION.value)
    shootout = NestedField(ShootoutSchema, default=None)
    winner = ChoiceField(*Winner, default=None)
    period = IntegerField(1, 100, default=None)

    @validates_schema
    def check_ending(self, data: dict[str, Any], **_: Any) -> None:
        """Require that the parts of the score agree."""
        try:
            Score.from_dict(data)
        except ScoreError as error:
            raise ValidationError(str(error), error.field) from None


class ImagesSchema(PackSchema):
    """Images of an event."""

    card = FileField(default=None)
    poster = FileField(default=None)
    tall = FileField(default=None)


class LiveSchema(PackSchema):
    """A live stream that is produced elsewhere."""

    url = LinkField()


class EventSchema(PackSchema):
    """A game (away and home), or any event with a name and a time."""

    key = KeyField()
    away = KeyField(default=None)
    home = KeyField(default=None)
    name = LocalizedTextField(default=None)
    category = KeyField()
    location = KeyField(default=None)
    neutral_site = BooleanField(default=False)
    starts = StartField()
    duration = DurationField(default=7200)
    pass_ = ChoiceField(*EVENT_PASS_TYPES, default="free", **PASS_TYPES)
    price = NestedField(PriceSchema, default=None)
    score = NestedField(ScoreSchema, default=None)
    label = LocalizedTextField(default=None)
    description = LocalizedTextField(default=None)
    images = NestedField(ImagesSchema, default=lambda: dict.fromkeys(EVENT_IMAGES))
    live = NestedField(LiveSchema, default=None)
    demo_footage = KeyField(default=None)
    demo_live = KeyField(default=None)
    geo = NestedField(GeoSchema, default=dict)
    embed_url = LinkField(default=None)
    simulate_at = DateTimeField(default=None)
    visibility = ChoiceField(*(value.value for value in PACK_VISIBILITIES), default=Visibility.PUBLIC.value)
    replay = NestedField(ReplaySchema, default=None)
    availability = NestedField(AvailabilitySchema, default=lambda: dict(EVENT_INCLUDES_EVERYTHING))
    blackouts = ListField(NestedField(BlackoutSchema), max_items=MAX_BLACKOUTS)
    prerolls = PrerollKeysField(default=None)
    status = ChoiceField(*STATUSES, default=None)
    postponed_to = StartField(default=None)

    @post_load(pass_original=True)
    def set_time_known(self, data: dict[str, Any], original: Any, **_: Any) -> dict[str, Any]:
        """Set whether the time of the start that applies is known."""
        start = original.get("postponed_to") or original["starts"]
        return data | {"is_time_known": not is_day(start)}

    @post_dump(pass_original=True)
    def omit_unknown_time(self, data: dict[str, Any], original: Any, **_: Any) -> dict[str, Any]:
        """Write only the day of a start whose time is not known."""
        if original.get("is_time_known", True):
            return data
        name = "postponed_to" if original.get("postponed_to") else "starts"
        return data | {name: original[name].astimezone(get_pack_context().zone).date().isoformat()}

    @validates_schema
    def check_teams(self, data: dict[str, Any], **_: Any) -> None:
        """Require both sides for a game, and a name for any other event."""
        sides = [side for side in ("away", "home") if data.get(side)]
        if len(sides) == 1:
            other = "home" if sides == ["away"] else "away"
            raise ValidationError(
                f"is missing beside `{sides[0]}`; write the key of the other participant", other
            )
        if not sides and not data.get("name"):
            raise ValidationError("is missing; write `away` and `home`, or a `name`", "name")
        if sides and data.get("away") == data.get("home"):
            raise ValidationError("is the same participant as `away`; write the other one", "home")
        if data.get("neutral_site") and not sides:
            raise ValidationError("is only for a game; write `away` and `home` too", "neutral_site")
        if data["visibility"] == Visibility.TEAM_MEMBERS and not sides:
            raise ValidationError(
                "has no teams whose members could watch; write `away` and `home` too, or `unlisted`",
                "visibility",
            )

    @validates_schema
    def check_availability(self, data: dict[str, Any], **_: Any) -> None:
        """Reject an event that can never be watched."""
        replay = data.get("replay")
        if not data["availability"]["live"] and replay and not replay["offered"]:
            raise ValidationError(
                {"live": ["turns off the live stream of an event without a replay; allow one of them"]},
                "availability",
            )

    @validates_schema
    def check_postponed_to(self, data: dict[str, Any], **_: Any) -> None:
        """Allow a new time only for a postponed event, and require that it differs from the first one."""
        to = data.get("postponed_to")
        if to and data.get("status") != "postponed":
            raise ValidationError("needs `status: postponed`; add it, or remove this line", "postponed_to")
        if to and to == data.get("starts"):
            raise ValidationError("is the same time as `starts`; write the new one", "postponed_to")

    @validates_schema
    def check_price(self, data: dict[str, Any], **_: Any) -> None:
        """Allow a price only with `paid` and `ppv`, and require one for pay-per-view."""
        if data.get("price") and data["pass"] in ("free", "register"):
            raise ValidationError(
                f"is not allowed on a `{data['pass']}` event; remove it or write `pass: paid`", "price"
            )
        if data["pass"] in ("ppv",) and not data.get("price"):
            raise ValidationError("is missing on a pay-per-view event; write `price: {base: 8.99}`", "price")
