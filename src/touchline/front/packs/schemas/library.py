"""The on-demand library, what the channel sells, and the footage of a demo."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.catalog import PASS, PASSES, PriceSchema
from touchline.front.packs.schemas.coupons import LastDay
from touchline.front.packs.schemas.fields import Choice, Flag, Key, Span, When, Whole, Word
from touchline.front.packs.schemas.many import Many, MapOf, Part
from touchline.front.packs.schemas.site import exactly_one
from touchline.front.packs.schemas.texts import PackFile, Text

CAPABILITIES = ("watch", "download", "clipping", "download_clip", "no_ads", "vod_media")


class LibraryCategorySchema(PackSchema):
    """A shelf of the library."""

    key = Key()
    name = Text()
    weight = Whole(default=0)


class LibraryItemSchema(PackSchema):
    """A film of the library."""

    key = Key()
    title = Text()
    description = Text(default=None)
    date = When(day_is_enough=True)
    duration = Span(default=None)
    categories = Many(Key())
    author = Text(default=None)
    pass_ = Choice(*PASSES, default="free", **PASS)
    image = PackFile(default=None)
    preview = PackFile("video", default=None)
    demo_footage = Key(default=None)


class RailSchema(PackSchema):
    """A row of library items: chosen ones, or those of a category."""

    key = Key()
    title = Text()
    items = Many(Key())
    category = Key(default=None)
    weight = Whole(default=0)

    @validates_schema
    def what_it_shows(self, data: dict[str, Any], **_: Any) -> None:
        """Either items or a category."""
        exactly_one(data, "items", "category")


class LibrarySchema(PackSchema):
    """`library.yaml`."""

    categories = Many(Part(LibraryCategorySchema))
    items = Many(Part(LibraryItemSchema))
    rails = Many(Part(RailSchema))


class LimitsSchema(PackSchema):
    """How often what is counted may be done with a pass; what is left out is not limited."""

    clips = Whole(1, 100_000, default=None)
    downloads = Whole(1, 100_000, default=None)

    @post_load
    def named(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Only those that limit."""
        return {name: most for name, most in data.items() if most is not None}


LIMITED_BY = {"clips": ("clipping",), "downloads": ("download", "download_clip")}


def limits_what_it_opens(data: dict[str, Any]) -> None:
    """A limit of what the offer does not open at all is a slip of the pen."""
    for name in data.get("limits", {}):
        if not set(LIMITED_BY[name]) & set(data["capabilities"]):
            right = " or ".join(f"`{one}`" for one in LIMITED_BY[name])
            raise ValidationError(
                {name: [f"limits what is not open; add {right} to `capabilities`"]}, "limits"
            )


class PackageSchema(PackSchema):
    """Something bought once: a single event, a season, a team's season (product.md §3). It is open for
    `days`, or to the end of the day `until`."""

    key = Key()
    name = Text()
    description = Text(default=None)
    type = Choice("event", "season", "team", default="season")
    price = Part(PriceSchema)
    offer = Word(default=None, most=40)
    period = Word(default=None, most=40)
    categories = Many(Key())
    is_team_pass = Flag(default=None)
    days = Whole(1, 3660, default=None)
    until = LastDay(default=None)
    capabilities = Many(Choice(*CAPABILITIES), default=lambda: ["watch"])
    limits = Part(LimitsSchema, default=dict)
    weight = Whole(default=0)
    features = Many(Text(), most=20)
    recommended = Flag(default=False)

    @validates_schema
    def how_long(self, data: dict[str, Any], **_: Any) -> None:
        """Days or a last day, not both."""
        if data.get("days") and data.get("until"):
            raise ValidationError("stands beside `days`; keep one of them", "until")

    @validates_schema
    def what_is_limited(self, data: dict[str, Any], **_: Any) -> None:
        """What is limited is open."""
        limits_what_it_opens(data)

    @post_load
    def team_pass(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """A package of type team is a team pass unless it says otherwise."""
        if data["is_team_pass"] is None:
            data["is_team_pass"] = data["type"] == "team"
        return data


class SubscriptionSchema(PackSchema):
    """Something that renews: every 12 months or every 30 days (product.md §9). `trial_period` is in days."""

    key = Key()
    name = Text()
    description = Text(default=None)
    price = Part(PriceSchema)
    offer = Choice("annual", "monthly")
    period = Choice("annual", "month", "monthly", default=None)
    trial_period = Whole(0, 365, default=0)
    capabilities = Many(Choice(*CAPABILITIES), default=lambda: ["watch"])
    limits = Part(LimitsSchema, default=dict)
    weight = Whole(default=0)
    features = Many(Text(), most=20)
    recommended = Flag(default=False)

    @validates_schema
    def what_is_limited(self, data: dict[str, Any], **_: Any) -> None:
        """What is limited is open."""
        limits_what_it_opens(data)

    @post_load
    def renews(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """The period follows the offer unless it says otherwise."""
        return data | {"period": data["period"] or data["offer"]}


class OffersSchema(PackSchema):
    """`packages.yaml`."""

    packages = Many(Part(PackageSchema))
    subscriptions = Many(Part(SubscriptionSchema))


class FootageSchema(PackSchema):
    """What `touchline demo footage` draws: a game, or slow pans over still pictures."""

    key = Key()
    kind = Choice("game", "stills")
    seconds = Whole(1, 7200)
    sport = Key(default=None)
    away = Key(default=None)
    home = Key(default=None)
    seed = Whole(0, 2**31, default=0)
    final = Many(Whole(0, 1000), most=2)
    pictures = Many(PackFile(), most=60)
    captions = MapOf(Many(Word(most=300), most=500, default=...))
    title = Text(default=None)
    open_file = Word(like="a name such as `sponsor.mp4`", pattern=r"[a-z0-9-]{1,60}\.mp4", default=None)

    @validates_schema
    def complete(self, data: dict[str, Any], **_: Any) -> None:
        """Each kind needs its own fields."""
        for name in ("sport", "away", "home") if data["kind"] == "game" else ("pictures",):
            if not data.get(name):
                raise ValidationError(f"is missing; {data['kind']} footage needs it", name)
