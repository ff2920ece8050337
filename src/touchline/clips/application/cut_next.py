"""Which clip a worker cuts: the one whose turn it is, not the one whose job it has."""

from __future__ import annotations

from touchline.clips.application.cut_clip import CutClip
from touchline.clips.domain.ids import ClipId
from touchline.clips.ports.clips import Ledger
from touchline.shared.clock import Clock
from touchline.shared.ids import ChannelId

_TRIES = 10
"""Workers that look at the same moment find the same clip; all but one of them look again."""


class CutNextClip:
    """Cuts one clip for each job. There are as many jobs as clips, so each is cut, and viewers take turns
    (`fair_order`): who asks for twenty clips does not keep another waiting for one."""

    def __init__(self, ledger: Ledger, cut: CutClip, clock: Clock) -> None:
        self._ledger = ledger
        self._cut = cut
        self._clock = clock

    def __call__(self, channel_id: ChannelId, clip_id: ClipId) -> None:
        """Cut the next clip. A clip whose worker died is cut by its own job. Nothing to do is no error."""
        now = self._clock.now()
        if self._ledger.is_dead(channel_id, clip_id, now):
            self._cut(channel_id, clip_id)
            return
        for _ in range(_TRIES):
            found = self._ledger.next_to_cut(self._clock.now())
            if found is None or self._cut(*found):
                return
