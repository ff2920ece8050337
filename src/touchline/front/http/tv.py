"""TV page, for demos and development. Production deployments respond with 404."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, send_from_directory
from marshmallow import EXCLUDE, Schema, fields, validate
from webargs.flaskparser import use_args

from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.http.request_site import get_request_site
from touchline.front.tv.page import TV_FOLDER, render_tv_page
from touchline.platform.config.settings import Settings
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.platform.http.security.headers import csp_nonce
from touchline.platform.qr_codes import render_qr_code
from touchline.shared.errors import NotFoundError

blueprint = Blueprint("tv", __name__, url_prefix="/_tv")
FILES = ("tv.js", "tv.css")


class QrArgsSchema(Schema):
    """Text of a QR code. It is sent in a body, because URLs are stored in logs and histories."""

    class Meta:
        unknown = EXCLUDE

    text = fields.String(required=True, validate=validate.Length(1, 500))


@inject
def _require_development(settings: Settings = Provide[FrontContainer.settings]) -> None:
    if not settings.development:
        raise NotFoundError


blueprint.before_request(_require_development)


@blueprint.get("")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_tv_page(
    channel: ChannelFacade = Provide[FrontContainer.channel],
    settings: Settings = Provide[FrontContainer.settings],
) -> Response:
    """Return the page of a TV that waits to be linked, in the channel's design."""
    site = get_request_site(channel)
    response = Response(render_tv_page(site, settings, csp_nonce()), mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = site.language
    response.vary.add("Accept-Language")
    return response


@blueprint.get("/<any(" + ",".join(f'"{name}"' for name in FILES) + "):name>")
@limits.exempt(limits.READ_ONLY)
@public
def show_file(name: str) -> Response:
    """Return the script or the stylesheet of the page."""
    return send_from_directory(TV_FOLDER, name, max_age=0)


@blueprint.post("/qr")
@limits.rate_limit("address", 120, limits.MINUTE)
@public
@use_args(QrArgsSchema(), location="json")
def show_qr_code(params: dict[str, Any]) -> Response:
    """Return the text as a QR code (SVG)."""
    response = Response(render_qr_code(params["text"]), mimetype="image/svg+xml")
    response.headers["Cache-Control"] = "no-store"
    return response
