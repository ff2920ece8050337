"""Reminders when something goes live."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import MAX_ID, ReminderArgsSchema, ReminderSchema
from touchline.engagement.application.reminders import AddReminder, ListReminders, RemoveReminder
from touchline.engagement.container import EngagementContainer
from touchline.engagement.domain.ids import ReminderId
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import error_responses, principal, viewer
from touchline.platform.http.paging import data_envelope, list_args_schema, paginate
from touchline.platform.http.schemas import data_schema, page_schema

blueprint = Blueprint("reminders", __name__, description="Reminders when something goes live")
RemindersArgsSchema = list_args_schema("RemindersArgs", limit=100, no_limit=True)


@blueprint.route("/reminders")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.arguments(RemindersArgsSchema, location="query")
@blueprint.response(200, page_schema(ReminderSchema))
@inject
def list_reminders(
    args: dict[str, Any], reminders: ListReminders = Provide[EngagementContainer.list_reminders]
) -> dict[str, Any]:
    """List the viewer's reminders, newest first, without ended events."""
    return paginate(reminders(principal()), args)


@blueprint.route("/reminder", methods=["POST"])
@error_responses(404)
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(ReminderArgsSchema)
@blueprint.response(201, data_schema(ReminderSchema))
@blueprint.alt_response(200, schema=data_schema(ReminderSchema), success=True)
@inject
def add_reminder(
    body: dict[str, Any], add: AddReminder = Provide[EngagementContainer.add_reminder]
) -> tuple[dict[str, Any], int]:
    """Add a reminder for an event, or for all events of a team, school or sport.

    200 with the existing reminder if there is one. `score_alerts` turns its score alerts on or off; without
    it they stay as they are, and are off for a new reminder.

    422 for score alerts of a school or sport; 404 for an item that is not in this channel;
    400 `This event has ended.`
    """
    reminder, is_new = add(principal(), body["about_type"], body["about_id"], body["score_alerts"])
    return data_envelope(reminder), 201 if is_new else 200


@blueprint.route(f"/reminder/<int(max={MAX_ID}):reminder_id>", methods=["DELETE"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.response(204)
@inject
def remove_reminder(
    reminder_id: int, remove: RemoveReminder = Provide[EngagementContainer.remove_reminder]
) -> None:
    """Delete a reminder. 404 for another viewer's reminder."""
    remove(principal().viewer_id, ReminderId(reminder_id))
