"""The payment provider of a channel, for owners."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.application.checkout.check_payments import CheckPayments
from touchline.billing.container import BillingContainer
from touchline.billing.ports.payments import WebhookDelivery
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema, nullable, required_text
from touchline.shared.permissions import Permission

blueprint = Blueprint("studio_payments", __name__, tag=STUDIO_TAG)


class ProviderStatusSchema(Schema):
    """State of the account at the payment provider."""

    is_live = fields.Boolean(required=True)
    can_charge = nullable(fields.Boolean)
    webhooks = fields.String(
        required=True, validate=validate.OneOf([delivery.value for delivery in WebhookDelivery])
    )


class PaymentsCheckSchema(Schema):
    """Result of a check of the payment provider."""

    provider = fields.String(required=True, validate=validate.OneOf(["off", "fake", "stripe"]))
    status = fields.Nested(ProviderStatusSchema, required=True, allow_none=True)
    error = required_text()


@blueprint.route("/studio/payments/check", methods=["POST"])
@limits.rate_limit("account", 10, limits.MINUTE, name="payment-checks")
@operator(Permission.MANAGE_SETTINGS)
@audit.changes("payments.check", "channel")
@blueprint.response(200, data_schema(PaymentsCheckSchema))
@inject
def check_payments(
    check: CheckPayments = Provide[BillingContainer.check_payments],
) -> dict[str, Any]:
    """Ask the payment provider whether it accepts the keys, can charge, and sends webhook events.

    `error` is the provider's own sentence if it does not respond or refuses the keys.
    """
    release_connection()
    return data_envelope(check())
