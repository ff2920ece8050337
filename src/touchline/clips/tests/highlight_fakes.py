"""In-memory fake of reels."""

from __future__ import annotations

import copy
from collections.abc import Sequence

from touchline.clips.domain.highlight import Reel
from touchline.clips.domain.ids import ReelId
from touchline.shared.ids import ChannelId, EventId

CHANNEL = ChannelId(1)


class FakeReels:
    """`Reels` in memory. Reads return copies, so only saved changes last."""

    def __init__(self) -> None:
        self.saved: dict[EventId, Reel] = {}

    def get(self, event_id: EventId) -> Reel | None:
        return copy.deepcopy(self.saved.get(event_id))

    def mark_stale(self, event_id: EventId, *, create: bool = False) -> None:
        if event_id in self.saved:
            self.saved[event_id].revision += 1
        elif create:
            self.saved[event_id] = Reel(ReelId(len(self.saved) + 1), CHANNEL, event_id)

    def save(self, reel: Reel) -> None:
        revision = self.saved[reel.event_id].revision
        self.saved[reel.event_id] = copy.deepcopy(reel)
        self.saved[reel.event_id].revision = revision

    def remove_for_event(self, event_id: EventId) -> None:
        self.saved.pop(event_id, None)

    def list_stale(self) -> Sequence[tuple[ChannelId, EventId]]:
        return [(CHANNEL, event_id) for event_id, reel in self.saved.items() if reel.is_stale]
