"""Scorers without an account: they enter with a link and a PIN, and keep the score of one event."""

from __future__ import annotations

from typing import Any

from dependency_injector.wiring import Provide, inject
from flask import request

from touchline.catalog.adapters.http.scoring import timeline_schemas as schemas
from touchline.catalog.application.scoring.scorer_access import ScorerAccess
from touchline.catalog.application.scoring.scorer_timeline import ScorerTimeline
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, error_responses, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import data_schema

SESSION_HEADER = "Touchline-Scorer"
login_limit = limits.rate_limit("address", 60, limits.MINUTE, name="scorer-logins")
change_limit = limits.rate_limit("session", 240, limits.MINUTE, name="scorer-entries")

blueprint = Blueprint("scorers", __name__, description="Scorers of events")


@blueprint.route("/scorer/sessions", methods=["POST"])
@error_responses(400)
@login_limit
@any_key
@blueprint.arguments(schemas.ScorerLoginSchema)
@blueprint.response(201, data_schema(schemas.ScorerSessionSchema))
@inject
def log_in_scorer(
    body: dict[str, Any], access: ScorerAccess = Provide[CatalogContainer.scorer_access]
) -> dict[str, Any]:
    """Enter with a scorer link. Ten wrong PINs disable the link."""
    return data_envelope({"session_token": access.log_in(body["token"], body["pin"], body["name"])})


@blueprint.route("/scorer/timeline")
@error_responses(400)
@change_limit
@any_key
@blueprint.response(200, data_schema(schemas.ScorerTimelineSchema))
@inject
def show_scorer_timeline(
    access: ScorerAccess = Provide[CatalogContainer.scorer_access],
    timeline: ScorerTimeline = Provide[CatalogContainer.scorer_timeline],
) -> dict[str, Any]:
    """Return the timeline of the scorer's event. The header `Touchline-Scorer` has the session's token."""
    session = access.authenticate(request.headers.get(SESSION_HEADER, ""))
    return data_envelope(timeline.show(session.event_id, principal().language))


@blueprint.route("/scorer/timeline", methods=["POST"])
@error_responses(400)
@change_limit
@any_key
@blueprint.arguments(schemas.AddEntriesSchema)
@blueprint.response(200, data_schema(schemas.TimelineUpdateSchema))
@inject
def add_scorer_entries(
    body: dict[str, Any],
    access: ScorerAccess = Provide[CatalogContainer.scorer_access],
    timeline: ScorerTimeline = Provide[CatalogContainer.scorer_timeline],
) -> dict[str, Any]:
    """Add entries to the timeline of the scorer's event. Entries that it has are left out."""
    session = access.authenticate(request.headers.get(SESSION_HEADER, ""))
    author = f"scorer:{session.name}"
    return data_envelope(timeline.add(session.event_id, author, body["entries"], after=body["after"]))
