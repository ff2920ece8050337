"""Requests for a page of a list, and the page itself."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Literal, TypeVar

T = TypeVar("T")
U = TypeVar("U")
SortDirection = Literal["asc", "desc"]

MAX_LIMIT = 100
MAX_UNLIMITED = 1000


@dataclass(frozen=True)
class PageRequest:
    """The requested rows and their order. `sort_field` is an API name, not a column."""

    limit: int = 20
    offset: int = 0
    sort_field: str | None = None
    sort_direction: SortDirection = "asc"


@dataclass(frozen=True)
class Page(Generic[T]):
    """One page of a list. `total` is the number of rows before `limit` and `offset` apply."""

    items: Sequence[T]
    total: int
    limit: int
    offset: int

    def map(self, transform: Callable[[T], U]) -> "Page[U]":
        """Return the same page with `transform` applied to every item."""
        return Page([transform(item) for item in self.items], self.total, self.limit, self.offset)
