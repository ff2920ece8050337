"""The TV page, for the demo and for development: a deployment answers 404."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, send_from_directory
from marshmallow import EXCLUDE, Schema, fields, validate
from webargs.flaskparser import use_args

from touchline.channel.facade import ChannelFacade
from touchline.front.http.asked import asked_site
from touchline.front.tv.page import HERE, qr_code, render
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.platform.http.headers import nonce
from touchline.platform.settings import Settings
from touchline.shared.errors import NotFound

BLUEPRINT = Blueprint("tv", __name__, url_prefix="/_tv")
FILES = ("tv.js", "tv.css")


class QrArgs(Schema):
    """The text of a QR code. It comes in a body, because addresses are kept in logs and histories."""

    class Meta:
        unknown = EXCLUDE

    text = fields.String(required=True, validate=validate.Length(1, 500))


@inject
def _refuse_deployments(settings: Settings = Provide["settings"]) -> None:
    if not settings.development:
        raise NotFound


BLUEPRINT.before_request(_refuse_deployments)


@BLUEPRINT.get("")
@limits.none(limits.READ)
@public
@inject
def show_tv(
    channel: ChannelFacade = Provide["front.channel"], settings: Settings = Provide["settings"]
) -> Response:
    """A TV that asks to be linked, in the look of the channel of the address."""
    site = asked_site(channel)
    response = Response(render(site, settings, nonce()), mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = site.language
    response.vary.add("Accept-Language")
    return response


@BLUEPRINT.get("/<any(" + ",".join(f'"{name}"' for name in FILES) + "):name>")
@limits.none(limits.READ)
@public
def show_file(name: str) -> Response:
    """The page's script or its style."""
    return send_from_directory(HERE, name, max_age=0)


@BLUEPRINT.post("/qr")
@limits.per("address", 120, limits.MINUTE)
@public
@use_args(QrArgs(), location="json")
def show_qr_code(asked: dict[str, Any]) -> Response:
    """The text as a QR code (SVG)."""
    response = Response(qr_code(asked["text"]), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "no-store"
    return response
