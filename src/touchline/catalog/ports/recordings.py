"""Taking recordings of events and library items away from viewers, and bringing them back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from touchline.catalog.domain.media import Owner
from touchline.catalog.domain.recordings import RecordingAction, RecordingState
from touchline.shared.ids import ChannelId
from touchline.shared.money import Money


@dataclass(frozen=True, slots=True)
class Recording:
    """The recording of an owner, with the number of its videos (also a stream that is kept) and clips."""

    owner: Owner
    name: str
    state: RecordingState
    videos: int
    clips: int
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
    """What a take-down affects besides the recording. `downloads` counts files that viewers took away,
    `passes` the valid packages and subscriptions that open it."""

    clips: Sequence[AffectedClip] = ()
    downloads: int = 0
    orders: Sequence[AffectedOrder] = ()
    passes: int = 0


class TakedownEffects(Protocol):
    """Knows what depends on a recording, in the present transaction."""

    def of_recording(self, owner: Owner) -> TakedownEffect:
        """The clips, downloads, paid orders and passes of what shows the recording."""
        ...


class Recordings(Protocol):
    """The recordings of the channel, in the present transaction."""

    def held(self, owner: Owner) -> Recording:
        """The recording of an owner, to be changed. `NotFound` where there is no such owner."""
        ...

    def set_state(self, owner: Owner, state: RecordingState, at: datetime) -> None:
        """Keep the state; the videos of a recording that is taken down belong to nothing that is shown."""
        ...

    def remove(self, owner: Owner) -> Sequence[str]:
        """Forget the videos of an owner; the folders of those that nothing else shows, to be removed."""
        ...


class WithdrawnRecordings(Protocol):
    """Finds recordings of all channels."""

    def withdrawn_before(self, instant: datetime) -> Sequence[tuple[ChannelId, Owner]]:
        """Those that were withdrawn before an instant and not restored."""
        ...


class TakedownLog(Protocol):
    """The channel's log of take-downs."""

    def add(self, action: RecordingAction, owner: Owner, *, actor: str, reason: str) -> None:
        """Add an entry in the present transaction; `Refused` for a reason that is too long."""
        ...
