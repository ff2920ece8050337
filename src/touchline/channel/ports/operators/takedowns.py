"""The log of take-downs. Entries are added and read, never changed or removed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.channel.domain.operators.takedowns import Takedown


class Takedowns(Protocol):
    """The log of the present channel."""

    def add(self, entry: Takedown) -> None:
        """Add an entry in the present transaction."""
        ...

    def list(self, limit: int) -> Sequence[Takedown]:
        """Return the latest entries, the newest first."""
        ...
