"""Asking for a part of a list, and the part itself."""

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
    """Which rows, in which order. `sort_field` is a name the API knows, not a column."""

    limit: int = 20
    offset: int = 0
    sort_field: str | None = None
    sort_direction: SortDirection = "asc"


@dataclass(frozen=True)
class Page(Generic[T]):
    """A part of a list; `total` counts the rows before `limit` and `offset`."""

    items: Sequence[T]
    total: int
    limit: int
    offset: int

    def map(self, transform: Callable[[T], U]) -> "Page[U]":
        """The same page with every item changed."""
        return Page([transform(item) for item in self.items], self.total, self.limit, self.offset)
