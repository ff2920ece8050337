"""Schemas of the channel's offers in the studio. Amounts are decimal strings."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.offer_schemas import OffSeasonSchema
from touchline.billing.adapters.http.order_schemas import KINDS
from touchline.billing.application.offers.event_offers import EventOfferState
from touchline.billing.application.offers.offer_overview import OfferState
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.coupons import CouponState
from touchline.billing.domain.coverage import Availability, PassType
from touchline.billing.domain.offers.offers import Capability, PackageType
from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import Instant, nullable, required_text

OFFER_KINDS = [ProductKind.PACKAGE.value, ProductKind.SUBSCRIPTION.value]


class OfferHoldersSchema(Schema):
    """How many orders hold an offer at one price. `renewing` of them renew at this price."""

    price = required_text()
    currency = required_text()
    holders = fields.Integer(required=True)
    renewing = fields.Integer(required=True)


class OfferTermsSchema(Schema):
    """What an offer costs, and how long it gives access."""

    key = required_text()
    name = required_text()
    is_team_pass = fields.Boolean(required=True)
    price = required_text()
    currency = required_text()
    period = nullable(fields.String)
    days = nullable(fields.Integer)
    until = nullable(fields.Date)
    trial_period = fields.Integer(required=True)
    off_season = fields.Nested(OffSeasonSchema, required=True, allow_none=True)


class StudioOfferSchema(OfferTermsSchema):
    """An offer as operators see it.

    `kind` and `key` name its entry in the document, unless it is `withdrawn`. `type`, `days` and `until` are
    null for a subscription. `holders` counts the orders that grant access now, by the price at which they
    were bought. The holders of a single-event package are the buyers of single events.
    """

    kind = fields.String(required=True, validate=validate.OneOf(OFFER_KINDS))
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in OfferState]))
    type = nullable(fields.String, validate=validate.OneOf([kind.value for kind in PackageType]))
    categories = fields.List(required_text(), required=True)
    capabilities = fields.List(
        fields.String(validate=validate.OneOf([capability.value for capability in Capability])), required=True
    )
    holders = fields.List(fields.Nested(OfferHoldersSchema), required=True)


class EventOfferSchema(OfferTermsSchema):
    """An offer that opens an event.

    Kind `event` sells the event alone. Its `key` and `name` are those of the single-event package, its
    `price` is that of the event.
    """

    kind = fields.String(required=True, validate=validate.OneOf(KINDS))
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in EventOfferState]))


class EventOffersSchema(Schema):
    """Who may watch an event, and the offers that open it, in the order in which viewers see them."""

    pass_type = fields.String(required=True, validate=validate.OneOf([kind.value for kind in PassType]))
    availability = fields.String(
        required=True, validate=validate.OneOf([availability.value for availability in Availability])
    )
    offers = fields.List(fields.Nested(EventOfferSchema), required=True)


HoldersArgsSchema = list_args_schema("OfferHoldersArgs", limit=50)


class StudioCouponSchema(Schema):
    """A promo code. It has `percent` or `amount`.

    `products` are kinds, or names such as `package:hockey-season`; none means all. `is_temporary`: the code
    was added with a command and has no entry in the document.
    """

    code = required_text()
    state = fields.String(required=True, validate=validate.OneOf([state.value for state in CouponState]))
    percent = nullable(fields.String)
    amount = nullable(fields.String)
    currency = nullable(fields.String)
    products = fields.List(required_text(), required=True)
    limit = nullable(fields.Integer)
    limit_each = nullable(fields.Integer)
    starts_at = nullable(Instant)
    ends_at = nullable(Instant)
    redemptions = fields.Integer(required=True)
    is_temporary = fields.Boolean(required=True)
