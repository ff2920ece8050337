"""Categories, locations, groups and participants over HTTP. They are the same for all viewers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.arguments import (
    CategoryListArgsSchema,
    ParticipantListArgsSchema,
    TaxonomyListArgsSchema,
    parse_participant_filter,
)
from touchline.catalog.adapters.http.schemas import (
    EventLocationSchema,
    ParticipantGroupPropertySchema,
    ParticipantGroupSchema,
    ParticipantSchema,
    TaggedCategorySchema,
)
from touchline.catalog.application.events.taxonomy_queries import TaxonomyQueries
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import public_cache
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import build_page_request, data_envelope, page_envelope, paginate
from touchline.platform.http.schemas import list_schema, page_schema

blueprint = Blueprint("taxonomy", __name__, description="Sports, participants and locations")


@blueprint.route("/events-categories")
@public_cache("catalog_category")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(CategoryListArgsSchema, location="query")
@blueprint.response(200, page_schema(TaggedCategorySchema))
@inject
def list_categories(
    args: Mapping[str, Any], taxonomy: TaxonomyQueries = Provide[CatalogContainer.taxonomy_queries]
) -> dict[str, Any]:
    """List the event categories, highest weight first. The web app adds category 0, All."""
    return paginate(taxonomy.list_categories(principal().language), args)


@blueprint.route("/events-locations")
@public_cache("catalog_location")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, list_schema(EventLocationSchema))
@inject
def list_locations(taxonomy: TaxonomyQueries = Provide[CatalogContainer.taxonomy_queries]) -> dict[str, Any]:
    """List the event locations by name. The list is complete and has no `meta`."""
    return data_envelope(taxonomy.list_locations(principal().language))


@blueprint.route("/participant-groups")
@public_cache("catalog_group")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(TaxonomyListArgsSchema, location="query")
@blueprint.response(200, page_schema(ParticipantGroupSchema))
@inject
def list_groups(
    args: Mapping[str, Any], taxonomy: TaxonomyQueries = Provide[CatalogContainer.taxonomy_queries]
) -> dict[str, Any]:
    """List the participant groups by name."""
    return paginate(taxonomy.list_groups(principal().language), args)


@blueprint.route("/participant-group-properties")
@public_cache("catalog_group_property")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(TaxonomyListArgsSchema, location="query")
@blueprint.response(200, page_schema(ParticipantGroupPropertySchema))
@inject
def list_group_properties(
    args: Mapping[str, Any], taxonomy: TaxonomyQueries = Provide[CatalogContainer.taxonomy_queries]
) -> dict[str, Any]:
    """List the properties of participant groups, with their possible values."""
    return paginate(taxonomy.list_group_properties(principal().language), args)


@blueprint.route("/participants")
@public_cache("catalog_group", "catalog_participant", "catalog_participant_child")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(ParticipantListArgsSchema, location="query")
@blueprint.response(200, page_schema(ParticipantSchema))
@inject
def list_participants(
    args: Mapping[str, Any], taxonomy: TaxonomyQueries = Provide[CatalogContainer.taxonomy_queries]
) -> dict[str, Any]:
    """List participants. `no_limit=1` returns up to 1000."""
    participant_filter, request = parse_participant_filter(args), build_page_request(args)
    return page_envelope(taxonomy.list_participants(principal().language, participant_filter, request))
