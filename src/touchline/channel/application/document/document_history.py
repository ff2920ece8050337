"""The history of a channel's document."""

from __future__ import annotations

from collections.abc import Sequence

from touchline.channel.domain.document.entries import EntryChange
from touchline.channel.domain.document.revisions import (
    MAX_AUTHOR,
    AppliedPack,
    Revision,
    RevisionSource,
    RevisionSummary,
    ValueFormat,
)
from touchline.channel.ports.document.revisions import AppliedPacks, Revisions
from touchline.shared.clock import Clock
from touchline.shared.errors import NotFoundError


class DocumentHistory:
    """Service that records and returns revisions of the current channel, and the pack that was applied
    last."""

    def __init__(self, revisions: Revisions, applied_packs: AppliedPacks, clock: Clock) -> None:
        self._revisions = revisions
        self._applied_packs = applied_packs
        self._clock = clock

    def record(
        self,
        author: str,
        source: RevisionSource,
        changes: Sequence[EntryChange],
        value_format: ValueFormat,
        reverts: int | None = None,
    ) -> int | None:
        """Record a revision in the transaction of its changes. Return its id, or None without changes."""
        if not changes:
            return None
        name = " ".join(author.split())[:MAX_AUTHOR]
        return self._revisions.add(Revision(self._clock.now(), name, source, changes, value_format, reverts))

    def get(self, revision_id: int) -> Revision:
        """Return a revision with all its changes. Raises `NotFoundError`."""
        revision = self._revisions.get(revision_id)
        if revision is None:
            raise NotFoundError
        return revision

    def list(self, limit: int) -> Sequence[RevisionSummary]:
        """List the latest revisions, newest first."""
        return self._revisions.list(limit)

    def get_applied_pack(self) -> AppliedPack | None:
        """Return the pack that was applied last, or None if none was applied since revisions exist."""
        return self._applied_packs.get()

    def save_applied_pack(self, pack: AppliedPack) -> None:
        """Replace the pack that was applied last."""
        self._applied_packs.save(pack)
