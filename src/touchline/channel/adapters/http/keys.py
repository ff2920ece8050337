"""Where the hosts are, the channel key, and the api key (api.md, keys and start-up)."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import schemas
from touchline.channel.application.find_channel import FindChannel
from touchline.channel.application.keys import ChannelBehindKey, GiveApiKey, ShowChannelKey
from touchline.channel.application.site_answers import SiteAnswers
from touchline.channel.ports.robot_check import RobotCheck
from touchline.channel.ports.social import SocialProviders
from touchline.platform.db.session import scope_to
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import same_for_all
from touchline.platform.http.guards import public, refuses
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of
from touchline.platform.settings import Settings
from touchline.shared.errors import KeyRejected, NotFound

root = Blueprint("start", __name__, url_prefix="", description="Where things are, and the channel key")
blueprint = Blueprint("keys", __name__, description="Api keys")


@root.route("/project.json")
@same_for_all(max_age=300)
@limits.none(limits.READ)
@public
@root.response(200, schemas.Project)
@inject
def project(
    settings: Settings = Provide["settings"],
    social: SocialProviders = Provide["channel.social_providers"],
    robot_check: RobotCheck = Provide["channel.robot_check"],
) -> dict[str, Any]:
    """The project settings file, the first thing the web app asks for."""
    return {
        "api_host": settings.api_host,
        "keys_host": settings.keys_host,
        "media_host": settings.media_host,
        "analytics_host": settings.analytics_host,
        "payments": _payments(settings),
        "robot_check": {"provider": robot_check.provider, "site_key": robot_check.site_key},
        "social": social.names(),
        "analytics_on_localhost": settings.analytics_on_localhost,
        "error_reporting_dsn": None,
        "debug": settings.development,
    }


def _payments(settings: Settings) -> dict[str, str | None]:
    """`provider` is Stripe also where its stand-in plays it: the page goes one way."""
    if (account := settings.stripe) is None:
        return dict.fromkeys(("provider", "publishable_key", "script"))
    return {"provider": "stripe", "publishable_key": account.publishable_key, "script": account.script}


@root.route("/channel-key")
@refuses(404)
@limits.none(limits.READ)
@public
@root.response(200, data_of(schemas.ChannelKey))
@inject
def show_channel_key(
    find: FindChannel = Provide["channel.find_channel"],
    show: ShowChannelKey = Provide["channel.show_channel_key"],
) -> dict[str, Any]:
    """The key of the channel whose domain is in `Host`; in development `?channel=slug` as well."""
    channel = find(request.host, request.args.get("channel"))
    scope_to(channel.id)
    return one({"channel_key": show(channel.id)})


@root.route("/storage/settings/<string:key>.json")
@same_for_all()
@limits.none(limits.READ)
@public
@root.response(200, data_of(schemas.Settings))
@inject
def stored_settings(
    key: str,
    channel_of: ChannelBehindKey = Provide["channel.channel_behind_key"],
    answers: SiteAnswers = Provide["channel.site_answers"],
) -> dict[str, Any]:
    """The settings of the channel of a channel key; 404 for an unknown one."""
    try:
        channel = channel_of(key)
    except KeyRejected:
        raise NotFound from None
    scope_to(channel.id)
    language = channel.language_for(request.args.get("lang"), request.headers.get("Accept-Language"))
    return one(answers.settings(language))


@blueprint.route("/get_api_key", methods=["POST"])
@refuses(403)
@limits.per("address", "throttle_api_keys", 10 * limits.SECOND)
@limits.per("address", 3000, limits.HOUR)
@public
@blueprint.arguments(schemas.ChannelKeyGiven)
@blueprint.response(200, data_of(schemas.ApiKey))
@inject
def get_api_key(
    body: dict[str, Any],
    channel_of: ChannelBehindKey = Provide["channel.channel_behind_key"],
    give: GiveApiKey = Provide["channel.give_api_key"],
) -> dict[str, Any]:
    """An anonymous api key, good for 30 days; 403 `errors.channel_key` for an unknown or withdrawn key."""
    given = body["channel_key"]
    channel = channel_of(given if isinstance(given, str) else "")
    scope_to(channel.id)
    return one(give(channel.id))
