"""Share links: which of them play, and counting what they show of paid games (decision 56)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.sharing import SharedRange, ShareState, share_state
from touchline.clips.ports.clips import Turns
from touchline.clips.ports.footages import Footages
from touchline.clips.ports.sharing import SharedRanges
from touchline.shared.ids import AccountId

Rows = Mapping[int, Mapping[str, Any]]
_COSTS_NOTHING = frozenset({"free", "register"})


@dataclass(frozen=True, slots=True)
class Shares:
    """What is known about the share links of some clips: `states` by clip, and the clips whose link has been
    opened before by a viewer without a pass."""

    states: Mapping[ClipId, ShareState]
    opened: frozenset[ClipId]


class ShareLinks:
    """Decides which share links play. `limit` is how much of one paid game the links of one maker may
    show."""

    def __init__(self, footages: Footages, ranges: SharedRanges, turns: Turns, limit: timedelta) -> None:
        self._footages = footages
        self._ranges = ranges
        self._turns = turns
        self._limit_ms = limit // timedelta(milliseconds=1)

    def __call__(self, clips: Sequence[Clip], events: Rows) -> Shares:
        """The links of clips; of a clip whose event is not shown there is none. `events` are rows of the
        event list. One query for what was shown, and one for what each maker holds."""
        there = [clip for clip in clips if clip.event_id in events]
        kept = self._kept(there)
        paid = {clip.id for clip in there if _costs_money(events[clip.event_id])}
        shown = self._ranges.of({(clip.account_id, clip.event_id) for clip in there if clip.id in paid})
        states = {
            clip.id: share_state(
                clip,
                kept=kept[clip.id],
                paid=clip.id in paid,
                shown=shown.get((clip.account_id, clip.event_id), ()),
                limit_ms=self._limit_ms,
            )
            for clip in there
        }
        opened = frozenset(one.clip_id for ranges in shown.values() for one in ranges)
        return Shares(states, opened | {clip.id for clip in there if clip.id not in paid})

    def open(self, clip: Clip, events: Rows) -> Shares:
        """The link of a clip that a viewer without a pass opens: what it shows is counted the first time."""
        found = self([clip], events)
        if found.states.get(clip.id) is not ShareState.OPEN or clip.id in found.opened:
            return found
        self._turns.of_viewer(clip.account_id)
        found = self([clip], events)
        if found.states[clip.id] is ShareState.OPEN:
            self._ranges.add(SharedRange.of_clip(clip))
            return Shares(found.states, found.opened | {clip.id})
        return found

    def _kept(self, clips: Sequence[Clip]) -> Mapping[ClipId, bool]:
        kept: dict[ClipId, bool] = {}
        for account_id in {clip.account_id for clip in clips}:
            theirs = [clip for clip in clips if clip.account_id == account_id]
            kept |= zip((clip.id for clip in theirs), self._kept_of(account_id, theirs), strict=True)
        return kept

    def _kept_of(self, account_id: AccountId, clips: Sequence[Clip]) -> Sequence[bool]:
        return self._footages.rights_kept(account_id, [(clip.event_id, clip.created_at) for clip in clips])


def _costs_money(event: Mapping[str, Any]) -> bool:
    return event["pass_type"] not in _COSTS_NOTHING
