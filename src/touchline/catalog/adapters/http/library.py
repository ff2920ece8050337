"""The on-demand library over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject

from touchline.catalog.adapters.http.arguments import (
    CategoryListArgs,
    LibraryListArgs,
    LibrarySearchArgs,
    RailListArgs,
    library_filter,
    library_page,
)
from touchline.catalog.adapters.http.library_schemas import LibraryCategory, LibraryItem, LibraryRail
from touchline.catalog.adapters.http.search_limits import search_limits
from touchline.catalog.application.library_queries import LibraryQueries
from touchline.platform.http import limits
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.caching import remembered
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import many, one, part
from touchline.platform.http.schemas import data_of, page_of
from touchline.shared.ids import LibraryItemId

BLUEPRINT = Blueprint("library", __name__, description="The on-demand library.")


@BLUEPRINT.route("/vod-media-items")
@remembered
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(LibraryListArgs, location="query")
@BLUEPRINT.response(200, page_of(LibraryItem))
@inject
def list_library_items(
    args: Mapping[str, Any], library: LibraryQueries = Provide["catalog.library_queries"]
) -> dict[str, Any]:
    """A part of the library, newest first unless asked otherwise."""
    return many(library.items(principal(), library_filter(args), library_page(args)))


@BLUEPRINT.route("/vod-media/search")
@search_limits
@any_key
@BLUEPRINT.arguments(LibrarySearchArgs, location="query")
@BLUEPRINT.response(200, page_of(LibraryItem))
@inject
def search_library(
    args: Mapping[str, Any], library: LibraryQueries = Provide["catalog.library_queries"]
) -> dict[str, Any]:
    """Items whose title has all words of `title`, newest first, ten at a time."""
    return many(library.items(principal(), library_filter(args), library_page(args)))


@BLUEPRINT.route("/vod-media-items/<int(max=2147483647):item_id>")
@limits.none(limits.READ)
@any_key
@BLUEPRINT.response(200, data_of(LibraryItem))
@inject
def show_library_item(
    item_id: int, library: LibraryQueries = Provide["catalog.library_queries"]
) -> dict[str, Any]:
    """One item with its media; playable addresses are signed for this session."""
    return one(library.item(principal(), LibraryItemId(item_id)))


@BLUEPRINT.route("/vod-media-categories")
@remembered
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(CategoryListArgs, location="query")
@BLUEPRINT.response(200, page_of(LibraryCategory))
@inject
def list_library_categories(
    args: Mapping[str, Any], library: LibraryQueries = Provide["catalog.library_queries"]
) -> dict[str, Any]:
    """The library's categories, the heaviest first."""
    return part(library.categories(principal()), args)


@BLUEPRINT.route("/vod-media-rails")
@remembered
@limits.none(limits.READ)
@any_key
@BLUEPRINT.arguments(RailListArgs, location="query")
@BLUEPRINT.response(200, page_of(LibraryRail))
@inject
def list_library_rails(
    args: Mapping[str, Any], library: LibraryQueries = Provide["catalog.library_queries"]
) -> dict[str, Any]:
    """The library's rails with their first items, the heaviest first."""
    return part(library.rails(principal()), args)
