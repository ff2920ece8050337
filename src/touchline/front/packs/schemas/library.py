"""The video library, the offers of the channel, and demo footage."""

from __future__ import annotations

from typing import Any

from marshmallow import ValidationError, post_load, validates_schema

from touchline.billing.facade import MAX_OFF_SEASON_DAYS, is_valid_off_season
from touchline.front.packs.schemas.availability import (
    INCLUDES_EVERYTHING,
    MAX_BLACKOUTS,
    BlackoutSchema,
    LibraryAvailabilitySchema,
    OfferAvailabilitySchema,
)
from touchline.front.packs.schemas.base import PackSchema
from touchline.front.packs.schemas.catalog import EVENT_PASS_TYPES, PASS_TYPES, PriceSchema
from touchline.front.packs.schemas.coupons import LastDayField
from touchline.front.packs.schemas.fields import (
    BooleanField,
    ChoiceField,
    DateTimeField,
    DurationField,
    IntegerField,
    KeyField,
    MoneyField,
    StringField,
)
from touchline.front.packs.schemas.nested_fields import ListField, MapField, NestedField
from touchline.front.packs.schemas.site import require_exactly_one
from touchline.front.packs.schemas.text_fields import FileField, LocalizedTextField

CAPABILITIES = ("watch", "download", "clipping", "download_clip", "no_ads", "vod_media")


class LibraryCategorySchema(PackSchema):
    """A category of the library."""

    key = KeyField()
    name = LocalizedTextField()
    weight = IntegerField(default=0)


class LibraryItemSchema(PackSchema):
    """A library item."""

    key = KeyField()
    title = LocalizedTextField()
    description = LocalizedTextField(default=None)
    date = DateTimeField(allow_date_only=True)
    duration = DurationField(default=None)
    categories = ListField(KeyField())
    author = LocalizedTextField(default=None)
    pass_ = ChoiceField(*EVENT_PASS_TYPES, default="free", **PASS_TYPES)
    availability = NestedField(
        LibraryAvailabilitySchema, default=lambda: LibraryAvailabilitySchema().load({})
    )
    blackouts = ListField(NestedField(BlackoutSchema), max_items=MAX_BLACKOUTS)
    devices = IntegerField(1, 100, default=None)
    image = FileField(default=None)
    preview = FileField("video", default=None)
    demo_footage = KeyField(default=None)


class RailSchema(PackSchema):
    """A rail of library items: chosen ones, or those of a category."""

    key = KeyField()
    title = LocalizedTextField()
    items = ListField(KeyField())
    category = KeyField(default=None)
    weight = IntegerField(default=0)

    @validates_schema
    def check_source(self, data: dict[str, Any], **_: Any) -> None:
        """Require either items or a category."""
        require_exactly_one(data, "items", "category")


class LibrarySchema(PackSchema):
    """The content of `library.yaml`."""

    categories = ListField(NestedField(LibraryCategorySchema))
    items = ListField(NestedField(LibraryItemSchema))
    rails = ListField(NestedField(RailSchema))


class LimitsSchema(PackSchema):
    """Usage limits of a pass. A limit that is left out is unlimited, but `streams` is 3: how many devices may
    watch at once.
    """

    clips = IntegerField(1, 100_000, default=None)
    downloads = IntegerField(1, 100_000, default=None)
    streams = IntegerField(1, 100, default=None)

    @post_load
    def omit_unlimited(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Keep only the limits that are set."""
        return {name: limit for name, limit in data.items() if limit is not None}


LIMIT_CAPABILITIES = {
    "clips": ("clipping",),
    "downloads": ("download", "download_clip"),
    "streams": ("watch",),
}


def validate_limits(data: dict[str, Any]) -> None:
    """Reject a limit for a capability that the offer does not include. It is most likely a mistake."""
    for name in data.get("limits", {}):
        if not set(LIMIT_CAPABILITIES[name]) & set(data["capabilities"]):
            capabilities = " or ".join(f"`{capability}`" for capability in LIMIT_CAPABILITIES[name])
            raise ValidationError(
                {name: [f"limits something that is not allowed; add {capabilities} to `capabilities`"]},
                "limits",
            )


class PriceChoiceSchema(PackSchema):
    """The amounts that viewers may pay, if they choose the price."""

    minimum = MoneyField()
    maximum = MoneyField()
    suggested = ListField(MoneyField(), max_items=6)

    @validates_schema
    def check_range(self, data: dict[str, Any], **_: Any) -> None:
        """Reject a maximum below the minimum, and suggestions outside of both."""
        minimum, maximum = data["minimum"].minor, data["maximum"].minor
        if maximum < max(minimum, 1):
            raise ValidationError("is below the minimum", "maximum")
        if not all(minimum <= amount.minor <= maximum for amount in data["suggested"]):
            raise ValidationError("must be from the minimum to the maximum", "suggested")


class PackageSchema(PackSchema):
    """A one-time purchase: a single event, a season, a team's season (product.md §3), or a donation.

    Access lasts `days`, or until the end of the day `until`.
    """

    key = KeyField()
    name = LocalizedTextField()
    description = LocalizedTextField(default=None)
    type = ChoiceField("event", "season", "team", "donation", default="season")
    price = NestedField(PriceSchema)
    offer = StringField(default=None, maximum=40)
    period = StringField(default=None, maximum=40)
    categories = ListField(KeyField())
    is_team_pass = BooleanField(default=None)
    days = IntegerField(1, 3660, default=None)
    until = LastDayField(default=None)
    price_choice = NestedField(PriceChoiceSchema, default=None)
    receipt_note = LocalizedTextField(default=None)
    capabilities = ListField(ChoiceField(*CAPABILITIES), default=lambda: ["watch"])
    limits = NestedField(LimitsSchema, default=dict)
    weight = IntegerField(default=0)
    features = ListField(LocalizedTextField(), max_items=20)
    recommended = BooleanField(default=False)
    availability = NestedField(OfferAvailabilitySchema, default=lambda: dict(INCLUDES_EVERYTHING))

    @validates_schema
    def check_period(self, data: dict[str, Any], **_: Any) -> None:
        """Reject days and a last day together."""
        if data.get("days") and data.get("until"):
            raise ValidationError("cannot be combined with `days`; keep one of them", "until")

    @validates_schema
    def check_limits(self, data: dict[str, Any], **_: Any) -> None:
        """Reject limits for capabilities that the package does not include."""
        validate_limits(data)

    @validates_schema
    def check_price_choice(self, data: dict[str, Any], **_: Any) -> None:
        """Require an amount above zero for donations, and a first amount that may be chosen."""
        choice, price = data.get("price_choice"), data.get("price")
        if data.get("type") == "donation" and (choice is None or choice["minimum"].minor == 0):
            raise ValidationError("needs a minimum above 0 for a donation", "price_choice")
        if choice is None or price is None:
            return
        if price["fee"].minor:
            raise ValidationError("cannot be combined with a service fee", "price_choice")
        if not choice["minimum"].minor <= price["base"].minor <= choice["maximum"].minor:
            raise ValidationError("must include the price", "price_choice")

    @post_load
    def grant_nothing_for_donations(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Remove the default capabilities from a donation."""
        return data | {"capabilities": [], "categories": []} if data["type"] == "donation" else data

    @post_load
    def default_team_pass(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Make a package of type team a team pass unless it says otherwise."""
        if data["is_team_pass"] is None:
            data["is_team_pass"] = data["type"] == "team"
        return data


class OffSeasonSchema(PackSchema):
    """The part of each year without charges: its first and last day, as `MM-DD`."""

    from_ = StringField(data_key="from", attribute="from", maximum=5)
    until = StringField(maximum=5)

    @validates_schema
    def check_days(self, data: dict[str, Any], **_: Any) -> None:
        """Reject days that some years do not have, and off-seasons that leave no season."""
        if not is_valid_off_season(data["from"], data["until"]):
            raise ValidationError(
                f"must be days such as 06-01 and 08-31, at most {MAX_OFF_SEASON_DAYS} days apart", "until"
            )


class SubscriptionSchema(PackSchema):
    """A subscription that renews every 12 months or every 30 days (product.md §9). `trial_period` is in
    days. A subscription that renews every 30 days may have an off-season without charges.
    """

    key = KeyField()
    name = LocalizedTextField()
    description = LocalizedTextField(default=None)
    price = NestedField(PriceSchema)
    offer = ChoiceField("annual", "monthly")
    period = ChoiceField("annual", "month", "monthly", default=None)
    trial_period = IntegerField(0, 365, default=0)
    off_season = NestedField(OffSeasonSchema, default=None)
    capabilities = ListField(ChoiceField(*CAPABILITIES), default=lambda: ["watch"])
    limits = NestedField(LimitsSchema, default=dict)
    weight = IntegerField(default=0)
    features = ListField(LocalizedTextField(), max_items=20)
    recommended = BooleanField(default=False)
    availability = NestedField(OfferAvailabilitySchema, default=lambda: dict(INCLUDES_EVERYTHING))

    @validates_schema
    def check_limits(self, data: dict[str, Any], **_: Any) -> None:
        """Reject limits for capabilities that the subscription does not include."""
        validate_limits(data)

    @validates_schema
    def check_off_season(self, data: dict[str, Any], **_: Any) -> None:
        """Reject an off-season for a subscription that is charged once a year."""
        if data.get("off_season") and data.get("period", data.get("offer")) == "annual":
            raise ValidationError("needs a subscription that renews every 30 days", "off_season")

    @post_load
    def default_period(self, data: dict[str, Any], **_: Any) -> dict[str, Any]:
        """Set the period to the offer if it is left out."""
        return data | {"period": data["period"] or data["offer"]}


class OffersSchema(PackSchema):
    """The content of `packages.yaml`."""

    packages = ListField(NestedField(PackageSchema))
    subscriptions = ListField(NestedField(SubscriptionSchema))


class FootageSchema(PackSchema):
    """Footage that `touchline demos draw-footage` generates: a game, or slow pans over still images."""

    key = KeyField()
    kind = ChoiceField("game", "stills")
    seconds = IntegerField(1, 7200)
    sport = KeyField(default=None)
    away = KeyField(default=None)
    home = KeyField(default=None)
    seed = IntegerField(0, 2**31, default=0)
    final = ListField(IntegerField(0, 1000), max_items=2)
    pictures = ListField(FileField(), max_items=60)
    captions = MapField(ListField(StringField(maximum=300), max_items=500, default=...))
    title = LocalizedTextField(default=None)
    open_file = StringField(
        example="a name such as `sponsor.mp4`", pattern=r"[a-z0-9-]{1,60}\.mp4", default=None
    )

    @validates_schema
    def check_complete(self, data: dict[str, Any], **_: Any) -> None:
        """Require the fields of each kind."""
        for name in ("sport", "away", "home") if data["kind"] == "game" else ("pictures",):
            if not data.get(name):
                raise ValidationError(f"is missing; {data['kind']} footage needs it", name)
