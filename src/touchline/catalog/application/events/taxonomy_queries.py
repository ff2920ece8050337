"""Queries for categories, locations, groups and participants. They are the same for every viewer."""

from __future__ import annotations

from touchline.catalog.application.request_context import RequestContextFactory
from touchline.catalog.application.serializer import JsonObject
from touchline.catalog.domain.filters import ParticipantFilter
from touchline.catalog.ports.events.taxonomy import Taxonomy
from touchline.shared.paging import Page, PageRequest


class TaxonomyQueries:
    """Queries for the short lists by which events are sorted, in the requested language."""

    def __init__(self, taxonomy: Taxonomy, contexts: RequestContextFactory) -> None:
        self._taxonomy = taxonomy
        self._contexts = contexts

    def list_categories(self, language: str) -> list[JsonObject]:
        """List event categories by weight. Category 0, "All", is not included (api.md, "Closed
        questions")."""
        serializer = self._contexts.create_serializer(language)
        return [
            serializer.serialize_category_with_tags(category) for category in self._taxonomy.list_categories()
        ]

    def list_locations(self, language: str) -> list[JsonObject]:
        """List event locations by name."""
        serializer = self._contexts.create_serializer(language)
        return [serializer.serialize_location(location) for location in self._taxonomy.list_locations()]

    def list_groups(self, language: str) -> list[JsonObject]:
        """List participant groups by name."""
        serializer = self._contexts.create_serializer(language)
        return [serializer.serialize_group(group) for group in self._taxonomy.list_groups()]

    def list_group_properties(self, language: str) -> list[JsonObject]:
        """List participant-group properties with their values."""
        serializer = self._contexts.create_serializer(language)
        return [
            serializer.serialize_group_property(group_property)
            for group_property in self._taxonomy.list_group_properties()
        ]

    def list_participants(
        self, language: str, participant_filter: ParticipantFilter, request: PageRequest
    ) -> Page[JsonObject]:
        """Return a page of the participants (api.md, `GET /participants`)."""
        serializer = self._contexts.create_serializer(language)
        return self._taxonomy.list_participants(participant_filter, request).map(
            serializer.serialize_participant
        )
