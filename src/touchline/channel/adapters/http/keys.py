"""Host addresses, the channel key and the API key (api.md, keys and start-up)."""

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import site_schemas
from touchline.channel.application.site.find_channel import FindChannel
from touchline.channel.application.site.keys import CreateApiKey, FindChannelByKey, GetChannelKey
from touchline.channel.application.site.site_serializer import SiteSerializer
from touchline.channel.container import ChannelContainer
from touchline.channel.ports.accounts.robot_check import RobotCheck
from touchline.channel.ports.accounts.social import SocialProviders
from touchline.platform.config.settings import Settings
from touchline.platform.db.session import bind_channel
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import error_responses, public
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.errors import InvalidApiKeyError, NotFoundError

root = Blueprint("start", __name__, url_prefix="", description="Host addresses and the channel key")
blueprint = Blueprint("keys", __name__, description="API keys")


@root.route("/project.json")
@public_cache(max_age=300)
@limits.exempt(limits.READ_ONLY)
@public
@root.response(200, site_schemas.ProjectSchema)
@inject
def get_project(
    settings: Settings = Provide[ChannelContainer.settings],
    social: SocialProviders = Provide[ChannelContainer.social_providers],
    robot_check: RobotCheck = Provide[ChannelContainer.robot_check],
) -> dict[str, Any]:
    """Return the project settings, the first request of the web app."""
    return {
        "api_host": settings.api_host,
        "keys_host": settings.channel_key_host,
        "media_host": settings.media_host,
        "analytics_host": settings.analytics_host,
        "payments": _payment_settings(settings),
        "robot_check": {"provider": robot_check.provider, "site_key": robot_check.site_key},
        "social": social.list_names(),
        "analytics_on_localhost": settings.analytics_on_localhost,
        "error_reporting_dsn": None,
        "debug": settings.development,
    }


def _payment_settings(settings: Settings) -> dict[str, str | None]:
    """Return the payment settings.

    `provider` is Stripe also with the fake Stripe server, so that the page behaves the same.
    """
    if (stripe_account := settings.stripe) is None:
        return dict.fromkeys(("provider", "publishable_key", "script"))
    return {
        "provider": "stripe",
        "publishable_key": stripe_account.publishable_key,
        "script": stripe_account.script_url,
    }


@root.route("/channel-key")
@error_responses(404)
@limits.exempt(limits.READ_ONLY)
@public
@root.response(200, data_schema(site_schemas.ChannelKeySchema))
@inject
def get_channel_key(
    find: FindChannel = Provide[ChannelContainer.find_channel],
    get_key: GetChannelKey = Provide[ChannelContainer.get_channel_key],
) -> dict[str, Any]:
    """Return the key of the channel whose domain is in `Host`. In development `?channel=slug` also works."""
    channel = find(request.host, request.args.get("channel"))
    bind_channel(channel.id)
    return data_envelope({"channel_key": get_key(channel.id)})


@root.route("/storage/settings/<string:key>.json")
@public_cache("channel", "channel_domain", "channel_key", "preroll", "sponsor")
@limits.exempt(limits.READ_ONLY)
@public
@root.response(200, data_schema(site_schemas.SettingsSchema))
@inject
def get_stored_settings(
    key: str,
    find_channel_by_key: FindChannelByKey = Provide[ChannelContainer.find_channel_by_key],
    site_serializer: SiteSerializer = Provide[ChannelContainer.site_serializer],
) -> dict[str, Any]:
    """Return the settings of the channel of a channel key. 404 for an unknown key."""
    try:
        channel = find_channel_by_key(key)
    except InvalidApiKeyError:
        raise NotFoundError from None
    bind_channel(channel.id)
    language = channel.negotiate_language(request.args.get("lang"), request.headers.get("Accept-Language"))
    return data_envelope(site_serializer.settings(language))


@blueprint.route("/get_api_key", methods=["POST"])
@error_responses(403)
@limits.rate_limit("address", "throttle_api_keys", 10 * limits.SECOND)
@limits.rate_limit("address", 3000, limits.HOUR)
@public
@blueprint.arguments(site_schemas.ApiKeyArgsSchema)
@blueprint.response(200, data_schema(site_schemas.ApiKeySchema))
@inject
def create_api_key(
    body: dict[str, Any],
    find_channel_by_key: FindChannelByKey = Provide[ChannelContainer.find_channel_by_key],
    create_key: CreateApiKey = Provide[ChannelContainer.create_api_key],
) -> dict[str, Any]:
    """Create an anonymous API key, valid for 30 days.

    403 `errors.channel_key` for an unknown or revoked key.
    """
    channel_key = body["channel_key"]
    channel = find_channel_by_key(channel_key if isinstance(channel_key, str) else "")
    bind_channel(channel.id)
    return data_envelope(create_key(channel.id))
