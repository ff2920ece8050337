"""Port to the events that slides are about."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class SlideTeam:
    """A team of a drawn matchup. `logo` is a URL; the colors are `#rrggbb`."""

    short_name: str
    color: str | None
    color_2: str | None
    logo: str | None


@dataclass(frozen=True)
class SlideEvent:
    """The pictures of an event as URLs, and its teams if it is a game: first away, then home."""

    wide: str | None = None
    tall: str | None = None
    sport: str = ""
    teams: tuple[SlideTeam, SlideTeam] | None = None


class SlideEvents(Protocol):
    """Port to the events of the current channel that everybody may see."""

    def __call__(self, event_ids: Collection[int], language: str) -> Mapping[int, SlideEvent]:
        """Return these events by id. Private events are left out. The number of queries is fixed."""
        ...
