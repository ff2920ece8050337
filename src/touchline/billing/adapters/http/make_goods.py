"""The make-goods of an event, for operators."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.billing.adapters.http import make_good_schemas as schemas
from touchline.billing.application.make_good.make_good_serializer import MakeGoodSerializer
from touchline.billing.application.make_good.make_good_service import (
    MAKE_GOOD_OFF,
    PLAN_CHANGED,
    MakeGoodService,
)
from touchline.billing.application.make_good.run_make_goods import RunMakeGoods
from touchline.billing.application.offers.product_references import ProductReferences
from touchline.billing.container import BillingContainer
from touchline.billing.domain.make_good.policies import MakeGoodMode
from touchline.billing.ports.current_channel import CurrentChannel
from touchline.billing.ports.make_goods import MakeGoods
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, list_schema
from touchline.shared.errors import EditConflictError, RefusedError
from touchline.shared.permissions import Permission
from touchline.shared.strings.localized import localize

MAKE_GOOD = "/studio/events/<string:key>/make-good"
read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="make-goods")
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="make-good-changes")

blueprint = Blueprint("make_goods", __name__, tag=STUDIO_TAG)


@blueprint.route("/studio/make-goods")
@read_limit
@operator(Permission.MANAGE_ORDERS)
@audit.reads_nothing_personal
@blueprint.response(200, list_schema(schemas.WaitingMakeGoodsSchema))
@inject
def list_waiting_make_goods(
    make_goods: MakeGoods = Provide[BillingContainer.make_goods],
    channel: CurrentChannel = Provide[BillingContainer.current_channel],
) -> dict[str, Any]:
    """List the events with make-goods that wait for an operator, newest first."""
    language, fallback = principal().language, channel.get_language()
    return data_envelope(
        [
            {
                "event_id": waiting.event_id,
                "event_name": localize(waiting.event_name, language, fallback),
                "count": waiting.count,
                "unpaid": waiting.unpaid.decimal,
                "currency": waiting.unpaid.currency,
            }
            for waiting in make_goods.list_waiting()
        ]
    )


@blueprint.route(MAKE_GOOD)
@read_limit
@operator(Permission.MANAGE_ORDERS)
@audit.reads_personal_data("make_good.show")
@blueprint.response(200, data_schema(schemas.MakeGoodPlanSchema))
def show_make_goods(key: str) -> dict[str, Any]:
    """Return who is owed money for an event that did not play, why, and how much.

    The amounts follow the current evidence and the channel's policy. 404 for an event that is not in the
    channel.
    """
    return _show(_find_event(key))


@blueprint.route(MAKE_GOOD, methods=["POST"])
@error_responses(400, 409)
@change_limit
@operator(Permission.MANAGE_ORDERS)
@audit.changes("make_good.pay", "event", "key")
@blueprint.arguments(schemas.PayMakeGoodsArgsSchema)
@blueprint.response(202, data_schema(schemas.MakeGoodPlanSchema))
@inject
def pay_make_goods(
    body: dict[str, Any],
    key: str,
    service: MakeGoodService = Provide[BillingContainer.make_good_service],
    run_make_goods: RunMakeGoods = Provide[BillingContainer.run_make_goods],
) -> dict[str, Any]:
    """Pay all make-goods of an event that are not paid yet, in the background.

    409 if the total is no longer `unpaid`. A repeated request pays nobody twice.
    """
    event_id, channel_id = _find_event(key), principal().channel_id
    plan = service.propose_in_transaction(event_id)
    if plan.policy.mode is MakeGoodMode.OFF:
        raise RefusedError(MAKE_GOOD_OFF)
    if plan.unpaid_total != body["unpaid"]:
        raise EditConflictError(PLAN_CHANGED)
    run_make_goods.request_payment(channel_id, event_id)
    return _show(event_id)


@blueprint.route("/studio/make-goods/<int(max=2147483647):make_good_id>/dismiss", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.MANAGE_ORDERS)
@audit.changes("make_good.dismiss", "make_good", "make_good_id")
@blueprint.arguments(schemas.DismissMakeGoodArgsSchema)
@blueprint.response(204)
@inject
def dismiss_make_good(
    body: dict[str, Any],
    make_good_id: int,
    service: MakeGoodService = Provide[BillingContainer.make_good_service],
) -> None:
    """Decide not to pay a make-good, with a reason. 400 once it was paid."""
    service.dismiss_in_transaction(make_good_id, body["reason"])


@inject
def _find_event(
    key: str, product_references: ProductReferences = Provide[BillingContainer.product_references]
) -> int:
    return product_references.parse(f"event:{key}")[1]


@inject
def _show(
    event_id: int,
    service: MakeGoodService = Provide[BillingContainer.make_good_service],
    serializer: MakeGoodSerializer = Provide[BillingContainer.make_good_serializer],
) -> dict[str, Any]:
    return data_envelope(serializer.serialize_plan(service.preview_in_transaction(event_id)))
