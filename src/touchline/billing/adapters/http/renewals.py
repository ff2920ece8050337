"""Whether a subscription goes on (api.md, "Billing")."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import OrderAnswer
from touchline.billing.application.order_answers import OrderAnswers
from touchline.billing.application.renewals import SwitchRenewal
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, refuses, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of
from touchline.shared.ids import OrderId

blueprint = Blueprint("renewals", __name__, description="Whether a subscription goes on")


class RenewalArgs(Schema):
    """Body of both calls: an order of a subscription."""

    order_id = fields.Integer(required=True, strict=True, validate=validate.Range(1, 2**31 - 1))


@blueprint.route("/stripe/unsubscribe", methods=["POST"])
@refuses(404)
@limits.per("account", 30, limits.HOUR)
@viewer
@blueprint.arguments(RenewalArgs)
@blueprint.response(200, data_of(OrderAnswer))
def unsubscribe(body: dict[str, int]) -> dict[str, Any]:
    """Do not renew: `auto_renewal` is `processing`, later `cancelled`; what is paid stays open to its end.
    400 `This order does not renew.`"""
    return _switch(body["order_id"], on=False)


@blueprint.route("/stripe/resubscribe", methods=["POST"])
@refuses(404)
@limits.per("account", 30, limits.HOUR)
@viewer
@blueprint.arguments(RenewalArgs)
@blueprint.response(200, data_of(OrderAnswer))
def resubscribe(body: dict[str, int]) -> dict[str, Any]:
    """Renew after all, before the end of what is paid: `auto_renewal` is `processing`, later `active`. 400
    `This order does not renew.`"""
    return _switch(body["order_id"], on=True)


@inject
def _switch(
    order_id: int,
    *,
    on: bool,
    switch: SwitchRenewal = Provide["billing.counter.switch_renewal"],
    answers: OrderAnswers = Provide["billing.counter.order_answers"],
) -> dict[str, Any]:
    asking = principal()
    return one(answers.one(switch(asking, OrderId(order_id), on=on), asking.language))
