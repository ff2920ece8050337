"""Schemas of offers (product.md §3; api.md, "Billing"). Amounts are decimal strings."""

from marshmallow import Schema, fields, validate

from touchline.billing.domain.offers.offers import Capability, PackageType

_CAPABILITIES = [capability.value for capability in Capability]
_TYPES = [package_type.value for package_type in PackageType]


class LimitsSchema(Schema):
    """Usage limits of a pass. Null means no limit."""

    clips = fields.Integer(required=True, allow_none=True)
    downloads = fields.Integer(required=True, allow_none=True)
    streams = fields.Integer(required=True)


class OfferAvailabilitySchema(Schema):
    """Whether an offer includes the live stream and the replay of an event, and their video."""

    live = fields.Boolean(required=True)
    replay = fields.Boolean(required=True)
    replay_delay_hours = fields.Integer(required=True)
    audio_only = fields.Boolean(required=True)


class OfferSchema(Schema):
    """Common members of packages and subscriptions; `price = base_price + service_fee`.

    `limits` apply to the capabilities that they limit. Those of a subscription start again at each renewal.
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    description = fields.String(required=True)
    price = fields.String(required=True)
    base_price = fields.String(required=True)
    service_fee = fields.String(required=True)
    currency = fields.String(required=True)
    offer = fields.String(required=True, allow_none=True)
    period = fields.String(required=True, allow_none=True)
    weight = fields.Integer(required=True)
    limits = fields.Nested(LimitsSchema, required=True)
    features = fields.List(fields.String(), required=True)
    recommended = fields.Boolean(required=True)
    availability = fields.Nested(OfferAvailabilitySchema, required=True)
    capabilities = fields.List(fields.String(validate=validate.OneOf(_CAPABILITIES)), required=True)


class PriceChoiceSchema(Schema):
    """The amounts that a viewer may pay, if they choose the price."""

    minimum = fields.String(required=True)
    maximum = fields.String(required=True)
    suggested = fields.List(fields.String(), required=True)


class PackageSchema(OfferSchema):
    """Package.

    An empty `event_categories` means all of them. Access lasts `days`, or until the end of the day `until` in
    the channel's time zone; without either it never ends. With a `price_choice` the viewer chooses the
    amount, and `price` is selected first. A package of type `donation` grants nothing.
    """

    type = fields.String(required=True, validate=validate.OneOf(_TYPES))
    event_categories = fields.List(fields.Integer(), required=True)
    is_team_pass = fields.Boolean(required=True)
    days = fields.Integer(required=True, allow_none=True)
    until = fields.String(required=True, allow_none=True, metadata={"format": "date"})
    price_choice = fields.Nested(PriceChoiceSchema, required=True, allow_none=True)


class OffSeasonSchema(Schema):
    """Part of each year without charges: its first and last day, as `MM-DD` in the channel's time zone."""

    from_ = fields.String(required=True, data_key="from", attribute="from")
    until = fields.String(required=True)


class SubscriptionSchema(OfferSchema):
    """Subscription. `trial_period` is in days, 0 for none. `off_season` is null without one."""

    trial_period = fields.Integer(required=True)
    off_season = fields.Nested(OffSeasonSchema, required=True, allow_none=True)
