"""Checkout (api.md, "Billing").

The payment provider can take seconds to respond, so no transaction of the request is open during the call.
"""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.http.checkout_schemas import (
    BuySchema,
    IdempotencyKeySchema,
    PayOrderSchema,
    StartTrialSchema,
)
from touchline.billing.adapters.http.order_schemas import OrderSchema
from touchline.billing.adapters.http.purchase_limits import (
    count_decline,
    declined_card_limits,
    promo_code_limits,
    trial_limits,
)
from touchline.billing.application.checkout.checkout_service import CheckoutService
from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.container import BillingContainer
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.billing.domain.vouchers.vouchers import GiftRequest
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import OrderId

blueprint = Blueprint("checkout", __name__, description="Buying")


@blueprint.route("/stripe/buy", methods=["POST"])
@error_responses(404, 409)
@limits.rate_limit("account", 30, limits.MINUTE)
@promo_code_limits
@declined_card_limits
@viewer
@blueprint.arguments(IdempotencyKeySchema, location="headers")
@blueprint.arguments(BuySchema)
@blueprint.response(200, data_schema(OrderSchema))
@inject
def buy(
    header: dict[str, Any],
    body: dict[str, Any],
    checkout_service: CheckoutService = Provide[BillingContainer.checkout_service],
    orders: OrderQueries = Provide[BillingContainer.order_queries],
) -> dict[str, Any]:
    """Buy an event, a package or a subscription, or donate.

    The order is `paid` or `failed`, or `created` while the viewer's bank requires authentication. 400
    `errors.price_changed` if `total` or `renewal` differs from the current price; 409 while a payment for the
    same product is in progress; 503 if the payment provider is unavailable.
    """
    release_connection()
    gift = GiftRequest(**body.pop("gift"), language=principal().language) if body["gift"] else None
    purchase = Purchase(**{**body, "gift": gift}, key=header["key"])
    order_id = checkout_service.buy(purchase, principal())
    order = orders.get(principal(), order_id)
    count_decline(order)
    return data_envelope(order)


@blueprint.route("/stripe/subscription/start_trial", methods=["POST"])
@error_responses(404, 409)
@limits.rate_limit("account", 30, limits.MINUTE)
@promo_code_limits
@declined_card_limits
@trial_limits
@viewer
@blueprint.arguments(IdempotencyKeySchema, location="headers")
@blueprint.arguments(StartTrialSchema)
@blueprint.response(200, data_schema(OrderSchema))
@inject
def start_trial(
    header: dict[str, Any],
    body: dict[str, Any],
    checkout_service: CheckoutService = Provide[BillingContainer.checkout_service],
    orders: OrderQueries = Provide[BillingContainer.order_queries],
) -> dict[str, Any]:
    """Start the free trial of a subscription. Each viewer can start it once.

    The order is `paid` with a total of 0. 400 `errors.price_changed` if
    `renewal` differs from the current price.
    """
    release_connection()
    purchase = Purchase(**body, kind=ProductKind.SUBSCRIPTION, is_trial=True, key=header["key"])
    order_id = checkout_service.buy(purchase, principal())
    order = orders.get(principal(), order_id)
    count_decline(order)
    return data_envelope(order)


@blueprint.route("/orders/<int(max=2147483647):order_id>/pay", methods=["POST"])
@error_responses(400, 409)
@limits.rate_limit("account", 30, limits.MINUTE)
@declined_card_limits
@viewer
@blueprint.arguments(PayOrderSchema)
@blueprint.response(200, data_schema(OrderSchema))
@inject
def pay(
    body: dict[str, Any],
    order_id: int,
    checkout_service: CheckoutService = Provide[BillingContainer.checkout_service],
    orders: OrderQueries = Provide[BillingContainer.order_queries],
) -> dict[str, Any]:
    """Continue an order after the viewer's bank has authenticated the payment, or pay it with another card.

    `payment_method` replaces the card while authentication is pending. A paid or ended order is returned
    unchanged, and nothing is charged.
    """
    release_connection()
    viewer_principal = principal()
    checkout_service.pay(
        viewer_principal.channel_id, viewer_principal.viewer_id, OrderId(order_id), body["card"]
    )
    order = orders.get(viewer_principal, OrderId(order_id))
    count_decline(order)
    return data_envelope(order)
