"""Automatic renewal of a subscription (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import OrderSchema
from touchline.billing.application.checkout.order_serializer import OrderSerializer
from touchline.billing.application.renewals.auto_renewal import SetAutoRenewal
from touchline.billing.container import BillingContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import OrderId

blueprint = Blueprint("renewals", __name__, description="Automatic renewal")


class RenewalArgsSchema(Schema):
    """Body of both calls: the order of a subscription."""

    order_id = fields.Integer(required=True, strict=True, validate=validate.Range(1, 2**31 - 1))


@blueprint.route("/stripe/unsubscribe", methods=["POST"])
@error_responses(404)
@limits.rate_limit("account", 30, limits.HOUR)
@viewer
@blueprint.arguments(RenewalArgsSchema)
@blueprint.response(200, data_schema(OrderSchema))
def unsubscribe(body: dict[str, int]) -> dict[str, Any]:
    """Cancel the automatic renewal. `auto_renewal` is `processing`, later `cancelled`.

    Access continues until the end of the paid period. 400 `This order does not renew automatically.`
    """
    return _set_renewal(body["order_id"], enabled=False)


@blueprint.route("/stripe/resubscribe", methods=["POST"])
@error_responses(404)
@limits.rate_limit("account", 30, limits.HOUR)
@viewer
@blueprint.arguments(RenewalArgsSchema)
@blueprint.response(200, data_schema(OrderSchema))
def resubscribe(body: dict[str, int]) -> dict[str, Any]:
    """Resume the automatic renewal before the end of the paid period.

    `auto_renewal` is `processing`, later `active`.

    400 `This order does not renew automatically.`
    """
    return _set_renewal(body["order_id"], enabled=True)


@inject
def _set_renewal(
    order_id: int,
    *,
    enabled: bool,
    set_auto_renewal: SetAutoRenewal = Provide[BillingContainer.set_auto_renewal],
    serializer: OrderSerializer = Provide[BillingContainer.order_serializer],
) -> dict[str, Any]:
    viewer_principal = principal()
    return data_envelope(
        serializer.serialize(
            set_auto_renewal(viewer_principal, OrderId(order_id), enabled=enabled), viewer_principal.language
        )
    )
