"""Schemas of the channel's orders in the studio. Amounts are decimal strings."""

from __future__ import annotations

from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import KINDS, STATUSES, OrderSchema
from touchline.platform.http.day_field import DayField
from touchline.platform.http.paging import list_args_schema
from touchline.platform.http.schemas import Instant, NormalizedString, nullable
from touchline.shared.strings import normalize

MAX_ID = 2_147_483_647
MAX_LENGTH = 254


class BuyerSchema(Schema):
    """Viewer who placed an order."""

    id = fields.Integer(required=True)
    email = fields.String(required=True)
    name = fields.String(required=True)


class StudioOrderSchema(OrderSchema):
    """Order of a viewer, as operators see it. `viewer` is null after the account was erased.

    `has_payment` means that there is a payment to refund. `can_extend` means that the access has an end that
    can be moved.
    """

    class Meta:
        """Leave out the viewer's own payment step."""

        exclude = ("payment",)

    viewer = fields.Nested(BuyerSchema, required=True, allow_none=True)
    card_last4 = nullable(fields.String)
    ended_at = Instant(required=True, allow_none=True)
    has_payment = fields.Boolean(required=True)
    can_extend = fields.Boolean(required=True)


class StudioOrderFiltersSchema(Schema):
    """Filters. An order must match all of them. Days are in the channel's time zone, both included.

    `for_others` selects gifts and group codes, or leaves them out.
    """

    search = NormalizedString(normalize.query, load_default="", validate=validate.Length(max=MAX_LENGTH))
    type = fields.String(load_default=None, validate=validate.OneOf(KINDS))
    status = fields.String(load_default=None, validate=validate.OneOf(STATUSES))
    event_id = fields.Integer(load_default=None, validate=validate.Range(1, MAX_ID))
    is_for_others = fields.Boolean(data_key="for_others", load_default=None)
    first = DayField(normalize.token, data_key="from", load_default=None)
    last = DayField(normalize.token, data_key="to", load_default=None)


StudioOrdersArgsSchema = list_args_schema("StudioOrdersArgs", limit=50, base=StudioOrderFiltersSchema)


class RefundableArgsSchema(Schema):
    """Query of `GET /studio/orders/{order_id}/refund`: a payment of the order. Default: the latest one."""

    transaction_id = fields.Integer(load_default=None, validate=validate.Range(1, MAX_ID))


class RefundableSchema(Schema):
    """Amount of a payment that can still be refunded."""

    amount = fields.String(required=True)
    currency = fields.String(required=True)


class RefundArgsSchema(RefundableArgsSchema):
    """Body of `POST /studio/orders/{order_id}/refund`. Without an `amount`, all of `refundable` is refunded.

    `refundable` is the amount that `GET` returned. The refund is refused if it has changed.
    """

    amount = NormalizedString(normalize.token, load_default=None, validate=validate.Length(1, 20))
    refundable = NormalizedString(normalize.token, required=True, validate=validate.Length(1, 20))


class ExtendArgsSchema(Schema):
    """Body of `POST /studio/orders/{order_id}/extend`: the last day of access."""

    until = DayField(normalize.token, required=True)


class GrantArgsSchema(Schema):
    """Body of `POST /studio/orders`. `product` is `event:ID`, `package:KEY` or `subscription:KEY`."""

    email = NormalizedString(normalize.email, required=True, validate=validate.Length(3, MAX_LENGTH))
    product = NormalizedString(normalize.token, required=True, validate=validate.Length(3, 140))
    team = NormalizedString(normalize.token, load_default=None, validate=validate.Length(max=120))
    until = DayField(normalize.token, load_default=None)
