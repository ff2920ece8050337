"""Overlays of streams and scoreboards of gyms: the event of a token, and the addresses for operators."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.catalog.adapters.gateways import HostChannelGateway
from touchline.catalog.adapters.http.scoring.overlay_schemas import (
    OverlayArgsSchema,
    OverlayLinksSchema,
    OverlaySchema,
)
from touchline.catalog.application.scoring.show_overlay import ShowOverlay
from touchline.catalog.application.scoring.timeline_access import TimelineAccess
from touchline.catalog.container import CatalogContainer
from touchline.catalog.ports.site_urls import SiteUrls
from touchline.platform.db.session import bind_channel
from touchline.platform.http import limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.caching import set_private
from touchline.platform.http.guards import operator, principal, public
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import EventId
from touchline.shared.permissions import Permission

read_limit = limits.rate_limit("account", 240, limits.MINUTE, name="overlay-links")
overlay_limit = limits.rate_limit("address", 600, limits.MINUTE, name="overlays")

blueprint = Blueprint("studio_overlays", __name__, tag=STUDIO_TAG)
site_blueprint = Blueprint(
    "site-overlays", __name__, url_prefix="", description="Overlays of streams and scoreboards of gyms"
)


@blueprint.route("/studio/events/<int(max=2147483647):event_id>/overlay")
@read_limit
@operator(Permission.SCORE_EVENTS)
@blueprint.response(200, data_schema(OverlayLinksSchema))
@inject
def show_overlay_links(
    event_id: int,
    access: TimelineAccess = Provide[CatalogContainer.timeline_access],
    urls: SiteUrls = Provide[CatalogContainer.site_urls],
) -> dict[str, Any]:
    """Return the addresses of the overlay and of the scoreboard of an event. Everybody who has an address may
    open it, until a day after the end of the event.
    """
    link = access.create_overlay_token(principal().channel_id, EventId(event_id))
    return data_envelope(
        {
            "overlay_url": urls.get_overlay_url(event_id, link.token),
            "scoreboard_url": urls.get_scoreboard_url(event_id, link.token),
            "expires_at": link.expires_at,
        }
    )


@site_blueprint.route("/overlay/<int(max=2147483647):event_id>.json")
@overlay_limit
@public
@site_blueprint.arguments(OverlayArgsSchema, location="query")
@site_blueprint.response(200, data_schema(OverlaySchema))
@inject
def show_overlay(
    args: dict[str, Any],
    event_id: int,
    access: TimelineAccess = Provide[CatalogContainer.timeline_access],
    query: ShowOverlay = Provide[CatalogContainer.show_overlay],
    host_channel: HostChannelGateway = Provide[CatalogContainer.host_channel_gateway],
) -> dict[str, Any]:
    """Return the event that a token opens, with its teams.

    The host decides the channel, `lang` the language.
    """
    channel_id = host_channel.get_id(request.host, request.args.get("channel"))
    bind_channel(channel_id)
    language = host_channel.get_language(request.args.get("lang"), request.headers.get("Accept-Language"))
    set_private()
    event = access.get_event_by_token(channel_id, EventId(event_id), args["token"])
    return data_envelope(query(event, language))
