"""The TV page, for the demo and for development: a deployment answers 404."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, send_from_directory
from marshmallow import EXCLUDE, Schema, fields, validate
from webargs.flaskparser import use_args

from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.http.request_site import get_request_site
from touchline.front.tv.page import TV_FOLDER, qr_code, render_tv_page
from touchline.platform.config.settings import Settings
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.platform.http.security.headers import csp_nonce
from touchline.shared.errors import NotFoundError

BLUEPRINT = Blueprint("tv", __name__, url_prefix="/_tv")
FILES = ("tv.js", "tv.css")


class QrArgsSchema(Schema):
    """The text of a QR code. It comes in a body, because addresses are kept in logs and histories."""

    class Meta:
        unknown = EXCLUDE

    text = fields.String(required=True, validate=validate.Length(1, 500))


@inject
def _require_development(settings: Settings = Provide[FrontContainer.settings]) -> None:
    if not settings.development:
        raise NotFoundError


BLUEPRINT.before_request(_require_development)


@BLUEPRINT.get("")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_tv_page(
    channel: ChannelFacade = Provide[FrontContainer.channel],
    settings: Settings = Provide[FrontContainer.settings],
) -> Response:
    """A TV that asks to be linked, in the look of the channel of the address."""
    site = get_request_site(channel)
    response = Response(render_tv_page(site, settings, csp_nonce()), mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = site.language
    response.vary.add("Accept-Language")
    return response


@BLUEPRINT.get("/<any(" + ",".join(f'"{name}"' for name in FILES) + "):name>")
@limits.exempt(limits.READ_ONLY)
@public
def show_file(name: str) -> Response:
    """The page's script or its style."""
    return send_from_directory(TV_FOLDER, name, max_age=0)


@BLUEPRINT.post("/qr")
@limits.rate_limit("address", 120, limits.MINUTE)
@public
@use_args(QrArgsSchema(), location="json")
def show_qr_code(params: dict[str, Any]) -> Response:
    """The text as a QR code (SVG)."""
    response = Response(qr_code(params["text"]), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "no-store"
    return response
