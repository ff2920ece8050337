"""Names and relations of what was watched."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

NamedRef = tuple[int, str]
"""An id, and a name in the requested language."""


@dataclass(frozen=True)
class EventSummary:
    """An event with its teams, their schools (each once) and its sport. `duration` is planned, in seconds."""

    id: int
    name: str
    starts_at: datetime
    duration: int
    teams: tuple[NamedRef, ...] = ()
    schools: tuple[NamedRef, ...] = ()
    sport: NamedRef | None = None


class Catalog(Protocol):
    """The content of the current channel, including withdrawn content."""

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Return events by id. Events that the channel never had are left out."""
        ...

    def list_library_item_titles(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """Return titles of library items by id. Items that the channel never had are left out."""
        ...
