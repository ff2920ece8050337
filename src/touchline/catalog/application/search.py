"""Search of the whole catalog, for the site's search."""

from __future__ import annotations

from touchline.catalog.application.events.event_serializer import EventSerializer
from touchline.catalog.application.library.library_serializer import LibrarySerializer
from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.ports.catalog_search import CatalogSearch
from touchline.shared.principal import Principal


class SearchCatalog:
    """Query behind `GET /search`: the best matches of each kind, serialized as in their lists."""

    def __init__(
        self,
        catalog_search: CatalogSearch,
        event_serializer: EventSerializer,
        library_serializer: LibrarySerializer,
        contexts: RequestContextFactory,
    ) -> None:
        self._catalog_search = catalog_search
        self._event_serializer = event_serializer
        self._library_serializer = library_serializer
        self._contexts = contexts

    def __call__(self, principal: Principal, query: str, limit: int) -> JsonObject:
        """Return `{events, participants, groups, library}`, each with at most `limit` items, the best
        first."""
        context = self._contexts.create(principal)
        results = self._catalog_search.search(query, limit, context.now)
        return {
            "events": self._event_serializer.serialize_list(results.events, context),
            "participants": [
                context.serializer.serialize_participant(participant) for participant in results.participants
            ],
            "groups": [context.serializer.serialize_group(group) for group in results.groups],
            "library": self._library_serializer.serialize_list(results.library, context),
        }
