"""Downloads of whole events (api.md, `GET /download-event/{id}`)."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.clips.application.downloads.download_event import DownloadEvent
from touchline.clips.container import ClipsContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import Instant, data_schema, nullable
from touchline.shared.ids import EventId
from touchline.shared.tasks.work import WorkState

blueprint = Blueprint("downloads", __name__, description="Downloads of whole events")


class EventFileSchema(Schema):
    """State of an event's file.

    `progress` is 0 to 100. Once it is `ready`, it has a URL for this session until `expires_at`, and a `size`
    in bytes.
    """

    state = fields.String(required=True, validate=validate.OneOf([state.value for state in WorkState]))
    progress = fields.Integer(required=True)
    url = nullable(fields.String)
    filename = fields.String(required=True)
    size = nullable(fields.Integer)
    expires_at = nullable(Instant)
    failure_message = nullable(fields.String)
    failure_code = nullable(fields.String)


@blueprint.route("/download-event/<int(max=2147483647):event_id>")
@error_responses(400)
@limits.rate_limit("account", "throttle_downloads", limits.HOUR, name="downloads")
@viewer
@blueprint.response(200, data_schema(EventFileSchema))
@inject
def download_event(
    event_id: int, download_use_case: DownloadEvent = Provide[ClipsContainer.download_event]
) -> dict[str, Any]:
    """Return the file of a whole recording. The first request starts its creation; poll until it is `ready`.

    The viewer's first `ready` response counts as a download. A failure is reported once; the next request
    starts again. 403 without a pass that includes `download`, or if no downloads are left; 400 without a
    recording.
    """
    return data_envelope(download_use_case(principal(), EventId(event_id)))
