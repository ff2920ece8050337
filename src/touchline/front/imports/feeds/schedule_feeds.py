"""Stored feeds (port)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.front.imports.feeds.feed import ScheduleFeed


class ScheduleFeeds(Protocol):
    """The feeds of the current channel."""

    def list_all(self) -> Sequence[ScheduleFeed]:
        """Return the feeds in the order of their names."""

    def get(self, feed_id: int, *, for_update: bool = False) -> ScheduleFeed:
        """Return a feed. Raises `NotFoundError`."""

    def get_content(self, feed_id: int) -> bytes:
        """Return the content of the last successful check."""

    def add(self, feed: ScheduleFeed, content: bytes) -> None:
        """Insert a feed and set its id."""

    def save(self, feed: ScheduleFeed, content: bytes | None = None) -> None:
        """Update a feed, and its content unless that is None."""

    def delete(self, feed_id: int) -> None:
        """Delete a feed. What its imports remember stays."""

    def list_due(self, now: datetime) -> Sequence[tuple[int, int]]:
        """Return the channel and the id of each active feed that is due, in all channels."""
