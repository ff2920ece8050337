"""Where the content of the present channel is kept."""

from collections.abc import Sequence
from typing import Protocol, TypeVar

from touchline.channel.domain.site.content import Content

T = TypeVar("T", bound=Content)


class Contents(Protocol):
    """Lists of content in the order of the pack."""

    def list(self, kind: type[T]) -> Sequence[T]:
        """All things of a kind."""
        ...

    def get(self, kind: type[T], content_id: int) -> T:
        """One thing; `NotFoundError` when the channel has none of that id."""
        ...

    def replace(self, kind: type[T], items: Sequence[T]) -> None:
        """Put these in the place of all that were there; a thing whose key stays keeps its id."""
        ...
