"""Poster of a shared clip. Its URL stops working together with the share link."""

from __future__ import annotations

from dependency_injector.wiring import Provide, inject
from flask import Blueprint, Response, request

from touchline.catalog.facade import CatalogFacade
from touchline.channel.facade import ChannelFacade
from touchline.clips.facade import ClipsFacade
from touchline.front.container import FrontContainer
from touchline.front.http.request_site import get_request_site
from touchline.platform.http import limits
from touchline.platform.http.guards import public
from touchline.shared.error_messages import ErrorMessage
from touchline.shared.errors import NotFoundError

blueprint = Blueprint("shared", __name__)


@blueprint.get("/share/<int(max=2147483647):clip_id>/<uuid>/poster.jpg")
@limits.exempt(limits.READ_ONLY)
@public
@inject
def show_shared_poster(
    clip_id: int,
    uuid: str,
    channel: ChannelFacade = Provide[FrontContainer.channel],
    catalog: CatalogFacade = Provide[FrontContainer.catalog],
    clips: ClipsFacade = Provide[FrontContainer.clips],
) -> Response:
    """Return the poster of a shared clip. Caches revalidate it at each use.

    404 if the clip was unshared or deleted, or if its event or recording is no longer in the channel.
    """
    site = get_request_site(channel)
    clip = clips.cards.get_shared(clip_id, uuid)
    event_card = clip and catalog.get_clip_event_card(clip.event_id, site.language)
    poster = clips.cards.open_poster(clip_id, uuid) if event_card else None
    if poster is None:
        raise NotFoundError(ErrorMessage("errors.image_not_found", "This image does not exist."))
    with poster:
        response = Response(poster.read(), mimetype="image/jpeg")
    response.headers["Cache-Control"] = "public, no-cache"
    response.add_etag()
    response.make_conditional(request)
    return response
