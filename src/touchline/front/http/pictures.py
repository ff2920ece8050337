"""Drawn pictures over HTTP. Their addresses carry what they were drawn from (`?v=`), so those may be kept
for ever; without it, or with an old one, the present picture comes for a few minutes."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request

from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.front.http.asked import channel_site
from touchline.front.pictures.drawn import Drawing, DrawnPictures, channel_card, event_poster, key_of
from touchline.front.pictures.icon import SHARE, SIZES, Icon, Purpose
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.errors import NotFound

BLUEPRINT = Blueprint("pictures", __name__)
FOR_EVER = "public, max-age=31536000, immutable"
FOR_NOW = "public, max-age=300"
NO_PICTURE = "There is no such picture."


@BLUEPRINT.get("/pictures/events/<int(max=2147483647):event_id>.png")
@limits.per("address", 600, limits.MINUTE, name="drawn-pictures")
@public
@inject
def event_picture(
    event_id: int,
    drawn: DrawnPictures = Provide["front.drawn_pictures"],
    channel: ChannelFacade = Provide["front.channel"],
    catalog: CatalogFacade = Provide["front.catalog"],
) -> Response:
    """The picture of an event, 1200 × 630, in the channel's language."""
    site = channel_site(channel)
    card = catalog.event_card(event_id, site.language)
    if card is None:
        raise NotFound(NO_PICTURE)
    return _answer(drawn, event_poster(site.brand, card, site.language, site.settings["time_zone"]))


@BLUEPRINT.get("/pictures/share.png")
@limits.per("address", 600, limits.MINUTE, name="drawn-pictures")
@public
@inject
def share_picture(
    drawn: DrawnPictures = Provide["front.drawn_pictures"], channel: ChannelFacade = Provide["front.channel"]
) -> Response:
    """The picture of the channel, 1200 × 630."""
    return _answer(drawn, channel_card(channel_site(channel).brand))


@BLUEPRINT.get("/pictures/icon-<int(max=9999):size>.png", defaults={"purpose": "any"})
@BLUEPRINT.get("/pictures/icon-<purpose>-<int(max=9999):size>.png")
@limits.none(limits.READ)
@public
@inject
def icon(
    purpose: Purpose,
    size: int,
    drawn: DrawnPictures = Provide["front.drawn_pictures"],
    channel: ChannelFacade = Provide["front.channel"],
) -> Response:
    """The channel's icon in one of the sizes that devices ask for."""
    if size not in SIZES or purpose not in SHARE:
        raise NotFound(NO_PICTURE)
    return _answer(drawn, Icon(channel_site(channel).brand, size, purpose))


@BLUEPRINT.get("/favicon.ico")
@limits.none(limits.READ)
@public
@inject
def favicon(
    drawn: DrawnPictures = Provide["front.drawn_pictures"], channel: ChannelFacade = Provide["front.channel"]
) -> Response:
    """What is asked for without being told of: the icon, as a PNG."""
    return _answer(drawn, Icon(channel_site(channel).brand, 48))


def _answer(drawn: DrawnPictures, drawing: Drawing) -> Response:
    key = key_of(drawing)
    response = Response(drawn.png(drawing), mimetype="image/png")
    response.headers["Cache-Control"] = FOR_EVER if request.args.get("v") == key else FOR_NOW
    response.set_etag(key)
    response.make_conditional(request)
    return response
