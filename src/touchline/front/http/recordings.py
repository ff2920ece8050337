"""What operators do with the recording of an event or library item: hide, show, withdraw, restore, delete."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.catalog.facade import OwnerKind, RecordingAction
from touchline.front.container import FrontContainer
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import NormalizedString, data_schema
from touchline.platform.http.validation_messages import EnumField
from touchline.shared.permissions import Permission
from touchline.shared.strings import normalize

if TYPE_CHECKING:
    from touchline.front.withdrawals.change_recording import ChangeRecording

MAX_REASON_LENGTH = 500
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="recording-changes")
blueprint = Blueprint("recordings", __name__, tag=STUDIO_TAG)


class RecordingChangeArgsSchema(Schema):
    """Body of the calls that change a recording."""

    action = EnumField(RecordingAction, required=True)
    confirm = fields.Boolean(load_default=False)
    reason = NormalizedString(
        normalize.name, load_default="", validate=validate.Length(max=MAX_REASON_LENGTH)
    )


class RecordingChangeSchema(Schema):
    """The effects of a change, and whether it was made."""

    is_done = fields.Boolean(required=True)
    video_count = fields.Integer(required=True)
    clip_count = fields.Integer(required=True)
    download_count = fields.Integer(required=True)
    pass_count = fields.Integer(required=True)
    order_count = fields.Integer(required=True)


@blueprint.route("/studio/events/<string:event>/recording", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("recording.change")
@blueprint.arguments(RecordingChangeArgsSchema)
@blueprint.response(200, data_schema(RecordingChangeSchema))
@inject
def change_event_recording(
    body: dict[str, Any],
    event: str,
    change_recording: ChangeRecording = Provide[FrontContainer.change_recording],
) -> dict[str, Any]:
    """Hide, show, withdraw, restore or delete the recording of an event, given by key or id.

    Without `confirm`, `withdraw` and `delete` change nothing and return what they would affect. 400 if the
    action does not apply.
    """
    return _change(change_recording, "event", event, body)


@blueprint.route("/studio/library-items/<string:item>/recording", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_MEDIA)
@audit.changes("recording.change")
@blueprint.arguments(RecordingChangeArgsSchema)
@blueprint.response(200, data_schema(RecordingChangeSchema))
@inject
def change_library_item_recording(
    body: dict[str, Any],
    item: str,
    change_recording: ChangeRecording = Provide[FrontContainer.change_recording],
) -> dict[str, Any]:
    """Hide, show, withdraw, restore or delete the videos of a library item, given by key or id.

    Without `confirm`, `withdraw` and `delete` change nothing and return what they would affect. 400 if the
    action does not apply.
    """
    return _change(change_recording, "library_item", item, body)


def _change(
    change_recording: ChangeRecording, kind: OwnerKind, subject: str, body: dict[str, Any]
) -> dict[str, Any]:
    caller = principal()
    release_connection()
    change = change_recording(
        caller.channel_id,
        body["action"],
        subject,
        kind,
        is_confirmed=body["confirm"],
        actor=f"account:{caller.viewer_id}",
        reason=body["reason"],
    )
    return data_envelope(
        {
            "is_done": change.is_done,
            "video_count": change.recording.video_count,
            "clip_count": change.recording.clip_count,
            "download_count": change.effect.download_count,
            "pass_count": change.effect.pass_count,
            "order_count": len(change.effect.orders),
        }
    )
