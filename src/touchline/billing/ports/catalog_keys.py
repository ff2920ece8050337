"""Finding things of the catalogue by what an operator calls them."""

from __future__ import annotations

from typing import Protocol


class CatalogKeys(Protocol):
    """Knows the keys of the present channel's pack."""

    def get_id(self, kind: str, key: str) -> int | None:
        """The id of an `event` or `participant` by its key; None where there is none of it."""
        ...
