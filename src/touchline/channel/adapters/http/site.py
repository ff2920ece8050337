"""The start-up calls of the channel's own data (api.md, keys and start-up; product.md §7, "Channel data")."""

from typing import Any

from babel import Locale
from babel.core import UnknownLocaleError
from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.channel.adapters.http import schemas
from touchline.channel.application.site_answers import SiteAnswers
from touchline.channel.ports.channels import Channels
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import same_for_all
from touchline.platform.http.guards import any_key, before_password_change, principal
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of, list_of

blueprint = Blueprint("site", __name__, description="What the web app starts from")
ANSWERS = Provide["channel.site_answers"]


@blueprint.route("/settings")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, data_of(schemas.Settings))
@inject
def settings(answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """The channel's settings, static blocks, routes and pre-rolls."""
    return one(answers.settings(principal().language))


@blueprint.route("/menu")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, list_of(schemas.MenuItem))
@inject
def menu(answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """The menus of header and footer, as a tree."""
    return one(answers.menu(principal().language))


@blueprint.route("/slides/web")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.arguments(schemas.SlideArgs, location="query")
@blueprint.response(200, list_of(schemas.Slide))
@inject
def slides(args: dict[str, Any], answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """Slides, all or of one type."""
    return one(answers.slides(principal().language, args["type"]))


@blueprint.route("/pages")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, list_of(schemas.Page))
@inject
def pages(answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """The content pages, each with the path where it stands."""
    return one(answers.pages(principal().language))


@blueprint.route("/pages/<int(max=2147483647):page_id>")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, data_of(schemas.WholePage))
@inject
def page(page_id: int, answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """One content page with its text."""
    return one(answers.page(page_id, principal().language))


@blueprint.route("/color-settings/web")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, data_of(schemas.ColorSettings))
@inject
def color_settings(answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """The channel's colours, type and display settings."""
    return one(answers.color_settings())


@blueprint.route("/faq")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, list_of(schemas.Question))
@inject
def faq(answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """Questions and answers."""
    return one(answers.faq(principal().language))


@blueprint.route("/static-data")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, data_of(schemas.StaticData))
@inject
def static_data(answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """The channel's custom texts."""
    return one(answers.static_data(principal().language))


@blueprint.route("/popups")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, list_of(schemas.Popup))
@inject
def popups(answers: SiteAnswers = ANSWERS) -> dict[str, Any]:
    """Messages over pages."""
    return one(answers.popups(principal().language))


@blueprint.route("/geo")
@limits.none(limits.READ)
@before_password_change
@any_key
@blueprint.response(200, data_of(schemas.Geo))
@inject
def geo(channels: Channels = Provide["channel.channels"]) -> dict[str, Any]:
    """Where the visitor seems to be, and whether the channel is closed there."""
    who = principal()
    return one(
        {
            "country": _country_name(who.country, who.language),
            "country_code": who.country,
            "ip": request.remote_addr or "",
            "is_geo_blocked": channels.present().geo.blocks(who.country),
        }
    )


def _country_name(code: str | None, language: str) -> str | None:
    """The country's name in a language (Unicode CLDR); the code where it has none."""
    if code is None:
        return None
    try:
        locale = Locale.parse(language, sep="-")
    except (UnknownLocaleError, ValueError):
        locale = Locale("en")
    return str(locale.territories.get(code, code))
