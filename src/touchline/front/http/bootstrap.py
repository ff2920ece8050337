"""Start-up data of the web app."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.front.bootstrap_data import GetBootstrapData
from touchline.front.container import FrontContainer
from touchline.platform.http import caching, limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import any_key, before_password_change, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

SLIDE_EVENT_TABLES = ("catalog_event", "catalog_event_side", "catalog_participant")
"""The tables that only slides about events read."""
blueprint = Blueprint("bootstrap", __name__, description="Start-up data of the web app")


def _object_field() -> fields.Dict:
    return fields.Dict(keys=fields.String(), required=True)


def _list_field() -> fields.List[dict[str, object]]:
    return fields.List(fields.Dict(keys=fields.String()), required=True)


class BootstrapBundleSchema(Schema):
    """Start-up data.

    Each member is the response of its own endpoint: `/settings`, `/menu`, `/events-categories` …
    """

    settings = _object_field()
    menu = _list_field()
    slides = _list_field()
    pages = _list_field()
    color_settings = _object_field()
    faq = _list_field()
    categories = _list_field()
    locations = _list_field()
    groups = _list_field()
    group_properties = _list_field()
    packages = _list_field()
    subscriptions = _list_field()
    prerolls = _list_field()
    static_data = _object_field()
    popups = _list_field()


@blueprint.route("/channel-bootstrap-data")
@public_cache(
    "billing_package",
    "billing_subscription",
    "catalog_category",
    "catalog_group",
    "catalog_group_property",
    "catalog_location",
    "faq_question",
    "menu_item",
    "page",
    "popup",
    "preroll",
    "slide",
    "sponsor",
    *SLIDE_EVENT_TABLES,
    is_time_dependent=True,
)
@limits.exempt(limits.READ_ONLY)
@before_password_change
@any_key
@blueprint.response(200, data_schema(BootstrapBundleSchema))
@inject
def show_bootstrap_data(
    get_bootstrap_data: GetBootstrapData = Provide[FrontContainer.get_bootstrap_data],
) -> dict[str, Any]:
    """Return the start-up data of the web app, in one language."""
    if caching.is_pending():
        caching.set_valid_until(get_bootstrap_data.get_next_change())
    bundle = get_bootstrap_data(principal().language)
    if not any(slide["event_id"] for slide in bundle["slides"]):
        caching.ignore_tables(*SLIDE_EVENT_TABLES)
    return data_envelope(bundle)
