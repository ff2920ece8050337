"""The site's search over HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dependency_injector.wiring import Provide, inject
from marshmallow import Schema, fields, validate

from touchline.catalog.adapters.http.event_schemas import EventRow
from touchline.catalog.adapters.http.library_schemas import LibraryItem
from touchline.catalog.adapters.http.schemas import Participant, ParticipantGroup
from touchline.catalog.adapters.http.search_limits import search_limits
from touchline.catalog.application.search import Search
from touchline.platform.http.blueprint import Blueprint
from touchline.platform.http.guards import any_key, principal
from touchline.platform.http.paging import one
from touchline.platform.http.schemas import Text, data_of
from touchline.shared import normalize

BLUEPRINT = Blueprint("search", __name__, description="Search over events, teams, schools and the library.")
LONGEST = 100
MOST = 20


class SearchArgs(Schema):
    """What is looked for, and how many of each kind are wanted."""

    q = Text(normalize.query, required=True, validate=validate.Length(max=LONGEST))
    limit = fields.Integer(load_default=6, validate=validate.Range(1, MOST))


class SearchResult(Schema):
    """The first of each kind, the best first."""

    events = fields.List(fields.Nested(EventRow), required=True)
    participants = fields.List(fields.Nested(Participant), required=True)
    groups = fields.List(fields.Nested(ParticipantGroup), required=True)
    library = fields.List(fields.Nested(LibraryItem), required=True)


@BLUEPRINT.route("/search")
@search_limits
@any_key
@BLUEPRINT.arguments(SearchArgs, location="query")
@BLUEPRINT.response(200, data_of(SearchResult))
@inject
def search(args: Mapping[str, Any], find: Search = Provide["catalog.search"]) -> dict[str, Any]:
    """What fits all words of `q`, accents and small typos forgiven; the last word may be a beginning.

    Events: those on now, then those to come, then those over, the latest first.
    """
    return one(find(principal(), args["q"], args["limit"]))
