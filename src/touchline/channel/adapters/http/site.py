"""Start-up data of the channel (api.md, keys and start-up; product.md §7, "Channel data")."""

from typing import Any

from babel import Locale
from babel.core import UnknownLocaleError
from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import site_schemas
from touchline.channel.application.site.site_serializer import SiteSerializer
from touchline.channel.container import ChannelContainer
from touchline.channel.ports.site.channels import Channels
from touchline.platform.http import caching, limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import any_key, before_password_change, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, list_schema

blueprint = Blueprint("site", __name__, description="Site content")
EVENT_TABLES = (
    "catalog_category",
    "catalog_event",
    "catalog_event_side",
    "catalog_group",
    "catalog_location",
    "catalog_participant",
)
"""The tables that a slide about an event reads through its port."""
SITE_SERIALIZER = Provide[ChannelContainer.site_serializer]


@blueprint.route("/settings")
@public_cache("preroll", "sponsor")
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, data_schema(site_schemas.SettingsSchema))
@inject
def settings(site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """Return the channel's settings, static blocks, routes and pre-rolls."""
    return data_envelope(site_serializer.settings(principal().language))


@blueprint.route("/menu")
@public_cache("menu_item", "page")
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, list_schema(site_schemas.MenuItemSchema))
@inject
def menu(site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """Return the menus of header and footer, as a tree."""
    return data_envelope(site_serializer.menu(principal().language))


@blueprint.route("/slides/web")
@public_cache("slide", *EVENT_TABLES)
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.arguments(site_schemas.SlideArgsSchema, location="query")
@blueprint.response(200, list_schema(site_schemas.SlideSchema))
@inject
def slides(args: dict[str, Any], site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """List the slides, all or of one type."""
    shown = site_serializer.slides(principal().language, args["type"])
    if not any(slide["event_id"] for slide in shown):
        caching.ignore_tables(*EVENT_TABLES)
    return data_envelope(shown)


@blueprint.route("/pages")
@public_cache("page")
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, list_schema(site_schemas.PageSchema))
@inject
def pages(site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """List the content pages with their paths."""
    return data_envelope(site_serializer.pages(principal().language))


@blueprint.route("/pages/<int(max=2147483647):page_id>")
@public_cache("page")
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, data_schema(site_schemas.PageDetailSchema))
@inject
def page(page_id: int, site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """Return a content page with its text."""
    return data_envelope(site_serializer.page(page_id, principal().language))


@blueprint.route("/color-settings/web")
@public_cache()
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, data_schema(site_schemas.ColorSettingsSchema))
@inject
def color_settings(site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """Return the channel's colors, fonts and display settings."""
    return data_envelope(site_serializer.color_settings())


@blueprint.route("/faq")
@public_cache("faq_question")
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, list_schema(site_schemas.QuestionSchema))
@inject
def faq(site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """List the frequently asked questions."""
    return data_envelope(site_serializer.faq(principal().language))


@blueprint.route("/static-data")
@public_cache()
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, data_schema(site_schemas.StaticDataSchema))
@inject
def static_data(site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """Return the channel's custom texts."""
    return data_envelope(site_serializer.static_data(principal().language))


@blueprint.route("/popups")
@public_cache("popup")
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, list_schema(site_schemas.PopupSchema))
@inject
def popups(site_serializer: SiteSerializer = SITE_SERIALIZER) -> dict[str, Any]:
    """List the popups."""
    return data_envelope(site_serializer.popups(principal().language))


@blueprint.route("/geo")
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, data_schema(site_schemas.GeoSchema))
@inject
def geo(channels: Channels = Provide[ChannelContainer.channels]) -> dict[str, Any]:
    """Return the visitor's country, and whether the channel is blocked there."""
    current_principal = principal()
    return data_envelope(
        {
            "country": _country_name(current_principal.country, current_principal.language),
            "country_code": current_principal.country,
            "ip": request.remote_addr or "",
            "is_geo_blocked": channels.get_current().geo.blocks(current_principal.country),
        }
    )


def _country_name(code: str | None, language: str) -> str | None:
    """Return the country's name in a language (Unicode CLDR), or the code if it has none."""
    if code is None:
        return None
    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        locale = Locale("en")
    return str(locale.territories.get(code, code))
