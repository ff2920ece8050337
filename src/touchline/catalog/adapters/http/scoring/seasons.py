"""Seasons and standings over HTTP. They are the same for all viewers who do not hide scores."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.events.cache_expiry import expire_results_at_next_status_change
from touchline.catalog.adapters.http.events.cached_tables import (
    FILTERED_EVENT_TABLES,
    RESULT_TABLES,
    SCORE_TABLES,
)
from touchline.catalog.adapters.http.scoring.season_schemas import (
    GroupSeasonSchema,
    HeadToHeadSchema,
    StandingsSchema,
    TeamSeasonSchema,
)
from touchline.catalog.application.scoring.season_queries import SeasonQueries
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import cached_response
from touchline.platform.http.guards import any_key, error_responses, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema
from touchline.shared.ids import CategoryId, GroupId, ParticipantId

blueprint = Blueprint("seasons", __name__, description="Seasons, records and standings")
SEASON_TABLES = (*FILTERED_EVENT_TABLES, *RESULT_TABLES, *SCORE_TABLES)


@blueprint.route("/participants/<int(max=2147483647):participant_id>/season")
@cached_response(*SEASON_TABLES, varies_on=("account_id",), is_time_dependent=True)
@error_responses(404)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(TeamSeasonSchema))
@inject
def show_team_season(
    participant_id: int, seasons: SeasonQueries = Provide[CatalogContainer.season_queries]
) -> dict[str, Any]:
    """Return the current season of a participant: record, streak, results, next games and opponents."""
    expire_results_at_next_status_change(principal())
    return data_envelope(seasons.show_team(principal(), ParticipantId(participant_id)))


@blueprint.route(
    "/participants/<int(max=2147483647):participant_id>/head-to-head/<int(max=2147483647):opponent_id>"
)
@cached_response(*SEASON_TABLES, varies_on=("account_id",), is_time_dependent=True)
@error_responses(404)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(HeadToHeadSchema))
@inject
def show_head_to_head(
    participant_id: int,
    opponent_id: int,
    seasons: SeasonQueries = Provide[CatalogContainer.season_queries],
) -> dict[str, Any]:
    """Return the games of a participant against another one, in this season and in all."""
    expire_results_at_next_status_change(principal())
    ids = ParticipantId(participant_id), ParticipantId(opponent_id)
    return data_envelope(seasons.show_head_to_head(principal(), *ids))


@blueprint.route("/participant-groups/<int(max=2147483647):participant_group_id>/season")
@cached_response(*SEASON_TABLES, varies_on=("account_id",), is_time_dependent=True)
@error_responses(404)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(GroupSeasonSchema))
@inject
def show_group_season(
    participant_group_id: int, seasons: SeasonQueries = Provide[CatalogContainer.season_queries]
) -> dict[str, Any]:
    """Return the current season of a school's teams, and of the co-ops that they are part of."""
    expire_results_at_next_status_change(principal())
    return data_envelope(seasons.show_group(principal(), GroupId(participant_group_id)))


@blueprint.route("/events-categories/<int(max=2147483647):event_category_id>/standings")
@cached_response(*SEASON_TABLES, varies_on=("account_id",), is_time_dependent=True)
@error_responses(404)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(StandingsSchema))
@inject
def show_standings(
    event_category_id: int, seasons: SeasonQueries = Provide[CatalogContainer.season_queries]
) -> dict[str, Any]:
    """Return the standings of an event category in the current season."""
    expire_results_at_next_status_change(principal())
    return data_envelope(seasons.show_standings(principal(), CategoryId(event_category_id)))
