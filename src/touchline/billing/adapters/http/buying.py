"""Buying (api.md, "Billing"): the till asks the payment provider, who takes seconds, so no transaction of the
request is open meanwhile."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.http.buying_schemas import Buying, IdempotencyKey, PayingOrder, StartingTrial
from touchline.billing.adapters.http.order_schemas import OrderAnswer
from touchline.billing.adapters.http.purchase_limits import (
    count_decline,
    declined_card_limits,
    promo_code_limits,
)
from touchline.billing.adapters.till import Till
from touchline.billing.application.order_queries import OrderQueries
from touchline.billing.application.purchases import Purchase
from touchline.billing.domain.orders import Kind
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, refuses, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.requests import let_go
from touchline.platform.http.schemas import data_of
from touchline.shared.ids import OrderId

blueprint = Blueprint("buying", __name__, description="Buying")


@blueprint.route("/stripe/buy", methods=["POST"])
@refuses(404, 409)
@limits.per("account", 30, limits.MINUTE)
@promo_code_limits
@declined_card_limits
@viewer
@blueprint.arguments(IdempotencyKey, location="headers")
@blueprint.arguments(Buying)
@blueprint.response(200, data_of(OrderAnswer))
@inject
def buy(
    header: dict[str, Any],
    body: dict[str, Any],
    till: Till = Provide["billing.till.till"],
    orders: OrderQueries = Provide["billing.counter.order_queries"],
) -> dict[str, Any]:
    """Buy an event, a package or a subscription: an order that is `paid`, `failed`, or `created` while the
    viewer's bank wants to hear from them. 400 `The price has changed. Please look at it once more.` where
    that is not what was shown (`total`, `renewal`); 409 while the same is being paid; 503 where the provider
    is away."""
    let_go()
    order_id = till.buy(Purchase(**body, key=header["key"]), principal())
    order = orders.one(principal(), order_id)
    count_decline(order)
    return one(order)


@blueprint.route("/stripe/subscription/start_trial", methods=["POST"])
@refuses(404, 409)
@limits.per("account", 30, limits.MINUTE)
@promo_code_limits
@declined_card_limits
@viewer
@blueprint.arguments(IdempotencyKey, location="headers")
@blueprint.arguments(StartingTrial)
@blueprint.response(200, data_of(OrderAnswer))
@inject
def start_trial(
    header: dict[str, Any],
    body: dict[str, Any],
    till: Till = Provide["billing.till.till"],
    orders: OrderQueries = Provide["billing.counter.order_queries"],
) -> dict[str, Any]:
    """Begin a subscription's free trial, once a person: an order that is `paid` with a total of 0. 400
    `The price has changed. Please look at it once more.` where what follows is not what was shown
    (`renewal`)."""
    let_go()
    purchase = Purchase(**body, kind=Kind.SUBSCRIPTION, trial=True, key=header["key"])
    order_id = till.buy(purchase, principal())
    order = orders.one(principal(), order_id)
    count_decline(order)
    return one(order)


@blueprint.route("/orders/<int(max=2147483647):order_id>/pay", methods=["POST"])
@refuses(400, 409)
@limits.per("account", 30, limits.MINUTE)
@declined_card_limits
@viewer
@blueprint.arguments(PayingOrder)
@blueprint.response(200, data_of(OrderAnswer))
@inject
def pay(
    body: dict[str, Any],
    order_id: int,
    till: Till = Provide["billing.till.till"],
    orders: OrderQueries = Provide["billing.counter.order_queries"],
) -> dict[str, Any]:
    """Go on with an order after the viewer's bank has heard from them, or pay it with another card
    (`payment_method`) while the bank is waited for. An order that is paid or over answers as it is, and
    nothing is charged."""
    let_go()
    asking = principal()
    till.pay(asking.channel_id, asking.viewer, OrderId(order_id), body["card"])
    order = orders.one(asking, OrderId(order_id))
    count_decline(order)
    return one(order)
