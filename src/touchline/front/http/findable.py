"""What others read to find, install and embed the channel."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, json, request
from marshmallow import Schema, fields, validate
from webargs.flaskparser import use_args

from touchline.channel.facade import ChannelFacade
from touchline.front.http.asked import asked_site, channel_site, kept
from touchline.front.manifest import manifest
from touchline.front.oembed import KEPT_FOR, OEmbed
from touchline.front.robots import robots
from touchline.front.sitemap import SiteMap
from touchline.platform.http import limits
from touchline.platform.http.guards import public

BLUEPRINT = Blueprint("findable", __name__)
HOUR = 3600


class OEmbedQuestion(Schema):
    """The question of oembed.com, section 2.2.; sizes are in pixels."""

    url = fields.String(required=True, validate=validate.Length(max=2000))
    format = fields.String(load_default="json")
    maxwidth = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(1, 100_000))
    maxheight = fields.Integer(load_default=None, allow_none=True, validate=validate.Range(1, 100_000))


@BLUEPRINT.get("/robots.txt")
@limits.none(limits.READ)
@public
@inject
def show_robots(channel: ChannelFacade = Provide["front.channel"]) -> Response:
    """What search engines may visit."""
    return kept(Response(robots(channel_site(channel)), mimetype="text/plain"), HOUR)


@BLUEPRINT.get("/sitemap.xml")
@limits.none(limits.READ)
@public
@inject
def show_site_map(
    site_map: SiteMap = Provide["front.site_map"], channel: ChannelFacade = Provide["front.channel"]
) -> Response:
    """The index of all pages."""
    return kept(Response(site_map.index(channel_site(channel)), mimetype="application/xml"), HOUR)


@BLUEPRINT.get("/sitemap/<name>.xml")
@limits.none(limits.READ)
@public
@inject
def show_site_map_file(
    name: str,
    site_map: SiteMap = Provide["front.site_map"],
    channel: ChannelFacade = Provide["front.channel"],
) -> Response:
    """One file of the index."""
    return kept(Response(site_map.file(name, channel_site(channel)), mimetype="application/xml"), HOUR)


@BLUEPRINT.get("/manifest.webmanifest")
@limits.none(limits.READ)
@public
@inject
def show_manifest(channel: ChannelFacade = Provide["front.channel"]) -> Response:
    """The channel as an app to install."""
    text = json.dumps(manifest(asked_site(channel)))
    response = kept(Response(text, mimetype="application/manifest+json"), HOUR)
    response.vary.add("Accept-Language")
    return response


@BLUEPRINT.get("/oembed")
@limits.per("address", 600, limits.MINUTE)
@public
@use_args(OEmbedQuestion(), location="query")
@inject
def show_oembed(
    asked: dict[str, Any],
    answer: OEmbed = Provide["front.oembed"],
    channel: ChannelFacade = Provide["front.channel"],
) -> Response:
    """How another site embeds the player of an event; XML is not spoken here (501, oembed.com 2.3.)."""
    if asked["format"] != "json":
        return Response("Only format=json is answered.", 501, mimetype="text/plain")
    site = asked_site(channel)
    facts = channel.present()
    hosts = frozenset((*facts.domains, request.host.partition(":")[0]))
    told = answer(asked["url"], site, hosts, asked["maxwidth"], asked["maxheight"])
    return kept(Response(json.dumps(told), mimetype="application/json"), KEPT_FOR)
