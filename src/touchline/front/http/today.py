"""The page of today in the studio, and the events of a scorekeeper."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.events.studio_schemas import StreamHealthSchema, StudioEventSchema
from touchline.catalog.facade import CatalogFacade
from touchline.front.container import FrontContainer
from touchline.front.today import GetToday, Step, Waiting
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, nullable, required_text
from touchline.shared.ids import EventId
from touchline.shared.permissions import Permission

read_limit = limits.rate_limit("account", 120, limits.MINUTE, name="today")
blueprint = Blueprint("today", __name__, tag=STUDIO_TAG)


class TodayEventSchema(StudioEventSchema):
    """An event of today, with what it lacks."""

    picture = required_text()
    has_price = fields.Boolean(required=True)
    is_overdue = fields.Boolean(required=True)


class LiveTodayEventSchema(TodayEventSchema):
    """An event on air, with its viewers and its stream."""

    viewers = nullable(fields.Integer)
    stream = fields.Nested(StreamHealthSchema, required=True, allow_none=True)


class WaitingSchema(Schema):
    """How many of a kind wait."""

    kind = fields.String(required=True, validate=validate.OneOf([kind.value for kind in Waiting]))
    count = fields.Integer(required=True)


class SetupStepSchema(Schema):
    """A step to set up a channel."""

    kind = fields.String(required=True, validate=validate.OneOf([step.value for step in Step]))
    is_done = fields.Boolean(required=True)


class FailedLibraryVideoSchema(Schema):
    """A library item with a video that failed."""

    id = fields.Integer(required=True)
    key = required_text()
    title = required_text()


class TodaySchema(Schema):
    """The parts of the page. A part is null if the role does not include it."""

    live = fields.List(fields.Nested(LiveTodayEventSchema), required=True, allow_none=True)
    planned = fields.List(fields.Nested(TodayEventSchema), required=True, allow_none=True)
    next_event = fields.Nested(TodayEventSchema, required=True, allow_none=True)
    assigned = fields.List(fields.Nested(TodayEventSchema), required=True, allow_none=True)
    failed_videos = fields.List(fields.Nested(TodayEventSchema), required=True)
    failed_library_videos = fields.List(fields.Nested(FailedLibraryVideoSchema), required=True)
    failed_replies = fields.List(fields.Integer(), required=True)
    waiting = fields.List(fields.Nested(WaitingSchema), required=True)
    steps = fields.List(fields.Nested(SetupStepSchema), required=True, allow_none=True)


@blueprint.route("/studio/today")
@read_limit
@operator(None)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(TodaySchema))
@inject
def show_today(get_today: GetToday = Provide[FrontContainer.get_today]) -> dict[str, Any]:
    """Return what is live, what starts soon and what waits, as far as the caller's role includes it.

    A scorekeeper gets the assigned events alone. `failed_replies` has the ids of requests.
    """
    today = get_today(principal())
    steps = today.steps
    return data_envelope(
        {
            "live": today.live,
            "planned": today.planned,
            "next_event": today.next_event,
            "assigned": today.assigned,
            "failed_videos": today.failed_videos,
            "failed_library_videos": today.failed_library_videos,
            "failed_replies": today.failed_replies,
            "waiting": [{"kind": kind.value, "count": count} for kind, count in today.waiting.items()],
            "steps": steps and [{"kind": step.value, "is_done": is_done} for step, is_done in steps.items()],
        }
    )


@blueprint.route("/studio/assigned-events/<int(max=2147483647):event_id>")
@read_limit
@operator(Permission.SCORE_EVENTS)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(TodayEventSchema))
@inject
def show_assigned_event(
    event_id: int, catalog: CatalogFacade = Provide[FrontContainer.catalog]
) -> dict[str, Any]:
    """Return an event that the caller may score. Scorekeepers may read only the assigned events."""
    return data_envelope(catalog.today_events.get(principal(), EventId(event_id)))
