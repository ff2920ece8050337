"""Score feeds: systems that send the state of a scoreboard, in Touchline's format or in their own."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.scoring import score_feed_schemas as schemas
from touchline.catalog.adapters.score_systems.daktronics import read_daktronics
from touchline.catalog.adapters.score_systems.scoresight import read_scoresight
from touchline.catalog.application.scoring.score_feed import FeedState, PostScoreboard
from touchline.catalog.container import CatalogContainer
from touchline.catalog.domain.scoring.timeline import Half
from touchline.platform.http import audit, limits
from touchline.platform.http.blueprint import STUDIO_TAG, Blueprint
from touchline.platform.http.guards import basic_auth, error_responses, operator
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.clock import Clock
from touchline.shared.ids import EventId
from touchline.shared.permissions import Permission

SCOREBOARD = "/studio/events/<int(max=2147483647):event_id>/scoreboard"
SCORESIGHT = "ScoreSight"
DAKTRONICS = "Daktronics"
feed_limit = limits.rate_limit("account", 1200, limits.MINUTE, name="score-feeds")

blueprint = Blueprint("score_feeds", __name__, tag=STUDIO_TAG)


@blueprint.route(SCOREBOARD, methods=["POST"])
@error_responses(400)
@feed_limit
@basic_auth
@operator(Permission.SCORE_EVENTS)
@audit.continues_change
@blueprint.arguments(schemas.FeedStateSchema)
@blueprint.response(200, data_schema(schemas.TimelineRevisionSchema))
@inject
def post_scoreboard(
    body: dict[str, Any],
    event_id: int,
    post: PostScoreboard = Provide[CatalogContainer.post_scoreboard],
    clock: Clock = Provide[CatalogContainer.clock],
) -> dict[str, Any]:
    """Take the state of a scoreboard from another system, with an access token.

    The state becomes entries of the timeline. A system that is silent for 15 s hands back to the scorers.
    """
    state = FeedState(
        at_ms=body.get("at_ms", _get_ms(clock)),
        points=(body["away"], body["home"]) if "away" in body else None,
        sets=tuple(body["sets"]) if "sets" in body else None,
        period=body.get("period"),
        clock_seconds=body.get("clock_seconds"),
        is_clock_running=body.get("is_clock_running"),
        is_final=body["is_final"],
        half=Half(body["half"]) if "half" in body else None,
    )
    return data_envelope({"revision": post(EventId(event_id), body["source"], state)})


@blueprint.route(f"{SCOREBOARD}/scoresight", methods=["POST"])
@error_responses(400)
@feed_limit
@basic_auth
@operator(Permission.SCORE_EVENTS)
@audit.continues_change
@blueprint.arguments(schemas.ScoreSightStateSchema)
@blueprint.response(200, data_schema(schemas.TimelineRevisionSchema))
@inject
def post_scoresight(
    body: Any,
    event_id: int,
    post: PostScoreboard = Provide[CatalogContainer.post_scoreboard],
    clock: Clock = Provide[CatalogContainer.clock],
) -> dict[str, Any]:
    """Take what ScoreSight reads, as *JSON (Full)* or *JSON (Simple key-value)*.

    A field that ScoreSight could not read stays as it was.
    """
    return _post_system(post, event_id, SCORESIGHT, read_scoresight, body, clock)


@blueprint.route(f"{SCOREBOARD}/daktronics", methods=["POST", "PUT"])
@error_responses(400)
@feed_limit
@basic_auth
@operator(Permission.SCORE_EVENTS)
@audit.continues_change
@blueprint.arguments(schemas.DaktronicsStateSchema)
@blueprint.response(200, data_schema(schemas.TimelineRevisionSchema))
@inject
def post_daktronics(
    body: Any,
    event_id: int,
    post: PostScoreboard = Provide[CatalogContainer.post_scoreboard],
    clock: Clock = Provide[CatalogContainer.clock],
) -> dict[str, Any]:
    """Take the fields of a Daktronics console from a program that reads its output.

    A field that is blank stays as it was.
    """
    return _post_system(post, event_id, DAKTRONICS, read_daktronics, body, clock)


def _post_system(
    post: PostScoreboard,
    event_id: int,
    source: str,
    read: Callable[[object, int], FeedState],
    body: object,
    clock: Clock,
) -> dict[str, Any]:
    return data_envelope({"revision": post(EventId(event_id), source, read(body, _get_ms(clock)))})


def _get_ms(clock: Clock) -> int:
    return int(clock.now().timestamp() * 1000)
