"""Buying (api.md, "Billing"): the till asks the payment provider, who takes seconds, so no transaction of the
request is open meanwhile."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.checkout_service import CheckoutService
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
)
from touchline.billing.application.checkout.order_queries import OrderQueries
from touchline.billing.application.checkout.purchases import Purchase
from touchline.billing.domain.checkout.orders import ProductKind
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import OrderId

blueprint = Blueprint("buying", __name__, description="Buying")


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
    checkout_service: CheckoutService = Provide["billing.checkout.checkout_service"],
    orders: OrderQueries = Provide["billing.purchases.order_queries"],
) -> dict[str, Any]:
    """Buy an event, a package or a subscription: an order that is `paid`, `failed`, or `created` while the
    viewer's bank wants to hear from them. 400 `errors.price_changed` where that is not
    what was shown (`total`, `renewal`); 409 while the same is being paid; 503 where the provider is away."""
    release_connection()
    order_id = checkout_service.buy(Purchase(**body, key=header["key"]), principal())
    order = orders.get(principal(), order_id)
    count_decline(order)
    return data_envelope(order)


@blueprint.route("/stripe/subscription/start_trial", methods=["POST"])
@error_responses(404, 409)
@limits.rate_limit("account", 30, limits.MINUTE)
@promo_code_limits
@declined_card_limits
@viewer
@blueprint.arguments(IdempotencyKeySchema, location="headers")
@blueprint.arguments(StartTrialSchema)
@blueprint.response(200, data_schema(OrderSchema))
@inject
def start_trial(
    header: dict[str, Any],
    body: dict[str, Any],
    checkout_service: CheckoutService = Provide["billing.checkout.checkout_service"],
    orders: OrderQueries = Provide["billing.purchases.order_queries"],
) -> dict[str, Any]:
    """Begin a subscription's free trial, once a person: an order that is `paid` with a total of 0. 400
    `errors.price_changed` where what follows is not what was shown (`renewal`)."""
    release_connection()
    purchase = Purchase(**body, kind=ProductKind.SUBSCRIPTION, trial=True, key=header["key"])
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
    checkout_service: CheckoutService = Provide["billing.checkout.checkout_service"],
    orders: OrderQueries = Provide["billing.purchases.order_queries"],
) -> dict[str, Any]:
    """Go on with an order after the viewer's bank has heard from them, or pay it with another card
    (`payment_method`) while the bank is waited for. An order that is paid or over answers as it is, and
    nothing is charged."""
    release_connection()
    viewer_principal = principal()
    checkout_service.pay(
        viewer_principal.channel_id, viewer_principal.viewer_id, OrderId(order_id), body["card"]
    )
    order = orders.get(viewer_principal, OrderId(order_id))
    count_decline(order)
    return data_envelope(order)
