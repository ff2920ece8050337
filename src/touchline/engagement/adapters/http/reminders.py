"""Reminders: being told when something goes live."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import LARGEST_ID, ReminderAnswer, ReminderArgs
from touchline.engagement.application.reminders import DropReminder, ListReminders, SetReminder
from touchline.engagement.domain.ids import ReminderId
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import principal, refuses, viewer
from touchline.platform.http.paging import list_args, one, part
from touchline.platform.http.schemas import data_of, page_of

blueprint = Blueprint("reminders", __name__, description="Being told when something goes live")
RemindersArgs = list_args("RemindersArgs", limit=100, no_limit=True)


@blueprint.route("/reminders")
@limits.none(limits.READ)
@viewer
@blueprint.arguments(RemindersArgs, location="query")
@blueprint.response(200, page_of(ReminderAnswer))
@inject
def list_reminders(
    args: dict[str, Any], reminders: ListReminders = Provide["engagement.news.list_reminders"]
) -> dict[str, Any]:
    """What the viewer wants to be told of, the newest first; without events that are over."""
    asking = principal()
    return part(reminders(asking.viewer, asking.language), args)


@blueprint.route("/reminder", methods=["POST"])
@refuses(404)
@limits.per("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(ReminderArgs)
@blueprint.response(201, data_of(ReminderAnswer))
@blueprint.alt_response(200, schema=data_of(ReminderAnswer), success=True)
@inject
def set_reminder(
    body: dict[str, Any], remind: SetReminder = Provide["engagement.news.set_reminder"]
) -> tuple[dict[str, Any], int]:
    """Be told when an event, or whatever a team, school or sport plays, goes live; 200 with the same one
    where it was asked before. 404 for a thing that this channel does not show, 400 `This event is over.`"""
    found, is_new = remind(principal(), body["about_type"], body["about_id"])
    return one(found), 201 if is_new else 200


@blueprint.route(f"/reminder/<int(max={LARGEST_ID}):reminder_id>", methods=["DELETE"])
@limits.per("account", 120, limits.MINUTE)
@viewer
@blueprint.response(204)
@inject
def drop_reminder(reminder_id: int, drop: DropReminder = Provide["engagement.news.drop_reminder"]) -> None:
    """Not be told any more; 404 for one that is not the viewer's."""
    drop(principal().viewer, ReminderId(reminder_id))
