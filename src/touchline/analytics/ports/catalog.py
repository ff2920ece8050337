"""What was watched, by its names and what it belongs to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

NamedRef = tuple[int, str]
"""An id and a name in the asked language."""


@dataclass(frozen=True)
class EventSummary:
    """An event: its teams, their schools (each once), its sport. `duration` is as planned, in seconds."""

    id: int
    name: str
    starts_at: datetime
    duration: int
    teams: tuple[NamedRef, ...] = ()
    schools: tuple[NamedRef, ...] = ()
    sport: NamedRef | None = None


class Catalog(Protocol):
    """What the present channel shows, or showed until it was withdrawn."""

    def list_events(self, ids: Collection[int], language: str) -> Mapping[int, EventSummary]:
        """Events by id; what the channel never had is left out."""
        ...

    def list_library_item_titles(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """The titles of library items by id; what the channel never had is left out."""
        ...
