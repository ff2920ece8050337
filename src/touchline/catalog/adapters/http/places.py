"""Categories, locations, groups and participants over HTTP. They are the same for every viewer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.arguments import (
    CategoryListArgs,
    ParticipantListArgs,
    PlaceListArgs,
    participant_filter,
)
from touchline.catalog.adapters.http.schemas import (
    EventLocation,
    Participant,
    ParticipantGroup,
    ParticipantGroupProperty,
    TaggedCategory,
)
from touchline.catalog.application.place_queries import PlaceQueries
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import same_for_all
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import many, one, page_request, part
from touchline.platform.http.schemas import list_of, page_of

BLUEPRINT = Blueprint("places", __name__, description="What events are sorted by, and who takes part.")


@BLUEPRINT.route("/events-categories")
@same_for_all()
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(CategoryListArgs, location="query")
@BLUEPRINT.response(200, page_of(TaggedCategory))
@inject
def list_categories(
    args: Mapping[str, Any], places: PlaceQueries = Provide["catalog.place_queries"]
) -> dict[str, Any]:
    """Event categories, the heaviest first; 0, All, is the web's own."""
    return part(places.categories(principal().language), args)


@BLUEPRINT.route("/events-locations")
@same_for_all()
@limits.none(limits.READ)
@any_key
@BLUEPRINT.response(200, list_of(EventLocation))
@inject
def list_locations(places: PlaceQueries = Provide["catalog.place_queries"]) -> dict[str, Any]:
    """Event locations by name (a start-up call: all of them, no `meta`)."""
    return one(places.locations(principal().language))


@BLUEPRINT.route("/participant-groups")
@same_for_all()
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(PlaceListArgs, location="query")
@BLUEPRINT.response(200, page_of(ParticipantGroup))
@inject
def list_groups(
    args: Mapping[str, Any], places: PlaceQueries = Provide["catalog.place_queries"]
) -> dict[str, Any]:
    """Participant groups by name."""
    return part(places.groups(principal().language), args)


@BLUEPRINT.route("/participant-group-properties")
@same_for_all()
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(PlaceListArgs, location="query")
@BLUEPRINT.response(200, page_of(ParticipantGroupProperty))
@inject
def list_group_properties(
    args: Mapping[str, Any], places: PlaceQueries = Provide["catalog.place_queries"]
) -> dict[str, Any]:
    """Properties of participant groups with the values they may have."""
    return part(places.group_properties(principal().language), args)


@BLUEPRINT.route("/participants")
@same_for_all()
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(ParticipantListArgs, location="query")
@BLUEPRINT.response(200, page_of(Participant))
@inject
def list_participants(
    args: Mapping[str, Any], places: PlaceQueries = Provide["catalog.place_queries"]
) -> dict[str, Any]:
    """A part of the participants; `no_limit=1` answers up to 1000."""
    wanted, request = participant_filter(args), page_request(args)
    return many(places.participants(principal().language, wanted, request))
