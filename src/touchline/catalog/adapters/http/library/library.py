"""The on-demand library over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.arguments import (
    CategoryListArgsSchema,
    LibraryListArgsSchema,
    LibrarySearchArgsSchema,
    RailListArgsSchema,
    parse_library_filter,
    parse_library_page,
)
from touchline.catalog.adapters.http.events.cached_tables import ACCESS_FIELDS, MEDIA_TABLES
from touchline.catalog.adapters.http.library.library_schemas import (
    LibraryCategorySchema,
    LibraryItemSchema,
    LibraryRailSchema,
)
from touchline.catalog.adapters.http.search.search_limits import search_limits
from touchline.catalog.application.library.library_queries import LibraryQueries
from touchline.catalog.container import CatalogContainer
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import cached_response
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import data_envelope, page_envelope, paginate
from touchline.platform.http.schemas import data_schema, page_schema
from touchline.shared.ids import LibraryItemId

blueprint = Blueprint("library", __name__, description="The on-demand library")
ITEM_TABLES = (
    "catalog_library_category",
    "catalog_library_item",
    "catalog_library_item_category",
    *MEDIA_TABLES,
)
PASS_TABLES = ("billing_bundle_grant", "billing_order")
"""The tables that decide which library items a viewer's passes open."""


@blueprint.route("/vod-media-items")
@cached_response(*ITEM_TABLES, *PASS_TABLES, varies_on=ACCESS_FIELDS, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(LibraryListArgsSchema, location="query")
@blueprint.response(200, page_schema(LibraryItemSchema))
@inject
def list_library_items(
    args: Mapping[str, Any], library: LibraryQueries = Provide[CatalogContainer.library_queries]
) -> dict[str, Any]:
    """List library items, newest first by default."""
    return page_envelope(
        library.list_items(principal(), parse_library_filter(args), parse_library_page(args))
    )


@blueprint.route("/vod-media/search")
@search_limits
@any_key
@blueprint.arguments(LibrarySearchArgsSchema, location="query")
@blueprint.response(200, page_schema(LibraryItemSchema))
@inject
def search_library(
    args: Mapping[str, Any], library: LibraryQueries = Provide[CatalogContainer.library_queries]
) -> dict[str, Any]:
    """List the items whose title contains all words of `title`, newest first, ten per page."""
    return page_envelope(
        library.list_items(principal(), parse_library_filter(args), parse_library_page(args))
    )


@blueprint.route("/vod-media-items/<int(max=2147483647):item_id>")
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.response(200, data_schema(LibraryItemSchema))
@inject
def show_library_item(
    item_id: int, library: LibraryQueries = Provide[CatalogContainer.library_queries]
) -> dict[str, Any]:
    """Return a library item with its media. Playback URLs are signed for this session."""
    return data_envelope(library.get_item(principal(), LibraryItemId(item_id)))


@blueprint.route("/vod-media-categories")
@cached_response("catalog_library_category", varies_on=ACCESS_FIELDS, is_time_dependent=True)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(CategoryListArgsSchema, location="query")
@blueprint.response(200, page_schema(LibraryCategorySchema))
@inject
def list_library_categories(
    args: Mapping[str, Any], library: LibraryQueries = Provide[CatalogContainer.library_queries]
) -> dict[str, Any]:
    """List the library categories, highest weight first."""
    return paginate(library.list_categories(principal()), args)


@blueprint.route("/vod-media-rails")
@cached_response(
    *ITEM_TABLES,
    *PASS_TABLES,
    "catalog_library_rail",
    "catalog_library_rail_item",
    varies_on=ACCESS_FIELDS,
    is_time_dependent=True,
)
@limits.exempt(limits.READ_ONLY)
@any_key
@blueprint.arguments(RailListArgsSchema, location="query")
@blueprint.response(200, page_schema(LibraryRailSchema))
@inject
def list_library_rails(
    args: Mapping[str, Any], library: LibraryQueries = Provide[CatalogContainer.library_queries]
) -> dict[str, Any]:
    """List the library rails with their first items, highest weight first."""
    return paginate(library.list_rails(principal()), args)
