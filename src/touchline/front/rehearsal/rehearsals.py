"""Stored rehearsals (port)."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.front.rehearsal.rehearsal import Rehearsal
from touchline.shared.ids import ChannelId


class Rehearsals(Protocol):
    """The rehearsals of the current channel."""

    def list_newest(self, limit: int) -> Sequence[Rehearsal]:
        """Return the newest rehearsals, newest first."""

    def get(self, rehearsal_id: int) -> Rehearsal:
        """Return a rehearsal. Raises `NotFoundError`."""

    def lock(self) -> None:
        """Let only one transaction start a rehearsal of the channel at a time."""

    def add(self, rehearsal: Rehearsal) -> None:
        """Insert a rehearsal and set its id."""

    def save(self, rehearsal: Rehearsal) -> None:
        """Update a rehearsal. Set `is_stop_requested` to the stored value, which only `request_stop`
        writes.
        """

    def request_stop(self, rehearsal_id: int) -> None:
        """Ask the program of a rehearsal to stop."""

    def delete_before(self, rehearsal_id: int) -> None:
        """Delete the results of older rehearsals that have left nothing."""

    def list_unremoved(self, now: datetime) -> Sequence[tuple[ChannelId, int]]:
        """Return the channel and the id of each rehearsal whose program is gone and that may have left
        something. Needs a transaction that sees all channels.
        """
