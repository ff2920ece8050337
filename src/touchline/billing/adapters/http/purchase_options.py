"""Offers for an event or library item. They follow the same rules as `POST /stripe/buy`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import KINDS
from touchline.billing.application.offers.purchase_options import PurchaseOption, PurchaseOptionQueries
from touchline.billing.container import BillingContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal
from touchline.platform.http.schemas import data_schema

blueprint = Blueprint("purchase_options", __name__, description="Offers for an event or library item")
_ID = validate.Range(1, 2**31 - 1)


class PurchaseOptionsArgsSchema(Schema):
    """Event or library item. Without either: everything on sale except single events."""

    event_id = fields.Integer(load_default=None, validate=_ID)
    vod_id = fields.Integer(load_default=None, validate=_ID)


class PurchaseOptionSchema(Schema):
    """Offer, with the members of `POST /stripe/buy`.

    A team pass has one offer per team. `held` is true if the viewer already has it, or a pass that covers it.
    """

    type = fields.String(required=True, validate=validate.OneOf(KINDS))
    id = fields.Integer(required=True)
    single_event_package_id = fields.Integer(required=True, allow_none=True)
    participant_id = fields.Integer(required=True, allow_none=True)
    held = fields.Boolean(required=True)


class PurchaseOptionsSchema(Schema):
    """Offers in display order."""

    lines = fields.List(fields.Nested(PurchaseOptionSchema), required=True)


@blueprint.route("/offers")
@error_responses(404)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(PurchaseOptionsArgsSchema, location="query")
@blueprint.response(200, data_schema(PurchaseOptionsSchema))
@inject
def list_offers(
    args: dict[str, Any],
    purchase_option_queries: PurchaseOptionQueries = Provide[BillingContainer.purchase_option_queries],
) -> dict[str, Any]:
    """List the offers for an event (`event_id`), a library item (`vod_id`), or all offers.

    The list depends on the viewer. `POST /stripe/buy` refuses all other products. 404 if the event or
    library item does not exist.
    """
    return {"data": {"lines": [asdict(option) for option in _list_options(args, purchase_option_queries)]}}


def _list_options(
    args: dict[str, Any], purchase_option_queries: PurchaseOptionQueries
) -> list[PurchaseOption]:
    viewer_principal = principal()
    if args["event_id"] is not None:
        return purchase_option_queries.list_for_event(args["event_id"], viewer_principal)
    if args["vod_id"] is not None:
        return purchase_option_queries.list_for_library_item(args["vod_id"], viewer_principal)
    return purchase_option_queries.list_on_sale(viewer_principal)
