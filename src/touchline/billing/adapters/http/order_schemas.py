"""Schemas of orders (product.md §3, "Order"; api.md, "Billing"). Amounts are decimal strings."""

from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.offer_schemas import OffSeasonSchema
from touchline.billing.domain.checkout.orders import (
    ActivityStatus,
    AutoRenewal,
    OrderStatus,
    ProductKind,
    ProductStatus,
)
from touchline.billing.domain.ledger.transactions import Movement
from touchline.billing.domain.make_good.decisions import MakeGoodReason
from touchline.billing.domain.make_good.policies import MakeGoodMethod
from touchline.billing.domain.offers.offers import Capability
from touchline.platform.http.schemas import Instant

KINDS = [kind.value for kind in ProductKind]
STATUSES = [status.value for status in OrderStatus]
_ACTIVITIES = [status.value for status in ActivityStatus]
_PRODUCT_STATUSES = [status.value for status in ProductStatus]
RENEWALS = [renewal.value for renewal in AutoRenewal]
_MOVEMENTS = [movement.value for movement in Movement]
_METHODS = [method.value for method in MakeGoodMethod]
_REASONS = [reason.value for reason in MakeGoodReason]
_CAPABILITIES = [capability.value for capability in Capability]


class OrderProductSchema(Schema):
    """Product with its name at the time of purchase.

    `id` is the ID of the event, package or subscription. An empty `event_categories` means all of them;
    `participant_id` is the team of a team pass.
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    event_category_id = fields.Integer(required=True, allow_none=True)
    participant_id = fields.Integer(required=True, allow_none=True)
    participant_name = fields.String(required=True, allow_none=True)
    single_event_package_id = fields.Integer(required=True, allow_none=True)
    event_id = fields.Integer(required=True, allow_none=True)
    package_id = fields.Integer(required=True, allow_none=True)
    subscription_id = fields.Integer(required=True, allow_none=True)
    period = fields.String(required=True, allow_none=True)
    event_categories = fields.List(fields.Integer(), required=True)
    capabilities = fields.List(fields.String(validate=validate.OneOf(_CAPABILITIES)), required=True)


class OrderPaymentSchema(Schema):
    """Payment step: whether the viewer's bank requires authentication, and the client secret for it."""

    requires_action = fields.Boolean(required=True)
    client_secret = fields.String(required=True, allow_none=True)


class TaxSchema(Schema):
    """Tax included in an amount. `rate` is in percent of the price before tax."""

    name = fields.String(required=True)
    rate = fields.String(required=True)
    amount = fields.String(required=True)


class TransactionSchema(Schema):
    """Line of the ledger. Only subscriptions have a `label`. A failed attempt does not count."""

    id = fields.Integer(required=True)
    kind = fields.String(required=True, validate=validate.OneOf(_MOVEMENTS))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    amount = fields.String(required=True)
    currency = fields.String(required=True)
    label = fields.String(required=True, allow_none=True)
    tax = fields.List(fields.Nested(TaxSchema), required=True)
    created_at = Instant(required=True)
    receipt_url = fields.String(required=True, allow_none=True)


class MakeGoodSchema(Schema):
    """Money that was paid back for an event that did not play.

    `paid_for` is what was paid for `event_count` events. A credit has a `promo_code` that only this account
    can use.
    """

    event_id = fields.Integer(required=True)
    event_name = fields.String(required=True)
    amount = fields.String(required=True)
    currency = fields.String(required=True)
    method = fields.String(required=True, validate=validate.OneOf(_METHODS))
    promo_code = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True, validate=validate.OneOf(_REASONS))
    lost_seconds = fields.Integer(required=True)
    paid_for = fields.String(required=True)
    event_count = fields.Integer(required=True)
    paid_at = Instant(required=True, allow_none=True)


class OrderSchema(Schema):
    """Order.

    `total` is the amount charged at once (0 during a trial). A null `expires_at` means that access never
    ends. `renews_at` is the time of the next charge. `voucher_count` is the number of codes that a gift or
    group purchase bought (0 for other orders). `renewal_failed` is true if the last renewal payment
    failed. A subscription with an `off_season` is not charged in that part of the year.
    """

    id = fields.Integer(required=True)
    type = fields.String(required=True, validate=validate.OneOf(KINDS))
    status = fields.String(required=True, validate=validate.OneOf(STATUSES))
    activity_status = fields.String(required=True, validate=validate.OneOf(_ACTIVITIES))
    product_status = fields.String(required=True, validate=validate.OneOf(_PRODUCT_STATUSES))
    product_starts_at = Instant(required=True, allow_none=True)
    refund_due = fields.Boolean(required=True)
    product = fields.Nested(OrderProductSchema, required=True)
    price = fields.String(required=True)
    base_price = fields.String(required=True)
    service_fee = fields.String(required=True)
    discount = fields.String(required=True)
    total = fields.String(required=True)
    currency = fields.String(required=True)
    promo_code = fields.String(required=True, allow_none=True)
    trial_days = fields.Integer(required=True)
    voucher_count = fields.Integer(required=True)
    off_season = fields.Nested(OffSeasonSchema, required=True, allow_none=True)
    auto_renewal = fields.String(required=True, allow_none=True, validate=validate.OneOf(RENEWALS))
    renewal_failed = fields.Boolean(required=True)
    created_at = Instant(required=True)
    starts_at = Instant(required=True, allow_none=True)
    expires_at = Instant(required=True, allow_none=True)
    renews_at = Instant(required=True, allow_none=True)
    payment = fields.Nested(OrderPaymentSchema, required=True)
    failure_message = fields.String(required=True, allow_none=True)
    failure_code = fields.String(required=True, allow_none=True)
    transactions = fields.List(fields.Nested(TransactionSchema), required=True)
    make_goods = fields.List(fields.Nested(MakeGoodSchema), required=True)
