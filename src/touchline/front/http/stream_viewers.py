"""The viewers of an event's stream in the studio."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.front.container import FrontContainer
from touchline.front.stream_viewers import ShowStreamViewers, StreamViewers
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, nullable
from touchline.shared.permissions import Permission

blueprint = Blueprint("stream_viewers", __name__, tag=STUDIO_TAG)


class StreamViewersSchema(Schema):
    """The viewers of a stream now. Null while the analytics data is unavailable."""

    viewers = nullable(fields.Integer)
    stalled = nullable(fields.Integer)


@blueprint.route("/studio/events/<string:key>/stream/viewers")
@limits.rate_limit("account", 120, limits.MINUTE, name="stream-viewers")
@operator(Permission.MANAGE_LIVE)
@audit.reads_nothing_personal
@blueprint.response(200, data_schema(StreamViewersSchema))
@inject
def show_stream_viewers(
    key: str, show: ShowStreamViewers = Provide[FrontContainer.show_stream_viewers]
) -> dict[str, StreamViewers]:
    """Return how many people watched an event in the last minute, and whose video stalled.

    Only viewers who agreed to be counted are included.
    """
    return data_envelope(show(principal(), key))
