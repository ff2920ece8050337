"""Repository of the takedown log. Entries are added and read, never changed or deleted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.channel.domain.operators.takedowns import Takedown


class Takedowns(Protocol):
    """The takedown log of the current channel."""

    def add(self, entry: Takedown) -> None:
        """Add an entry in the current transaction."""
        ...

    def list(self, limit: int) -> Sequence[Takedown]:
        """List the latest entries, newest first."""
        ...
