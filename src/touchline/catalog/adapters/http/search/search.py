"""The site's search over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.events.event_schemas import EventRowSchema
from touchline.catalog.adapters.http.library.library_schemas import LibraryItemSchema
from touchline.catalog.adapters.http.schemas import ParticipantGroupSchema, ParticipantSchema
from touchline.catalog.adapters.http.search.search_limits import search_limits
from touchline.catalog.application.search import SearchCatalog
from touchline.catalog.container import CatalogContainer
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import data_envelope
from touchline.platform.http.schemas import NormalizedString, data_schema
from touchline.shared.strings import normalize

blueprint = Blueprint("search", __name__, description="Search for events, teams, schools and library items")
MAX_QUERY_LENGTH = 100
MAX_RESULTS = 20


class SearchArgsSchema(Schema):
    """Query of a search, and the number of results per type."""

    q = NormalizedString(normalize.query, required=True, validate=validate.Length(max=MAX_QUERY_LENGTH))
    limit = fields.Integer(load_default=6, validate=validate.Range(1, MAX_RESULTS))


class SearchResultSchema(Schema):
    """First results of each type, best match first."""

    events = fields.List(fields.Nested(EventRowSchema), required=True)
    participants = fields.List(fields.Nested(ParticipantSchema), required=True)
    groups = fields.List(fields.Nested(ParticipantGroupSchema), required=True)
    library = fields.List(fields.Nested(LibraryItemSchema), required=True)


@blueprint.route("/search")
@search_limits
@any_key
@blueprint.arguments(SearchArgsSchema, location="query")
@blueprint.response(200, data_schema(SearchResultSchema))
@inject
def search(
    args: Mapping[str, Any], search_catalog: SearchCatalog = Provide[CatalogContainer.search_catalog]
) -> dict[str, Any]:
    """Return the items that match all words of `q`.

    Accents and small typos are ignored; the last word can be incomplete.

    Order of events: live, then upcoming, then finished, latest first.
    """
    return data_envelope(search_catalog(principal(), args["q"], args["limit"]))
