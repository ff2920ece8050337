"""Choosing the clip that a worker cuts: the next one in turn, not the one that the job names."""

from __future__ import annotations

from touchline.clips.application.processing.cut_clip import CutClip
from touchline.clips.application.processing.processing_store import ProcessingStore
from touchline.clips.domain.ids import ClipId
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId

_MAX_TRIES = 10
"""Workers that search at the same moment find the same clip. All but one of them search again."""


class CutNextClip:
    """Cuts one clip for each job, in the order of `fair_order`.

    There are as many jobs as clips, so every clip is cut. A viewer with twenty clips does not delay another
    viewer's single clip.
    """

    def __init__(self, store: ProcessingStore, cut: CutClip, clock: Clock) -> None:
        self._store = store
        self._cut = cut
        self._clock = clock

    def __call__(self, channel_id: ChannelId, clip_id: ClipId) -> None:
        """Cut the next clip, if there is one. If the worker of the named clip died, cut the named clip."""
        now = self._clock.now()
        if self._store.is_abandoned(channel_id, clip_id, now):
            self._cut(channel_id, clip_id)
            return
        for _ in range(_MAX_TRIES):
            next_clip = self._store.find_next_clip(self._clock.now())
            if next_clip is None or self._cut(*next_clip):
                return
