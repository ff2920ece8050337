"""Port for storing the sessions of phone cameras, and what is known of their chunks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.media.camera_sessions import CameraChunk, CameraSession
from touchline.shared.ids import EventId


class CameraSessions(Protocol):
    """The camera sessions of the channel, in the current transaction."""

    def get(self, session_id: str) -> CameraSession | None:
        """Return a session; None if there is none."""
        ...

    def get_for_update(self, session_id: str) -> CameraSession | None:
        """Return a session and lock it until the transaction ends; None if there is none."""
        ...

    def add(self, session: CameraSession) -> None:
        """Add a session."""
        ...

    def save(self, session: CameraSession) -> None:
        """Save the changes to a session."""
        ...

    def list_by_event(self, event_id: EventId) -> Sequence[CameraSession]:
        """Return the sessions of an event, oldest first."""
        ...

    def get_chunk(self, session_id: str, number: int) -> CameraChunk | None:
        """Return a chunk that is stored; None if there is none, or if it was deleted."""
        ...

    def add_chunk(self, session_id: str, chunk: CameraChunk) -> None:
        """Add a chunk."""
        ...

    def list_chunks(self, session_id: str, first: int, limit: int) -> Sequence[CameraChunk]:
        """Return the chunks from the number `first` on, in order."""
        ...

    def get_first_chunk(self, session_id: str, recording: int) -> CameraChunk | None:
        """Return the first chunk of a recording; None if it was deleted."""
        ...

    def delete_chunks(self, session_id: str, before: int) -> Sequence[CameraChunk]:
        """Delete the chunks before a number and return them.

        The first chunk of the newest recording among them stays, because the recording may go on.
        """
        ...

    def list_old(self, before: datetime) -> Sequence[CameraSession]:
        """Return the sessions of all channels that were last seen before a time."""
        ...

    def delete(self, session_id: str) -> None:
        """Delete a session with its chunks."""
        ...
