"""Finding things by the words of a query."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.event import Event
from touchline.catalog.domain.library import LibraryItem
from touchline.catalog.domain.participant import Participant
from touchline.catalog.domain.places import Group


@dataclass(frozen=True)
class Found:
    """The first things of each kind."""

    events: Sequence[Event] = ()
    participants: Sequence[Participant] = ()
    groups: Sequence[Group] = ()
    library: Sequence[LibraryItem] = ()


class Finder(Protocol):
    """Looks through everything of the channel that is not withdrawn, in every language of its texts."""

    def find(self, query: str, limit: int, now: datetime) -> Found:
        """At most `limit` things of each kind that every word of the query fits (`domain.spelling`).

        Events: those on now, then those to come, the soonest first, then those over, the latest first.
        The others: whose name has all the words first; then by name, and library items newest first.
        A fixed number of queries, however much is found.
        """
        ...
