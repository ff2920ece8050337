"""Change counts of an apply, found by comparing each context's export before and after (ADR 3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChangeCounts:
    """Numbers of items created, updated, withdrawn and unchanged."""

    created: int = 0
    updated: int = 0
    withdrawn: int = 0
    unchanged: int = 0

    @property
    def changed(self) -> int:
        """Return the number of created, updated and withdrawn items."""
        return self.created + self.updated + self.withdrawn

    def __add__(self, other: ChangeCounts) -> ChangeCounts:
        return ChangeCounts(
            self.created + other.created,
            self.updated + other.updated,
            self.withdrawn + other.withdrawn,
            self.unchanged + other.unchanged,
        )
