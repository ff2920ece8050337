"""Rendered images over HTTP.

Their URLs contain a version of the source data (`?v=`), so they can be cached forever. Without the version,
or with an old one, the response is the current image, cached for a few minutes.
"""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request

from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.front.container import FrontContainer
from touchline.front.http.request_site import get_channel_site
from touchline.front.images.generated_images import (
    Drawing,
    GeneratedImages,
    build_channel_card,
    build_event_poster,
    get_cache_key,
)
from touchline.front.images.icon import ICON_SIZES, MARK_RATIO, Icon, Purpose
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError

blueprint = Blueprint("pictures", __name__)
IMMUTABLE = "public, max-age=31536000, immutable"
SHORT_LIVED = "public, max-age=300"
IMAGE_NOT_FOUND = ErrorMessage("errors.image_not_found", "This image does not exist.")


@blueprint.get("/pictures/events/<int(max=2147483647):event_id>.png")
@limits.rate_limit("address", 600, limits.MINUTE, name="drawn-pictures")
@public
@inject
def show_event_image(
    event_id: int,
    generated_images: GeneratedImages = Provide[FrontContainer.generated_images],
    channel: ChannelFacade = Provide[FrontContainer.channel],
    catalog: CatalogFacade = Provide[FrontContainer.catalog],
) -> Response:
    """Return the image of an event, 1200 × 630, in the channel's language."""
    site = get_channel_site(channel)
    card = catalog.get_event_card(event_id, site.language, with_result=not site.hides_scores)
    if card is None:
        raise NotFoundError(IMAGE_NOT_FOUND)
    return _image_response(
        generated_images, build_event_poster(site.brand, card, site.language, site.settings["time_zone"])
    )


@blueprint.get("/pictures/share.png")
@limits.rate_limit("address", 600, limits.MINUTE, name="drawn-pictures")
@public
@inject
def show_share_image(
    generated_images: GeneratedImages = Provide[FrontContainer.generated_images],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> Response:
    """Return the image of the channel, 1200 × 630."""
    return _image_response(generated_images, build_channel_card(get_channel_site(channel).brand))


@blueprint.get("/pictures/icon-<int(max=9999):size>.png", defaults={"purpose": "any"})
@blueprint.get("/pictures/icon-<purpose>-<int(max=9999):size>.png")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_icon(
    purpose: Purpose,
    size: int,
    generated_images: GeneratedImages = Provide[FrontContainer.generated_images],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> Response:
    """Return the channel's icon in one of the usual sizes."""
    if size not in ICON_SIZES or purpose not in MARK_RATIO:
        raise NotFoundError(IMAGE_NOT_FOUND)
    return _image_response(generated_images, Icon(get_channel_site(channel).brand, size, purpose))


@blueprint.get("/favicon.ico")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_favicon(
    generated_images: GeneratedImages = Provide[FrontContainer.generated_images],
    channel: ChannelFacade = Provide[FrontContainer.channel],
) -> Response:
    """Return the icon as a PNG, for browsers that request it without a link."""
    return _image_response(generated_images, Icon(get_channel_site(channel).brand, 48))


def _image_response(generated_images: GeneratedImages, drawing: Drawing) -> Response:
    key = get_cache_key(drawing)
    response = Response(generated_images.get_png(drawing), mimetype="image/png")
    response.headers["Cache-Control"] = IMMUTABLE if request.args.get("v") == key else SHORT_LIVED
    response.set_etag(key)
    response.make_conditional(request)
    return response
