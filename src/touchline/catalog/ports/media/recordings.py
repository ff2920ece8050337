"""Ports to withdraw and restore recordings of events and library items."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.recordings import RecordingAction, RecordingState
from touchline.shared.ids import ChannelId


@dataclass(frozen=True, slots=True)
class Recording:
    """The recording of an owner, with the number of its videos and clips. A stored live stream counts as a
    video.
    """

    owner: MediaOwner
    name: str
    state: RecordingState
    video_count: int
    clip_count: int
    is_processing: bool = False
    changed_at: datetime | None = None


class Recordings(Protocol):
    """The recordings of the channel, in the current transaction."""

    def get(self, owner: MediaOwner) -> Recording:
        """Return the recording of an owner. Raises `NotFoundError` if there is no such owner."""
        ...

    def get_for_update(self, owner: MediaOwner) -> Recording:
        """Return the recording of an owner and lock it. Raises `NotFoundError` if there is no such owner."""
        ...

    def set_state(self, owner: MediaOwner, state: RecordingState, changed_at: datetime) -> None:
        """Save the state of a recording. The videos of a recording that is taken down are hidden from its
        owner.
        """
        ...

    def delete_videos(self, owner: MediaOwner) -> Sequence[str]:
        """Delete the videos of an owner.

        Return the folders to remove: those of videos that no other owner shows.
        """
        ...


class WithdrawnRecordings(Protocol):
    """The withdrawn recordings of all channels. Needs a transaction that sees all channels."""

    def list_withdrawn_before(self, instant: datetime) -> Sequence[tuple[ChannelId, MediaOwner]]:
        """Return the recordings that were withdrawn before a point in time and not restored."""
        ...


class TakedownLog(Protocol):
    """The channel's log of takedowns."""

    def add(self, action: RecordingAction, owner: MediaOwner, *, actor: str, reason: str) -> None:
        """Add an entry in the current transaction. Raises `RefusedError` if the reason is too long."""
        ...
