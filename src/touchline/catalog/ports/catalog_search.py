"""Port for searching the catalog by words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.events.event import Event
from touchline.catalog.domain.events.participants import Participant
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.taxonomy import Group


@dataclass(frozen=True)
class SearchResults:
    """The first results of each kind."""

    events: Sequence[Event] = ()
    participants: Sequence[Participant] = ()
    groups: Sequence[Group] = ()
    library: Sequence[LibraryItem] = ()


class CatalogSearch(Protocol):
    """Search over everything in the channel that is not withdrawn, in every language of its texts."""

    def search(self, query: str, limit: int, now: datetime) -> SearchResults:
        """Return at most `limit` items of each kind that match every word of the query.

        `domain.search_vocabulary` defines what matches. Events that are live come first, then upcoming ones
        (soonest first), then finished ones (latest first). For the other kinds, items whose name contains all
        the words come first. They are then sorted by name; library items are sorted newest first. The number
        of queries is fixed, however many results there are.
        """
        ...
