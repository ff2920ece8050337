"""Port for the sports of the channel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.catalog.domain.scoring.channel_sport import ChannelSport
from touchline.catalog.domain.scoring.sport import Sport


class Sports(Protocol):
    """The sports of the channel's pack, and those that Touchline ships. The channel's replaces a shipped one
    with the same key. Each call takes at most one query.
    """

    def get(self, key: str) -> Sport | None:
        """Return the sport with a key, such as that of a category; None if there is none."""
        ...

    def list(self) -> Sequence[Sport]:
        """Return all sports, sorted by key."""
        ...

    def list_own(self) -> Sequence[ChannelSport]:
        """Return the sports of the channel's pack, sorted by key."""
        ...
