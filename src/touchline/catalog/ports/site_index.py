"""Port for listing the pages of a site."""

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
    """An item with its own page. `change_times` are the times at which the page changes or has changed."""

    id: int
    change_times: tuple[datetime, ...]


@dataclass(frozen=True, slots=True)
class NamedItem:
    """An item whose URL contains its alias. `category` is the name of a team's category."""

    key: str
    name: LocalText
    category: LocalText | None = None


class SiteIndex(Protocol):
    """All items that are not withdrawn or unlisted, by id, in chunks of `CHUNK_SIZE` ids. An item never
    changes its chunk.
    """

    def list_chunks(self, kind: PageKind) -> Sequence[int]:
        """Return the numbers of the chunks that are not empty, from 0."""
        ...

    def list_pages(self, kind: PageKind, number: int) -> Sequence[SitePage]:
        """Return the items in a chunk. One query."""
        ...

    def find_by_alias(self, kind: AliasKind, name: str) -> NamedItem | None:
        """Return the item with this alias or, for callers who only know its name, with this name."""
        ...

    def find_merged(self, kind: AliasKind, alias: str) -> str | None:
        """Return the alias of the item into which the one with this alias was merged. One query."""
        ...
