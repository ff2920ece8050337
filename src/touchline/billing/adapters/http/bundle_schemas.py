"""Schemas of bundles of several channels."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.studio_offer_schemas import OFFER_KINDS
from touchline.billing.domain.bundles.bundles import BundleStatus
from touchline.platform.http.schemas import Instant, NormalizedString, nullable, required_text
from touchline.shared.strings import normalize

_STATUSES = [status.value for status in BundleStatus]


class BundleChannelSchema(Schema):
    """Another channel of the deployment, as its public site shows it."""

    name = required_text()
    site = required_text()
    logo = nullable(fields.String)


class BundledOfferSchema(Schema):
    """An offer that includes other channels."""

    type = fields.String(required=True, validate=validate.OneOf(OFFER_KINDS))
    id = fields.Integer(required=True)
    channels = fields.List(fields.Nested(BundleChannelSchema), required=True)


class BundledOrderSchema(Schema):
    """An active order of the viewer, and the other channels that it opens."""

    order_id = fields.Integer(required=True)
    channels = fields.List(fields.Nested(BundleChannelSchema), required=True)


class IncludedPassSchema(Schema):
    """Access to this channel that a purchase in another one includes. `until` is null without an end."""

    name = required_text()
    channel = fields.Nested(BundleChannelSchema, required=True)
    until = nullable(Instant)


class OwnBundlesSchema(Schema):
    """What the viewer's orders open in other channels, and what purchases there open here."""

    orders = fields.List(fields.Nested(BundledOrderSchema), required=True)
    included = fields.List(fields.Nested(IncludedPassSchema), required=True)


class StudioBundleSchema(Schema):
    """A bundle. `channel` is the other one, `percent` the share of the partner.

    `offer` and `price` are those of the proposal. `viewers` counts the purchases that open the partner's
    channel now. It is null for the selling channel.
    """

    id = fields.Integer(required=True)
    channel = fields.Nested(BundleChannelSchema, required=True)
    kind = fields.String(required=True, validate=validate.OneOf(OFFER_KINDS))
    offer = required_text()
    price = required_text()
    currency = required_text()
    percent = required_text()
    status = fields.String(required=True, validate=validate.OneOf(_STATUSES))
    proposed_at = Instant(required=True)
    accepted_at = nullable(Instant)
    ended_at = nullable(Instant)
    viewers = nullable(fields.Integer)


class BundleOfferSchema(Schema):
    """An offer that can include other channels."""

    kind = fields.String(required=True, validate=validate.OneOf(OFFER_KINDS))
    key = required_text()
    name = required_text()


class StudioBundlesSchema(Schema):
    """The bundles that the channel sells, those in which it is the partner, and its offers."""

    outgoing = fields.List(fields.Nested(StudioBundleSchema), required=True)
    incoming = fields.List(fields.Nested(StudioBundleSchema), required=True)
    offers = fields.List(fields.Nested(BundleOfferSchema), required=True)


class ProposeBundleSchema(Schema):
    """A proposal. `channel` is the short name or the domain of the partner."""

    kind = fields.String(required=True, validate=validate.OneOf(OFFER_KINDS))
    key = NormalizedString(normalize.name, required=True, validate=validate.Length(1, 200))
    channel = NormalizedString(normalize.name, required=True, validate=validate.Length(1, 253))
    percent = NormalizedString(normalize.name, required=True, validate=validate.Length(1, 10))
