"""What opens something, as pages offer it: the same decision as `POST /stripe/buy`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.billing.adapters.http.order_schemas import KINDS
from touchline.billing.application.offer_lines import OfferLine, OfferLines
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, refuses
from touchline.platform.http.schemas import data_of

blueprint = Blueprint("offer_lines", __name__, description="What opens an event or a film")
_ID = validate.Range(1, 2**31 - 1)


class OfferLinesArgs(Schema):
    """What is to be opened; neither: everything on sale besides single events."""

    event_id = fields.Integer(load_default=None, validate=_ID)
    vod_id = fields.Integer(load_default=None, validate=_ID)


class OfferLineAnswer(Schema):
    """One possible purchase in the words of `POST /stripe/buy`. A team pass has one line for each team.
    `held`: the viewer has it already, or something that covers it."""

    type = fields.String(required=True, validate=validate.OneOf(KINDS))
    id = fields.Integer(required=True)
    single_event_package_id = fields.Integer(required=True, allow_none=True)
    participant_id = fields.Integer(required=True, allow_none=True)
    held = fields.Boolean(required=True)


class OfferLinesAnswer(Schema):
    """The lines, in the order in which a page shows them."""

    lines = fields.List(fields.Nested(OfferLineAnswer), required=True)


@blueprint.route("/offers")
@refuses(404)
@limits.none(limits.READ)
@any_key
@blueprint.arguments(OfferLinesArgs, location="query")
@blueprint.response(200, data_of(OfferLinesAnswer))
@inject
def list_offers(args: dict[str, Any], offers: OfferLines = Provide["billing.offer_lines"]) -> dict[str, Any]:
    """What this viewer can buy to watch an event (`event_id`) or a film (`vod_id`), or everything on sale.
    What is not listed here is refused by `POST /stripe/buy`; 404 where there is no such event or film."""
    return {"data": {"lines": [asdict(one) for one in _lines(args, offers)]}}


def _lines(args: dict[str, Any], offers: OfferLines) -> list[OfferLine]:
    asking = principal()
    if args["event_id"] is not None:
        return offers.of_event(args["event_id"], asking)
    if args["vod_id"] is not None:
        return offers.of_film(args["vod_id"], asking)
    return offers.on_sale(asking)
