"""The public status page of a channel."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Response, after_this_request
from marshmallow import Schema, fields, validate

from touchline.front.container import FrontContainer
from touchline.front.status_page import GetStatusPage, StatusEvent
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import Instant, data_schema

MAX_AGE_SECONDS = 60
blueprint = Blueprint("status_page", __name__, description="Status page")


class StatusOutageSchema(Schema):
    """Time in which nobody could watch. `minutes` is rounded up."""

    side = fields.String(required=True, validate=validate.OneOf(["venue", "delivery"]))
    starts_at = Instant(required=True)
    minutes = fields.Integer(required=True)


class StatusEventSchema(Schema):
    """Event of the status page. `paid_back` is the number of viewers who were paid back.

    It is null for some, but fewer than five.
    """

    id = fields.Integer(required=True)
    name = fields.String(required=True)
    starts_at = Instant(required=True)
    outages = fields.List(fields.Nested(StatusOutageSchema), required=True)
    paid_back = fields.Integer(required=True, allow_none=True)


class StatusPageSchema(Schema):
    """Status page: live events, and events of the last `days` days with problems. `faultless` counts the
    other events.
    """

    live = fields.List(fields.Nested(StatusEventSchema), required=True)
    faulty = fields.List(fields.Nested(StatusEventSchema), required=True)
    faultless = fields.Integer(required=True)
    days = fields.Integer(required=True)


@blueprint.route("/status-page")
@limits.rate_limit("address", 600, limits.MINUTE, name="status-page")
@any_key
@blueprint.response(200, data_schema(StatusPageSchema))
@inject
def show_status_page(
    get_status_page: GetStatusPage = Provide[FrontContainer.get_status_page],
) -> dict[str, Any]:
    """Return what is live, what went wrong in the last days, and what was done.

    The response has no data about viewers. Private and unlisted events are left out.
    """
    caller = principal()
    page = get_status_page(caller.channel_id, caller.language)
    after_this_request(_allow_caching)
    return data_envelope(
        {
            "live": [_serialize(event) for event in page.live],
            "faulty": [_serialize(event) for event in page.faulty],
            "faultless": page.faultless,
            "days": page.days,
        }
    )


def _allow_caching(response: Response) -> Response:
    """Let browsers and shared caches keep the page. The evidence has no table versions for our own cache."""
    response.headers["Cache-Control"] = f"public, max-age={MAX_AGE_SECONDS}"
    response.vary.update(("Authorization", "Accept-Language"))
    return response


def _serialize(event: StatusEvent) -> dict[str, Any]:
    faults = event.faults
    return {
        "id": event.id,
        "name": event.name,
        "starts_at": event.starts_at,
        "outages": [
            {
                "side": outage.side.value,
                "starts_at": outage.starts_at,
                "minutes": outage.minutes,
            }
            for outage in (faults.outages if faults else ())
        ],
        "paid_back": faults.paid_back if faults else 0,
    }
