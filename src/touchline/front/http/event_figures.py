"""The sales and viewers of one event in the studio."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.front.container import FrontContainer
from touchline.front.event_figures import GetEventFigures
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, required_text
from touchline.shared.permissions import Permission

read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="event-figures")
blueprint = Blueprint("event_figures", __name__, tag=STUDIO_TAG)


class EventSalesDaySchema(Schema):
    """The paid charges of a day."""

    day = required_text()
    orders = fields.Integer(required=True)
    gross = required_text()


class EventSalesSchema(Schema):
    """Sales of an event alone, without passes. Amounts are decimal strings in major units."""

    orders = fields.Integer(required=True)
    gross = required_text()
    refunds = required_text()
    net = required_text()
    currency = required_text()
    holders = fields.Integer(required=True)
    days = fields.List(fields.Nested(EventSalesDaySchema), required=True)


class EventMomentSchema(Schema):
    """The viewers within five minutes: live, and of the recording."""

    at = required_text()
    live = fields.Integer(required=True)
    replay = fields.Integer(required=True)


class EventViewsDaySchema(Schema):
    """The views of a day."""

    day = required_text()
    views = fields.Integer(required=True)


class EventAudienceSchema(Schema):
    """Who has watched an event so far, live and later."""

    viewers = fields.Integer(required=True)
    views = fields.Integer(required=True)
    minutes = fields.Float(required=True)
    average_minutes = fields.Float(required=True)
    peak_viewers = fields.Integer(required=True)
    moments = fields.List(fields.Nested(EventMomentSchema), required=True)
    days = fields.List(fields.Nested(EventViewsDaySchema), required=True)


class EventFiguresSchema(Schema):
    """The sales, viewers and clips of an event."""

    event_id = fields.Integer(required=True)
    sales = fields.Nested(EventSalesSchema, required=True)
    audience = fields.Nested(EventAudienceSchema, required=True, allow_none=True)
    clips = fields.Integer(required=True)


@blueprint.route("/studio/events/<string:key>/figures")
@read_limit
@operator(Permission.VIEW_REPORTS)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(EventFiguresSchema))
@inject
def show_event_figures(
    key: str, get_event_figures: GetEventFigures = Provide[FrontContainer.get_event_figures]
) -> dict[str, Any]:
    """Return the sales, viewers and clips of an event since it exists.

    `moments` has the viewers every five minutes around the start. `days` has no days after the last sale or
    the last view, and at most 92 days.

    404 for an event that is not in the channel.
    """
    figures = get_event_figures(principal(), key)
    sales = figures.sales
    return data_envelope(
        {
            "event_id": figures.event_id,
            "sales": {
                "orders": sales.orders,
                "gross": sales.gross.decimal,
                "refunds": sales.refunds.decimal,
                "net": sales.net.decimal,
                "currency": sales.gross.currency,
                "holders": sales.holders,
                "days": [
                    {"day": day.day.isoformat(), "orders": day.orders, "gross": day.gross.decimal}
                    for day in sales.days
                ],
            },
            "audience": figures.audience,
            "clips": figures.clips,
        }
    )
