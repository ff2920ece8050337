"""What was watched, by its names and what it belongs to."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

Named = tuple[int, str]
"""An id and a name in the asked language."""


@dataclass(frozen=True)
class Game:
    """An event: its teams, their schools (each once), its sport. `duration` is as planned, in seconds."""

    id: int
    name: str
    starts_at: datetime
    duration: int
    teams: tuple[Named, ...] = ()
    schools: tuple[Named, ...] = ()
    sport: Named | None = None


class Catalogue(Protocol):
    """What the present channel shows, or showed until it was withdrawn."""

    def games(self, ids: Collection[int], language: str) -> Mapping[int, Game]:
        """Events by id; what the channel never had is left out."""
        ...

    def films(self, ids: Collection[int], language: str) -> Mapping[int, str]:
        """The titles of library items by id; what the channel never had is left out."""
        ...
