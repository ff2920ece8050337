"""Who could watch one event, in the studio."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.front.container import FrontContainer
from touchline.front.event_evidence import ShowEventEvidence
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, required_text
from touchline.shared.permissions import Permission

blueprint = Blueprint("event_evidence", __name__, tag=STUDIO_TAG)


class EvidenceSideSchema(Schema):
    """The viewers who lost video at one side, and how much: `venue`, `delivery` or `viewer`."""

    side = required_text()
    viewers = fields.Integer(required=True)
    seconds = fields.Integer(required=True)


class EvidenceOutageSchema(Schema):
    """A time without video: `venue` or `delivery`."""

    starts_at = required_text()
    ends_at = required_text()
    seconds = fields.Integer(required=True)
    side = required_text()


class EvidenceMinuteSchema(Schema):
    """The viewers who were there in a minute, and those who received video."""

    at = required_text()
    viewers = fields.Integer(required=True)
    receiving = fields.Integer(required=True)


class EventEvidenceSchema(Schema):
    """Who could watch an event live, measured from what the server sent. Contains no names."""

    event_id = fields.Integer(required=True)
    is_final = fields.Boolean(required=True)
    scheduled_seconds = fields.Integer(required=True)
    viewers = fields.Integer(required=True)
    without_loss = fields.Integer(required=True)
    shut_out = fields.Integer(required=True)
    wanted_seconds = fields.Integer(required=True)
    sides = fields.List(fields.Nested(EvidenceSideSchema), required=True)
    outages = fields.List(fields.Nested(EvidenceOutageSchema), required=True)
    minutes = fields.List(fields.Nested(EvidenceMinuteSchema), required=True)


@blueprint.route("/studio/events/<string:key>/evidence")
@limits.rate_limit("account", 120, limits.MINUTE, name="event-evidence")
@operator(Permission.VIEW_REPORTS)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(EventEvidenceSchema))
@inject
def show_event_evidence(
    key: str, show: ShowEventEvidence = Provide[FrontContainer.show_event_evidence]
) -> dict[str, Any]:
    """Return the outages of an event, and what its logged-in viewers lost at which side.

    A viewer counts at each side at which they lost anything. All numbers are 0 if nothing was recorded.

    404 for an event that is not in the channel.
    """
    return data_envelope(show(key))
