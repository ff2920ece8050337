"""What the site has pages of, for those who list them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from touchline.shared.text import LocalText

Listed = Literal["event", "library_item"]
Called = Literal["group", "participant", "category"]
PART_SIZE = 10_000


@dataclass(frozen=True, slots=True)
class ListedPage:
    """A thing with a page of its own; `moments` are those at which the page changes by itself."""

    id: int
    moments: tuple[datetime, ...]


@dataclass(frozen=True, slots=True)
class Named:
    """A thing that an address names by its alias; `category` is the name of a team's category."""

    key: str
    name: LocalText
    category: LocalText | None = None


class SiteIndex(Protocol):
    """Everything that is not withdrawn, by id, in parts of `PART_SIZE` ids: what is in a part stays in it."""

    def parts(self, kind: Listed) -> Sequence[int]:
        """The numbers of the parts that hold anything, from 0."""
        ...

    def part(self, kind: Listed, number: int) -> Sequence[ListedPage]:
        """What is in a part: one query."""
        ...

    def called(self, kind: Called, name: str) -> Named | None:
        """What goes by that alias or, for those who have only the name, by that name."""
        ...
