"""By which ways and at which times a viewer is told, and not being told any more."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import (
    NotificationSettingsArgsSchema,
    NotificationSettingsSchema,
    PushEndpointSchema,
    PushKeySchema,
    PushSubscriptionArgsSchema,
    ReminderTargetSchema,
    UnsubscribeArgsSchema,
)
from touchline.engagement.application.notifications.push_subscriptions import (
    AddPushSubscription,
    RemovePushSubscription,
)
from touchline.engagement.application.notifications.unsubscribe import Unsubscribe
from touchline.engagement.application.preferences import NotificationSettingsService
from touchline.engagement.ports.push import PushSender, PushSubscriptionInfo
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

blueprint = Blueprint("news", __name__, description="How and when viewers are told, and unsubscribing")


@blueprint.route("/news-settings")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.response(200, data_schema(NotificationSettingsSchema))
@inject
def show_notification_settings(
    settings: NotificationSettingsService = Provide["engagement.notifications.notification_settings"],
) -> dict[str, Any]:
    """How and when the viewer wants to be told."""
    return data_envelope(settings.get(principal().viewer_id))


@blueprint.route("/news-settings", methods=["POST"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(NotificationSettingsArgsSchema)
@blueprint.response(200, data_schema(NotificationSettingsSchema))
@inject
def save_notification_settings(
    body: dict[str, Any],
    settings: NotificationSettingsService = Provide["engagement.notifications.notification_settings"],
) -> dict[str, Any]:
    """How and when from now on. 422 for half a span of quiet hours and for an unknown time zone."""
    values = {**body, "zone": body["time_zone"]}
    del values["time_zone"]
    return data_envelope(settings.save(principal().viewer_id, **values))


@blueprint.route("/push/key")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(PushKeySchema))
@inject
def show_push_key(push: PushSender = Provide["engagement.push"]) -> dict[str, Any]:
    """What a browser subscribes with; null where this site sends no pushes."""
    return data_envelope({"public_key": push.public_key})


@blueprint.route("/push/subscription", methods=["POST"])
@limits.rate_limit("account", 30, limits.MINUTE)
@viewer
@blueprint.arguments(PushSubscriptionArgsSchema)
@blueprint.response(204)
@inject
def add_push_subscription(
    body: dict[str, Any], add: AddPushSubscription = Provide["engagement.notifications.add_push_subscription"]
) -> None:
    """Push to this browser from now on, for the viewer who is logged in there, until this session ends.
    422 for an endpoint that is at no known push service, 400 where this site sends no pushes."""
    keys = body["keys"]
    requester = principal()
    add(
        requester.viewer_id,
        requester.session_id,
        PushSubscriptionInfo(body["endpoint"], keys["p256dh"], keys["auth"]),
    )


@blueprint.route("/push/subscription", methods=["DELETE"])
@limits.rate_limit("account", 30, limits.MINUTE)
@viewer
@blueprint.arguments(PushEndpointSchema)
@blueprint.response(204)
@inject
def remove_push_subscription(
    body: dict[str, str],
    remove: RemovePushSubscription = Provide["engagement.notifications.remove_push_subscription"],
) -> None:
    """Push to this browser no more; also where nothing was pushed there."""
    remove(principal().viewer_id, body["endpoint"])


@blueprint.route("/news/unsubscribe", methods=["POST"])
@limits.rate_limit("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(UnsubscribeArgsSchema)
@blueprint.response(200, data_schema(ReminderTargetSchema))
@inject
def unsubscribe(
    body: dict[str, str], unsubscribe_use_case: Unsubscribe = Provide["engagement.notifications.unsubscribe"]
) -> dict[str, Any]:
    """Take away the reminder that a letter followed from; answers what it was about. Nobody need be
    logged in, and it may run twice. 400 `This link is not valid. Use the link from the latest email.`"""
    requester = principal()
    return data_envelope(unsubscribe_use_case(requester.channel_id, body["token"], requester.language))
