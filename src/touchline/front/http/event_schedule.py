"""Canceling, postponing and reinstating events in the studio, with what that does to orders."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.channel.domain.document.revisions import RevisionSource
from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.http.document import get_author, read_confirmation
from touchline.front.http.document_schemas import ConfirmationArgsSchema
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import error_responses, operator, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.requests import release_connection
from touchline.platform.http.schemas import NormalizedString, data_schema
from touchline.shared.permissions import Permission
from touchline.shared.strings import normalize

if TYPE_CHECKING:
    from touchline.front.withdrawals.event_schedule import ChangeEventSchedule

EVENT = "/studio/events/<string:key>"
change_limit = limits.rate_limit("account", 60, limits.MINUTE, name="schedule-changes")

blueprint = Blueprint("event_schedule", __name__, tag=STUDIO_TAG)


class PostponeArgsSchema(ConfirmationArgsSchema):
    """The new start of the event, null if it is not known yet."""

    to = NormalizedString(
        normalize.token, load_default=None, allow_none=True, validate=validate.Length(max=40)
    )


class ScheduleChangeSchema(Schema):
    """What a change of the schedule did.

    `refunded` counts the orders with a refund, `pending` those whose refund waits for the payment provider.
    """

    changed = fields.Boolean(required=True)
    refunded = fields.Integer(required=True)
    pending = fields.Integer(required=True)


@blueprint.route(f"{EVENT}/cancel", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("event.cancel", "event", "key")
@blueprint.arguments(ConfirmationArgsSchema)
@blueprint.response(200, data_schema(ScheduleChangeSchema))
@inject
def cancel_event(
    body: dict[str, Any],
    key: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    schedule: ChangeEventSchedule = Provide[FrontContainer.change_event_schedule],
) -> dict[str, Any]:
    """Cancel an event, as one revision. Sales and streaming stop, and its buyers get an email.

    400 `errors.confirmation_required` with `effects` if paid orders are affected and `confirm` is false.
    `refund` refunds them all.
    """
    return _change(channel, schedule, key, "canceled", body)


@blueprint.route(f"{EVENT}/postpone", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("event.postpone", "event", "key")
@blueprint.arguments(PostponeArgsSchema)
@blueprint.response(200, data_schema(ScheduleChangeSchema))
@inject
def postpone_event(
    body: dict[str, Any],
    key: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    schedule: ChangeEventSchedule = Provide[FrontContainer.change_event_schedule],
) -> dict[str, Any]:
    """Postpone an event to another time, or until further notice. Other errors as for a cancellation."""
    return _change(channel, schedule, key, "postponed", body, body["to"])


@blueprint.route(f"{EVENT}/reinstate", methods=["POST"])
@error_responses(400)
@change_limit
@operator(Permission.EDIT_CONTENT)
@audit.changes("event.reinstate", "event", "key")
@blueprint.response(200, data_schema(ScheduleChangeSchema))
@inject
def reinstate_event(
    key: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    schedule: ChangeEventSchedule = Provide[FrontContainer.change_event_schedule],
) -> dict[str, Any]:
    """Reinstate a canceled or postponed event, as one revision. Refunds are not reversed."""
    return _change(channel, schedule, key, "scheduled", {"confirm": False, "refund": False})


def _change(
    channel: ChannelFacade,
    schedule: ChangeEventSchedule,
    key: str,
    status: str,
    body: dict[str, Any],
    to: str | None = None,
) -> dict[str, Any]:
    caller = principal()
    author = get_author(channel, caller)
    release_connection()
    result = schedule(
        caller.channel_id,
        key,
        status,
        read_confirmation(body),
        author,
        RevisionSource.STUDIO,
        to=to,
    )
    refunds, pending = len(result.withdrawal.refunds), len(result.pending_refunds)
    return data_envelope({"changed": result.is_changed, "refunded": refunds - pending, "pending": pending})
