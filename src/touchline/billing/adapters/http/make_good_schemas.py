"""Schemas of make-goods in the studio."""

from __future__ import annotations

from enum import StrEnum

from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.studio_order_schemas import BuyerSchema
from touchline.billing.domain.make_good.decisions import MakeGoodReason
from touchline.billing.domain.make_good.evidence import OutageSide
from touchline.billing.domain.make_good.make_goods import MakeGoodStatus
from touchline.billing.domain.make_good.policies import MakeGoodMethod, MakeGoodMode
from touchline.platform.http.schemas import Instant, NormalizedString, nullable
from touchline.shared.strings import normalize

MAX_REASON_LENGTH = 300


def _one_of(values: type[StrEnum]) -> validate.OneOf:
    return validate.OneOf([value.value for value in values])


class StudioMakeGoodSchema(Schema):
    """What one viewer is owed for an event. `id` is null until it was proposed or paid.

    `viewer` is null after the account was erased. `paid_for` is what was paid for `event_count` events.
    `is_capped` means that a limit reduced the amount. `needs_review` means that nothing on the server
    confirms a part of the loss: it is paid only when an operator presses the button.
    """

    id = nullable(fields.Integer)
    viewer = fields.Nested(BuyerSchema, required=True, allow_none=True)
    order_id = fields.Integer(required=True)
    status = fields.String(required=True, validate=_one_of(MakeGoodStatus))
    reason = fields.String(required=True, validate=_one_of(MakeGoodReason))
    side = fields.String(required=True, validate=_one_of(OutageSide))
    method = fields.String(required=True, validate=_one_of(MakeGoodMethod))
    wanted_seconds = fields.Integer(required=True)
    lost_seconds = fields.Integer(required=True)
    paid_for = fields.String(required=True)
    event_count = fields.Integer(required=True)
    owed = fields.String(required=True)
    paid = fields.String(required=True)
    unpaid = fields.String(required=True)
    currency = fields.String(required=True)
    is_capped = fields.Boolean(required=True)
    needs_review = fields.Boolean(required=True)
    promo_code = nullable(fields.String)
    dismissal = nullable(fields.String)
    paid_at = Instant(required=True, allow_none=True)


class MakeGoodPlanSchema(Schema):
    """Make-goods of an event. `is_measured` means that there is evidence, `is_final` that no more reports are
    expected, and `is_over` that later evidence does not count.
    """

    event_id = fields.Integer(required=True)
    mode = fields.String(required=True, validate=_one_of(MakeGoodMode))
    is_measured = fields.Boolean(required=True)
    is_final = fields.Boolean(required=True)
    is_over = fields.Boolean(required=True)
    currency = fields.String(required=True)
    unpaid = fields.String(required=True)
    unpaid_count = fields.Integer(required=True)
    paid = fields.String(required=True)
    make_goods = fields.List(fields.Nested(StudioMakeGoodSchema), required=True)


class WaitingMakeGoodsSchema(Schema):
    """Event with make-goods that wait for an operator. `count` of them."""

    event_id = fields.Integer(required=True)
    event_name = fields.String(required=True)
    count = fields.Integer(required=True)
    unpaid = fields.String(required=True)
    currency = fields.String(required=True)


class PayMakeGoodsArgsSchema(Schema):
    """Body of `POST /studio/events/{key}/make-good`: the total that `GET` returned."""

    unpaid = NormalizedString(normalize.token, required=True, validate=validate.Length(1, 20))


class DismissMakeGoodArgsSchema(Schema):
    """Body of `POST /studio/make-goods/{make_good_id}/dismiss`."""

    reason = NormalizedString(
        normalize.free_text, required=True, validate=validate.Length(1, MAX_REASON_LENGTH)
    )
