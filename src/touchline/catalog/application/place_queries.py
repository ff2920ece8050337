"""Asking for categories, locations, groups and participants. They are the same for every viewer."""

from __future__ import annotations

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Desk
from touchline.catalog.domain.filters import ParticipantFilter
from touchline.catalog.ports.places import Places
from touchline.shared.paging import Page, PageRequest


class PlaceQueries:
    """The short lists that events are sorted by, whole, in the asked language."""

    def __init__(self, places: Places, desk: Desk) -> None:
        self._places = places
        self._desk = desk

    def categories(self, language: str) -> list[Answer]:
        """Event categories by weight; 0, "All", is not among them (api.md, "Closed questions")."""
        teller = self._desk.teller(language)
        return [teller.category_with_tags(category) for category in self._places.categories()]

    def locations(self, language: str) -> list[Answer]:
        """Event locations by name."""
        teller = self._desk.teller(language)
        return [teller.location(location) for location in self._places.locations()]

    def groups(self, language: str) -> list[Answer]:
        """Participant groups by name."""
        teller = self._desk.teller(language)
        return [teller.group(group) for group in self._places.groups()]

    def group_properties(self, language: str) -> list[Answer]:
        """Participant-group properties with their values."""
        teller = self._desk.teller(language)
        return [teller.group_property(known) for known in self._places.group_properties()]

    def participants(self, language: str, wanted: ParticipantFilter, request: PageRequest) -> Page[Answer]:
        """A part of the participants (api.md, `GET /participants`)."""
        teller = self._desk.teller(language)
        return self._places.participants(wanted, request).map(teller.participant)
