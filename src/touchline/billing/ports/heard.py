"""Which notices of the provider were heard."""

from __future__ import annotations

from datetime import datetime
from typing import Protocol


class Heard(Protocol):
    """Remembers notices, so that each is acted on once, and how far they were read for missed ones. Of no
    channel."""

    def first(self, notice_id: str, kind: str, at: datetime) -> bool:
        """Note a notice; False where it was heard before."""
        ...

    def caught_up(self) -> datetime | None:
        """Up to when all notices were read; None: never."""
        ...

    def catch_up(self, until: datetime) -> None:
        """Note up to when all notices were read."""
        ...

    def forget(self, before: datetime) -> int:
        """Delete notices heard before an instant; answers how many."""
        ...
