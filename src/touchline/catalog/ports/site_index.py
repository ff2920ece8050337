"""What the site has pages of, for those who list them all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, Protocol

from touchline.shared.strings.localized import LocalText

PageKind = Literal["event", "library_item"]
AliasKind = Literal["group", "participant", "category"]
CHUNK_SIZE = 10_000


@dataclass(frozen=True, slots=True)
class SitePage:
    """A thing with a page of its own; `change_times` are those at which the page changes by itself."""

    id: int
    change_times: tuple[datetime, ...]


@dataclass(frozen=True, slots=True)
class NamedItem:
    """A thing that an address names by its alias; `category` is the name of a team's category."""

    key: str
    name: LocalText
    category: LocalText | None = None


class SiteIndex(Protocol):
    """Everything that is not withdrawn, by id, in parts of `CHUNK_SIZE` ids: what is in a part stays in
    it."""

    def list_chunks(self, kind: PageKind) -> Sequence[int]:
        """The numbers of the parts that hold anything, from 0."""
        ...

    def list_pages(self, kind: PageKind, number: int) -> Sequence[SitePage]:
        """What is in a part: one query."""
        ...

    def find_by_alias(self, kind: AliasKind, name: str) -> NamedItem | None:
        """What goes by that alias or, for those who have only the name, by that name."""
        ...
