"""The public status page of a channel."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.front.container import FrontContainer
from touchline.front.status_page import GetStatusPage, StatusEvent
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache, set_valid_until
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import Instant, data_schema
from touchline.shared.clock import Clock

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
@limits.exempt(limits.READ_ONLY)
@any_key
@public_cache(
    "billing_make_good",
    "billing_package",
    "catalog_category",
    "catalog_event",
    "catalog_event_side",
    "catalog_group",
    "catalog_location",
    "catalog_participant",
    "catalog_sport",
    "event_media",
    "media_asset",
    max_age=MAX_AGE_SECONDS,
    is_time_dependent=True,
)
@blueprint.response(200, data_schema(StatusPageSchema))
@inject
def show_status_page(
    get_status_page: GetStatusPage = Provide[FrontContainer.get_status_page],
    clock: Clock = Provide[FrontContainer.clock],
) -> dict[str, Any]:
    """Return what is live, what went wrong in the last days, and what was done.

    The response has no data about viewers. Private and unlisted events are left out.
    """
    caller = principal()
    page = get_status_page(caller.channel_id, caller.language)
    set_valid_until(clock.now() + timedelta(seconds=MAX_AGE_SECONDS))
    return data_envelope(
        {
            "live": [_serialize(event) for event in page.live],
            "faulty": [_serialize(event) for event in page.faulty],
            "faultless": page.faultless,
            "days": page.days,
        }
    )


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
