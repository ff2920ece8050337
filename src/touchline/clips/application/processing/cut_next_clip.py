"""Which clip a worker cuts: the one whose turn it is, not the one whose job it has."""

from __future__ import annotations

from touchline.clips.application.processing.cut_clip import CutClip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import ProcessingStore
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId

_MAX_TRIES = 10
"""Workers that look at the same moment find the same clip; all but one of them look again."""


class CutNextClip:
    """Cuts one clip for each job. There are as many jobs as clips, so each is cut, and viewers take turns
    (`fair_order`): who asks for twenty clips does not keep another waiting for one."""

    def __init__(self, store: ProcessingStore, cut: CutClip, clock: Clock) -> None:
        self._store = store
        self._cut = cut
        self._clock = clock

    def __call__(self, channel_id: ChannelId, clip_id: ClipId) -> None:
        """Cut the next clip. A clip whose worker died is cut by its own job. Nothing to do is no error."""
        now = self._clock.now()
        if self._store.is_abandoned(channel_id, clip_id, now):
            self._cut(channel_id, clip_id)
            return
        for _ in range(_MAX_TRIES):
            next_clip = self._store.find_next_clip(self._clock.now())
            if next_clip is None or self._cut(*next_clip):
                return
