"""The start-up bundle over HTTP."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields

from touchline.front.bootstrap_data import BootstrapData
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import same_for_all
from touchline.platform.http.guards import any_key, before_password_change, principal
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import data_of

BLUEPRINT = Blueprint("bootstrap", __name__, description="Everything the web app starts from.")


def _thing() -> fields.Dict:
    return fields.Dict(keys=fields.String(), required=True)


def _things() -> fields.List[dict[str, object]]:
    return fields.List(fields.Dict(keys=fields.String()), required=True)


class BootstrapBundle(Schema):
    """Each member is what the call of its own answers: `/settings`, `/menu`, `/events-categories` …"""

    settings = _thing()
    menu = _things()
    slides = _things()
    pages = _things()
    color_settings = _thing()
    faq = _things()
    categories = _things()
    locations = _things()
    groups = _things()
    group_properties = _things()
    packages = _things()
    subscriptions = _things()
    prerolls = _things()
    static_data = _thing()
    popups = _things()


@BLUEPRINT.route("/channel-bootstrap-data")
@same_for_all()
@limits.none(limits.READ)
@before_password_change
@any_key
@BLUEPRINT.response(200, data_of(BootstrapBundle))
@inject
def show_bootstrap_data(bundle: BootstrapData = Provide["front.bootstrap_data"]) -> dict[str, Any]:
    """Everything the web app starts from, in one language."""
    return one(bundle(principal().language))
