"""Repository of the current channel's content."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from touchline.channel.domain.site.content import Content

T = TypeVar("T", bound=Content)


class Contents(Protocol):
    """Repository of content items, in the order of the pack."""

    def list(self, kind: type[T]) -> Sequence[T]:
        """List all items of a kind."""
        ...

    def get(self, kind: type[T], content_id: int) -> T:
        """Return one item. Raises `NotFoundError` if the channel has no item with this id."""
        ...

    def replace(self, kind: type[T], items: Sequence[T]) -> None:
        """Replace all items of a kind. An item with the same key keeps its id."""
        ...
