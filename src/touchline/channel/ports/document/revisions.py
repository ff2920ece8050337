"""Repositories of a channel's document: its revisions, and the pack that was applied last."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from touchline.channel.domain.document.revisions import AppliedPack, Revision, RevisionSummary


class Revisions(Protocol):
    """The revisions of the current channel. They are added and read, never changed or deleted."""

    def add(self, revision: Revision) -> int:
        """Add a revision and return its id."""
        ...

    def get(self, revision_id: int) -> Revision | None:
        """Return a revision with all its changes, or None."""
        ...

    def list(self, limit: int) -> Sequence[RevisionSummary]:
        """List the latest revisions, newest first. Runs a fixed number of queries."""
        ...


class AppliedPacks(Protocol):
    """The pack that was applied last to the current channel."""

    def get(self) -> AppliedPack | None:
        """Return the pack, or None if none was applied since revisions exist."""
        ...

    def save(self, pack: AppliedPack) -> None:
        """Replace the pack."""
        ...
