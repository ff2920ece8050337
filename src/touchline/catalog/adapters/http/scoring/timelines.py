"""Timelines of events, the same for every viewer: below `/timeline` on the site, without an API key.

A private event opens with a token (ADR 83).
"""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.catalog.adapters.gateways import HostChannelGateway
from touchline.catalog.adapters.http.events.cached_tables import EVENT_TABLES, MEDIA_TABLES, RESULT_TABLES
from touchline.catalog.adapters.http.events.calendars import HOST_TABLES
from touchline.catalog.adapters.http.scoring.timeline_schemas import (
    LiveScoreSchema,
    TimelineArgsSchema,
    TimelineSchema,
)
from touchline.catalog.application.scoring.list_live_scores import ListLiveScores
from touchline.catalog.application.scoring.show_timeline import ShowTimeline
from touchline.catalog.application.scoring.timeline_access import TimelineAccess
from touchline.catalog.container import CatalogContainer
from touchline.platform.db.session import bind_channel
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache, set_language, set_private
from touchline.platform.http.guards import public
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema, list_schema
from touchline.shared.ids import ChannelId, EventId

TIMELINE_TABLES = (*EVENT_TABLES, *MEDIA_TABLES, *RESULT_TABLES, "catalog_timeline_entry")
MAX_AGE_SECONDS = 1
LIVE_SCORES_MAX_AGE_SECONDS = 2
site_blueprint = Blueprint(
    "site-timelines", __name__, url_prefix="", description="Timelines of events: scores and key moments"
)


@site_blueprint.route("/timeline/<int(max=2147483647):event_id>.json")
@public_cache(
    *HOST_TABLES, *EVENT_TABLES, *MEDIA_TABLES, *RESULT_TABLES, *TIMELINE_TABLES, max_age=MAX_AGE_SECONDS
)
@limits.exempt(limits.READ_ONLY)
@public
@site_blueprint.arguments(TimelineArgsSchema, location="query")
@site_blueprint.response(200, data_schema(TimelineSchema))
@inject
def show_timeline(
    args: dict[str, Any],
    event_id: int,
    access: TimelineAccess = Provide[CatalogContainer.timeline_access],
    query: ShowTimeline = Provide[CatalogContainer.show_timeline],
    host_channel: HostChannelGateway = Provide[CatalogContainer.host_channel_gateway],
) -> dict[str, Any]:
    """Return the timeline of an event. The host decides the channel, `lang` the language.

    A private event needs its `timeline_token`.
    """
    channel_id, language = _resolve_channel(host_channel)
    event = access.get_event(channel_id, EventId(event_id), args["token"])
    if event.is_private:
        set_private()
    return data_envelope(query(event, language, after=args["after"], until_ms=args["until_ms"]))


@site_blueprint.route("/scores.json")
@public_cache(
    *HOST_TABLES, "catalog_event", "catalog_scoreboard", *RESULT_TABLES, max_age=LIVE_SCORES_MAX_AGE_SECONDS
)
@limits.exempt(limits.READ_ONLY)
@public
@site_blueprint.response(200, list_schema(LiveScoreSchema))
@inject
def list_live_scores(
    query: ListLiveScores = Provide[CatalogContainer.list_live_scores],
    host_channel: HostChannelGateway = Provide[CatalogContainer.host_channel_gateway],
) -> dict[str, Any]:
    """List the current scores of the public events that are on. The host decides the channel."""
    _, language = _resolve_channel(host_channel)
    return data_envelope(query(language))


def _resolve_channel(host_channel: HostChannelGateway) -> tuple[ChannelId, str]:
    """Bind the transaction to the channel of the host. Return its id and the language of the response."""
    channel_id = host_channel.get_id(request.host, request.args.get("channel"))
    bind_channel(channel_id)
    language = host_channel.get_language(request.args.get("lang"), request.headers.get("Accept-Language"))
    set_language(language)
    return channel_id, language
