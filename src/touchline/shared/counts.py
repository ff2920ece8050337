"""How much an apply changed, told by comparing what each context exports before and after (ADR 3)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChangeCounts:
    """Numbers of things made, changed, taken away and left as they were."""

    created: int = 0
    updated: int = 0
    withdrawn: int = 0
    unchanged: int = 0

    @property
    def changed(self) -> int:
        """Everything that is not as it was before."""
        return self.created + self.updated + self.withdrawn

    def __add__(self, other: ChangeCounts) -> ChangeCounts:
        return ChangeCounts(
            self.created + other.created,
            self.updated + other.updated,
            self.withdrawn + other.withdrawn,
            self.unchanged + other.unchanged,
        )
