"""Taking recordings of events and library items away from viewers, and bringing them back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.media.assets import MediaOwner
from touchline.catalog.domain.media.recordings import RecordingAction, RecordingState
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money


@dataclass(frozen=True, slots=True)
class Recording:
    """The recording of an owner, with the number of its videos (also a stream that is kept) and clips."""

    owner: MediaOwner
    name: str
    state: RecordingState
    video_count: int
    clip_count: int
    is_processing: bool = False


@dataclass(frozen=True, slots=True)
class AffectedClip:
    """A clip that ends with its recording."""

    id: int
    name: str


@dataclass(frozen=True, slots=True)
class AffectedOrder:
    """A paid order of an event. `is_refundable`: its money came through the payment provider."""

    id: int
    paid: Money
    is_refundable: bool


@dataclass(frozen=True, slots=True)
class TakedownEffect:
    """What a take-down affects besides the recording. `download_count` counts files that viewers took away,
    `pass_count` the valid packages and subscriptions that open it."""

    clips: Sequence[AffectedClip] = ()
    download_count: int = 0
    orders: Sequence[AffectedOrder] = ()
    pass_count: int = 0


class TakedownEffects(Protocol):
    """Knows what depends on a recording, in the present transaction."""

    def get_for_recording(self, owner: MediaOwner) -> TakedownEffect:
        """The clips, downloads, paid orders and passes of what shows the recording."""
        ...


class Recordings(Protocol):
    """The recordings of the channel, in the present transaction."""

    def get_for_update(self, owner: MediaOwner) -> Recording:
        """The recording of an owner, to be changed. `NotFoundError` where there is no such owner."""
        ...

    def set_state(self, owner: MediaOwner, state: RecordingState, changed_at: datetime) -> None:
        """Keep the state; the videos of a recording that is taken down belong to nothing that is shown."""
        ...

    def delete_videos(self, owner: MediaOwner) -> Sequence[str]:
        """Forget the videos of an owner; the folders of those that nothing else shows, to be removed."""
        ...


class WithdrawnRecordings(Protocol):
    """Finds recordings of all channels."""

    def list_withdrawn_before(self, instant: datetime) -> Sequence[tuple[ChannelId, MediaOwner]]:
        """Those that were withdrawn before an instant and not restored."""
        ...


class TakedownLog(Protocol):
    """The channel's log of take-downs."""

    def add(self, action: RecordingAction, owner: MediaOwner, *, actor: str, reason: str) -> None:
        """Add an entry in the present transaction; `RefusedError` for a reason that is too long."""
        ...
