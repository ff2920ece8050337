"""By which ways and at which times a viewer is told, and not being told any more."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.engagement.adapters.http.schemas import (
    About,
    NewsSettingsAnswer,
    NewsSettingsBody,
    PushEndpoint,
    PushKey,
    PushSubscriptionArgs,
    UnsubscribeArgs,
)
from touchline.engagement.application.browsers import AddBrowser, DropBrowser
from touchline.engagement.application.preferences import News
from touchline.engagement.application.unsubscribe import Unsubscribe
from touchline.engagement.ports.push import Push, PushAddress
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal, viewer
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of

blueprint = Blueprint("news", __name__, description="How and when viewers are told, and unsubscribing")


@blueprint.route("/news-settings")
@limits.none(limits.READ)
@viewer
@blueprint.response(200, data_of(NewsSettingsAnswer))
@inject
def show_news_settings(settings: News = Provide["engagement.news.settings"]) -> dict[str, Any]:
    """How and when the viewer wants to be told."""
    return one(settings.show(principal().viewer))


@blueprint.route("/news-settings", methods=["POST"])
@limits.per("account", 120, limits.MINUTE)
@viewer
@blueprint.arguments(NewsSettingsBody)
@blueprint.response(200, data_of(NewsSettingsAnswer))
@inject
def keep_news_settings(
    body: dict[str, Any], settings: News = Provide["engagement.news.settings"]
) -> dict[str, Any]:
    """How and when from now on. 422 for half a span of quiet hours and for an unknown time zone."""
    said = {**body, "zone": body["time_zone"]}
    del said["time_zone"]
    return one(settings.keep(principal().viewer, **said))


@blueprint.route("/push/key")
@limits.none(limits.READ)
@any_key
@blueprint.response(200, data_of(PushKey))
@inject
def show_push_key(push: Push = Provide["engagement.push"]) -> dict[str, Any]:
    """What a browser subscribes with; null where this site sends no pushes."""
    return one({"public_key": push.public_key})


@blueprint.route("/push/subscription", methods=["POST"])
@limits.per("account", 30, limits.MINUTE)
@viewer
@blueprint.arguments(PushSubscriptionArgs)
@blueprint.response(204)
@inject
def add_browser(body: dict[str, Any], add: AddBrowser = Provide["engagement.news.add_browser"]) -> None:
    """Push to this browser from now on, for the viewer who is logged in there, until this session ends.
    422 for an endpoint that is at no known push service, 400 where this site sends no pushes."""
    keys = body["keys"]
    asking = principal()
    add(asking.viewer, asking.session_id, PushAddress(body["endpoint"], keys["p256dh"], keys["auth"]))


@blueprint.route("/push/subscription", methods=["DELETE"])
@limits.per("account", 30, limits.MINUTE)
@viewer
@blueprint.arguments(PushEndpoint)
@blueprint.response(204)
@inject
def drop_browser(body: dict[str, str], drop: DropBrowser = Provide["engagement.news.drop_browser"]) -> None:
    """Push to this browser no more; also where nothing was pushed there."""
    drop(principal().viewer, body["endpoint"])


@blueprint.route("/news/unsubscribe", methods=["POST"])
@limits.per("address", 60, limits.MINUTE)
@any_key
@blueprint.arguments(UnsubscribeArgs)
@blueprint.response(200, data_of(About))
@inject
def unsubscribe(
    body: dict[str, str], leave: Unsubscribe = Provide["engagement.news.unsubscribe"]
) -> dict[str, Any]:
    """Take away the reminder that a letter followed from; answers what it was about. Nobody need be
    logged in, and it may run twice. 400 `This link is not valid.`"""
    asking = principal()
    return one(leave(asking.channel_id, body["token"], asking.language))
