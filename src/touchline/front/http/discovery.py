"""Files and endpoints for search engines, app installation and embedding."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, json, request
from marshmallow import Schema, fields, validate
from webargs.flaskparser import use_args

from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.discovery.oembed import CACHE_AGE_SECONDS, GetOEmbed
from touchline.front.discovery.robots import render_robots_txt
from touchline.front.discovery.sitemap import Sitemap
from touchline.front.discovery.web_manifest import build_manifest
from touchline.front.http.request_site import get_channel_site, get_request_site, make_cacheable
from touchline.platform.http import limits
from touchline.platform.http.guards import public

blueprint = Blueprint("discovery", __name__)
HOUR_SECONDS = 3600


class OEmbedArgsSchema(Schema):
    """Query of oembed.com, section 2.2. Sizes are in pixels."""

    url = fields.String(required=True, validate=validate.Length(max=2000))
    format = fields.String(load_default="json")
    maxwidth = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(1, 100_000))
    maxheight = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(1, 100_000))


@blueprint.get("/robots.txt")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_robots(channel: ChannelFacade = Provide[FrontContainer.channel]) -> Response:
    """Return the paths that search engines may visit."""
    return make_cacheable(
        Response(render_robots_txt(get_channel_site(channel)), mimetype="text/plain"), HOUR_SECONDS
    )


@blueprint.get("/sitemap.xml")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_sitemap(
    sitemap: Sitemap = Provide[FrontContainer.sitemap],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> Response:
    """Return the index of the sitemap."""
    return make_cacheable(
        Response(sitemap.render_index(get_channel_site(channel)), mimetype="application/xml"), HOUR_SECONDS
    )


@blueprint.get("/sitemap/<name>.xml")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_sitemap_file(
    name: str,
    sitemap: Sitemap = Provide[FrontContainer.sitemap],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> Response:
    """Return a file of the sitemap."""
    return make_cacheable(
        Response(sitemap.render_file(name, get_channel_site(channel)), mimetype="application/xml"),
        HOUR_SECONDS,
    )


@blueprint.get("/manifest.webmanifest")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_manifest(channel: ChannelFacade = Provide[FrontContainer.channel]) -> Response:
    """Return the web app manifest, for installing the channel as an app."""
    text = json.dumps(build_manifest(get_request_site(channel)))
    response = make_cacheable(Response(text, mimetype="application/manifest+json"), HOUR_SECONDS)
    response.vary.add("Accept-Language")
    return response


@blueprint.get("/oembed")
@limits.rate_limit("address", 600, limits.MINUTE)
@public
@use_args(OEmbedArgsSchema(), location="query")
@inject
def show_oembed(
    params: dict[str, Any],
    get_oembed: GetOEmbed = Provide[FrontContainer.get_oembed],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> Response:
    """Return the code for embedding an event's player. XML is not supported (501, oembed.com 2.3)."""
    if params["format"] != "json":
        return Response("Only format=json is supported.", 501, mimetype="text/plain")
    site = get_request_site(channel)
    channel_details = channel.get_current()
    hosts = frozenset((*channel_details.domains, request.host.partition(":")[0]))
    payload = get_oembed(params["url"], site, hosts, params["maxwidth"], params["maxheight"])
    return make_cacheable(Response(json.dumps(payload), mimetype="application/json"), CACHE_AGE_SECONDS)
