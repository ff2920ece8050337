"""Finding things by the words of a query."""

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
    """The first things of each kind."""

    events: Sequence[Event] = ()
    participants: Sequence[Participant] = ()
    groups: Sequence[Group] = ()
    library: Sequence[LibraryItem] = ()


class CatalogSearch(Protocol):
    """Looks through everything of the channel that is not withdrawn, in every language of its texts."""

    def search(self, query: str, limit: int, now: datetime) -> SearchResults:
        """At most `limit` things of each kind that every word of the query fits (`domain.spelling`).

        Events: those on now, then those to come, the soonest first, then those over, the latest first.
        The others: whose name has all the words first; then by name, and library items newest first.
        A fixed number of queries, however much is found.
        """
        ...
