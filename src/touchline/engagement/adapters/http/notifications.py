"""Notification settings of a viewer, and unsubscribing."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import (
    NotificationSettingsArgsSchema,
    NotificationSettingsSchema,
    PushEndpointSchema,
    PushKeySchema,
    PushSubscriptionArgsSchema,
    StoppedNotificationSchema,
    UnsubscribeArgsSchema,
)
from touchline.engagement.application.notifications.push_subscriptions import (
    AddPushSubscription,
    RemovePushSubscription,
)
from touchline.engagement.application.notifications.unsubscribe import Unsubscribe
from touchline.engagement.application.preferences import NotificationSettingsService
from touchline.engagement.container import EngagementContainer
from touchline.engagement.ports.push import PushSender, PushSubscriptionInfo
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, viewer
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

blueprint = Blueprint("notifications", __name__, description="Notification settings and unsubscribing")


@blueprint.route("/news-settings")
@limits.exempt(limits.READ_ONLY)
@viewer
@blueprint.response(200, data_schema(NotificationSettingsSchema))
@inject
def show_notification_settings(
    settings: NotificationSettingsService = Provide[EngagementContainer.notification_settings],
) -> dict[str, Any]:
    """Return the viewer's notification settings."""
    return data_envelope(settings.get(principal().viewer_id))


@blueprint.route("/news-settings", methods=["POST"])
@limits.rate_limit("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(NotificationSettingsArgsSchema)
@blueprint.response(200, data_schema(NotificationSettingsSchema))
@inject
def save_notification_settings(
    body: dict[str, Any],
    settings: NotificationSettingsService = Provide[EngagementContainer.notification_settings],
) -> dict[str, Any]:
    """Save the viewer's notification settings. 422 for incomplete quiet hours or an unknown time zone."""
    return data_envelope(settings.save(principal().viewer_id, **body))


@blueprint.route("/push/key")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(PushKeySchema))
@inject
def show_push_key(push: PushSender = Provide[EngagementContainer.push]) -> dict[str, Any]:
    """Return the key with which browsers subscribe, or null if this site sends no push notifications."""
    return data_envelope({"public_key": push.public_key})


@blueprint.route("/push/subscription", methods=["POST"])
@limits.rate_limit("account", 30, limits.MINUTE)
@viewer
@blueprint.arguments(PushSubscriptionArgsSchema)
@blueprint.response(204)
@inject
def add_push_subscription(
    body: dict[str, Any], add: AddPushSubscription = Provide[EngagementContainer.add_push_subscription]
) -> None:
    """Send push notifications to this browser, for the viewer who is logged in, until this session ends.

    422 for an endpoint of an unknown push service; 400 if this site sends no push notifications.
    """
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
    remove: RemovePushSubscription = Provide[EngagementContainer.remove_push_subscription],
) -> None:
    """Stop push notifications to this browser. Has no effect without a subscription."""
    remove(principal().viewer_id, body["endpoint"])


@blueprint.route("/news/unsubscribe", methods=["POST"])
@limits.rate_limit("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(UnsubscribeArgsSchema)
@blueprint.response(200, data_schema(StoppedNotificationSchema))
@inject
def unsubscribe(
    body: dict[str, str], unsubscribe_use_case: Unsubscribe = Provide[EngagementContainer.unsubscribe]
) -> dict[str, Any]:
    """Delete the reminder that an email belongs to, or turn off its score alerts, and return its subject.

    No login is needed, and the call can be repeated. 400 `errors.invalid_link`
    """
    requester = principal()
    return data_envelope(unsubscribe_use_case(requester.channel_id, body["token"], requester.language))
