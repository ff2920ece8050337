"""What there is to watch: categories, locations, groups, participants, events."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.channel import GeoSchema
from touchline.front.packs.schemas.fields import (
    Amount,
    Checked,
    Choice,
    Colour,
    Key,
    Link,
    Span,
    When,
    Whole,
    Word,
    time_zone,
)
from touchline.front.packs.schemas.many import Many, MapOf, Part
from touchline.front.packs.schemas.texts import PackFile, Text
from touchline.shared.money import Money

GENDERS = ("male", "female")
PASS: dict[str, Any] = {"data_key": "pass", "attribute": "pass"}  # a word of Python
STATUSES = ("scheduled", "canceled", "postponed")
PASSES = ("free", "register", "paid", "ppv")


class PriceSchema(PackSchema):
    """What a thing costs in the channel's currency, and the service fee on top."""

    base = Amount()
    fee = Amount(default=None)

    @post_load
    def no_fee(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """No fee is a fee of nothing."""
        return data | {"fee": data["fee"] or Money(0, data["base"].currency)}


class CategorySchema(PackSchema):
    """A kind of events, such as boys' hockey."""

    key = Key()
    name = Text()
    short_name = Text(default=None)
    sport = Key(default=None)
    gender = Choice(*GENDERS, default=None)
    weight = Whole(default=0)
    image = PackFile(default=None)
    clip_tags = Many(Text(most=40), most=20)


class LocationSchema(PackSchema):
    """Where events take place."""

    key = Key()
    name = Text()
    city = Word(default=None)
    state = Word(default=None)
    country = Word(like="a country such as `US`", pattern="[A-Z]{2}", default=None)
    time_zone = Checked(time_zone, like="a time zone such as `America/Chicago`", default=None)


class GroupSchema(PackSchema):
    """A participant group: a school, a club."""

    key = Key()
    name = Text()
    short_name = Text()
    nickname = Text(default=None)
    logo = PackFile(default=None)
    colors = Many(Colour(), most=2)
    city = Word(default=None)
    state = Word(default=None)
    properties = MapOf(Key())


class PropertyValueSchema(PackSchema):
    """A value that a group may have of a property."""

    key = Key()
    name = Text()


class PropertySchema(PackSchema):
    """A property of groups, such as their division."""

    key = Key()
    name = Text()
    values = Many(Part(PropertyValueSchema))


class ParticipantSchema(PackSchema):
    """A team."""

    key = Key()
    name = Text()
    short_name = Text(default=None)
    group = Key(default=None)
    sport = Key(default=None)
    gender = Choice(*GENDERS, default=None)
    category = Key(default=None)
    color = Colour(default=None)
    color_2 = Colour(default=None)
    image = PackFile(default=None)
    children = Many(Key())


class ScoreSchema(PackSchema):
    """The score of a game."""

    away = Whole(0, 1000)
    home = Whole(0, 1000)
    note = Text(default=None)


class ImagesSchema(PackSchema):
    """Pictures of an event."""

    card = PackFile(default=None)
    poster = PackFile(default=None)


class LiveSchema(PackSchema):
    """A live stream that is made elsewhere."""

    url = Link()


class EventSchema(PackSchema):
    """A game (away and home), or anything else that has a name and a time."""

    key = Key()
    away = Key(default=None)
    home = Key(default=None)
    name = Text(default=None)
    category = Key()
    location = Key(default=None)
    starts = When()
    duration = Span(default=7200)
    pass_ = Choice(*PASSES, default="free", **PASS)
    price = Part(PriceSchema, default=None)
    score = Part(ScoreSchema, default=None)
    label = Text(default=None)
    description = Text(default=None)
    images = Part(ImagesSchema, default=lambda: {"card": None, "poster": None})
    live = Part(LiveSchema, default=None)
    demo_footage = Key(default=None)
    demo_live = Key(default=None)
    geo = Part(GeoSchema, default=dict)
    embed_url = Link(default=None)
    simulate_at = When(default=None)
    status = Choice(*STATUSES, default=None)
    postponed_to = When(default=None)

    @validates_schema
    def who_plays(self, data: dict[str, Any], **_: Any) -> None:
        """A game has two sides; anything else has a name."""
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

    @validates_schema
    def new_time(self, data: dict[str, Any], **_: Any) -> None:
        """Only a postponed event has a new time, and it differs from the first one."""
        to = data.get("postponed_to")
        if to and data.get("status") != "postponed":
            raise ValidationError("needs `status: postponed`; add it, or remove this line", "postponed_to")
        if to and to == data.get("starts"):
            raise ValidationError("is the same time as `starts`; write the new one", "postponed_to")

    @validates_schema
    def what_it_costs(self, data: dict[str, Any], **_: Any) -> None:
        """A price stands with `paid` and `ppv` alone, and there it must stand for pay-per-view."""
        if data.get("price") and data["pass"] in ("free", "register"):
            raise ValidationError(
                f"stands on a `{data['pass']}` event; remove it or write `pass: paid`", "price"
            )
        if data["pass"] in ("ppv",) and not data.get("price"):
            raise ValidationError("is missing on a pay-per-view event; write `price: {base: 8.99}`", "price")
