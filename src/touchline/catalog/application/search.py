"""Searching the whole catalogue at once, for the site's search."""

from __future__ import annotations

from touchline.catalog.application.answers import Answer
from touchline.catalog.application.asking import Desk
from touchline.catalog.application.event_answers import EventAnswers
from touchline.catalog.application.library_answers import LibraryAnswers
from touchline.catalog.ports.finder import Finder
from touchline.shared.principal import Principal


class Search:
    """What `GET /search` answers: the first things of each kind, told as their lists tell them."""

    def __init__(self, finder: Finder, events: EventAnswers, library: LibraryAnswers, desk: Desk) -> None:
        self._finder = finder
        self._events = events
        self._library = library
        self._desk = desk

    def __call__(self, principal: Principal, query: str, limit: int) -> Answer:
        """`{events, participants, groups, library}`, each at most `limit` long and the best first."""
        asking = self._desk.take(principal)
        found = self._finder.find(query, limit, asking.now)
        return {
            "events": self._events.rows(found.events, asking),
            "participants": [asking.teller.participant(each) for each in found.participants],
            "groups": [asking.teller.group(each) for each in found.groups],
            "library": self._library.rows(found.library, asking),
        }
