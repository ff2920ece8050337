"""Answers of the billing calls (product.md §3; api.md, "Billing"). Money is a decimal string."""

from marshmallow import Schema, fields, validate

from touchline.billing.domain.offers.offers import Capability, PackageType

_CAPABILITIES = [one.value for one in Capability]
_TYPES = [one.value for one in PackageType]


class LimitsSchema(Schema):
    """How often what is counted may be done with a pass; null: without limit."""

    clips = fields.Integer(required=True, allow_none=True)
    downloads = fields.Integer(required=True, allow_none=True)


class OfferSchema(Schema):
    """What packages and subscriptions have in common; `price = base_price + service_fee`. `limits` matter
    where the capabilities allow what they limit; those of a subscription begin anew when it renews."""

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
    capabilities = fields.List(fields.String(validate=validate.OneOf(_CAPABILITIES)), required=True)


class PackageSchema(OfferSchema):
    """A package; no `event_categories` means all of them. What it opens is open for `days`, or to the end of
    the day `until` in the channel's time zone; without either for good."""

    type = fields.String(required=True, validate=validate.OneOf(_TYPES))
    event_categories = fields.List(fields.Integer(), required=True)
    is_team_pass = fields.Boolean(required=True)
    days = fields.Integer(required=True, allow_none=True)
    until = fields.String(required=True, allow_none=True, metadata={"format": "date"})


class SubscriptionSchema(OfferSchema):
    """A subscription; `trial_period` is in days, 0 for none."""

    trial_period = fields.Integer(required=True)
