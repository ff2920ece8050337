"""Lookup of catalog ids by the keys that operators use."""

from __future__ import annotations

from typing import Protocol


class CatalogKeys(Protocol):
    """Looks up keys of the current channel's pack."""

    def get_id(self, kind: str, key: str) -> int | None:
        """Return the id of an `event` or `participant` by its key; None if there is none."""
        ...
