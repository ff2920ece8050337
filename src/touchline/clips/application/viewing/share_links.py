"""Share links: which ones play, and how their use of paid events is counted (decision 56)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.clips.domain.sharing import SharedRange, ShareState, share_state
from touchline.clips.ports.clips import ClipLocks
from touchline.clips.ports.event_catalog import EventCatalog
from touchline.clips.ports.sharing import SharedRanges
from touchline.shared.ids import AccountId

EventRow = Mapping[str, Any]
EventRows = Mapping[int, EventRow]
_PAID_PASS_TYPES = frozenset({"paid", "ppv"})


@dataclass(frozen=True, slots=True)
class ShareLinkStates:
    """The share links of some clips.

    `states` are the link states by clip. `opened` are the clips whose link a viewer without a pass has
    opened, and all clips of free events.
    """

    states: Mapping[ClipId, ShareState]
    opened: frozenset[ClipId]


class ShareLinks:
    """Decides which share links play.

    `limit` is the total time of one paid event that the links of one creator may show.
    """

    def __init__(
        self, event_catalog: EventCatalog, ranges: SharedRanges, locks: ClipLocks, limit: timedelta
    ) -> None:
        self._event_catalog = event_catalog
        self._shared_ranges = ranges
        self._locks = locks
        self._limit_ms = limit // timedelta(milliseconds=1)

    def __call__(self, clips: Sequence[Clip], events: EventRows) -> ShareLinkStates:
        """Return the states of the clips' share links. Clips whose event is not shown have none.

        A link to a clip of the channel is always open: whoever got it from the channel may play the clip.

        `events` are rows of the event list. One query for the shared ranges, and one for each creator's
        rights.
        """
        by_channel = {
            clip.id: ShareState.OPEN for clip in clips if clip.account_id is None and clip.event_id in events
        }
        visible = [clip for clip in clips if clip.account_id is not None and clip.event_id in events]
        valid_purchases = self._check_purchases(visible)
        paid_ids = {clip.id for clip in visible if costs_money(events[clip.event_id])}
        shared_ranges = self._shared_ranges.list_by_key(
            {(clip.account_id, clip.event_id) for clip in visible if clip.id in paid_ids and clip.account_id}
        )
        states = by_channel | {
            clip.id: share_state(
                clip,
                is_purchase_valid=valid_purchases[clip.id],
                is_paid=clip.id in paid_ids,
                shared_ranges=shared_ranges.get((clip.account_id, clip.event_id), ()),
                limit_ms=self._limit_ms,
            )
            for clip in visible
            if clip.account_id is not None
        }
        opened = frozenset(
            shared_range.clip_id for ranges in shared_ranges.values() for shared_range in ranges
        )
        free = {clip.id for clip in visible if clip.id not in paid_ids}
        return ShareLinkStates(states, opened | free | by_channel.keys())

    def open(self, clip: Clip, events: EventRows) -> ShareLinkStates:
        """Return the state of a link that a viewer without a pass opens.

        The first time, count the clip's range.
        """
        link_states = self([clip], events)
        is_open = link_states.states.get(clip.id) is ShareState.OPEN
        if clip.account_id is None or not is_open or clip.id in link_states.opened:
            return link_states
        self._locks.lock_viewer(clip.account_id)
        link_states = self([clip], events)
        if link_states.states[clip.id] is ShareState.OPEN:
            self._shared_ranges.add(SharedRange.from_clip(clip, clip.account_id))
            return ShareLinkStates(link_states.states, link_states.opened | {clip.id})
        return link_states

    def _check_purchases(self, clips: Sequence[Clip]) -> Mapping[ClipId, bool]:
        valid_purchases: dict[ClipId, bool] = {}
        for account_id in {clip.account_id for clip in clips if clip.account_id is not None}:
            account_clips = [clip for clip in clips if clip.account_id == account_id]
            valid_purchases |= zip(
                (clip.id for clip in account_clips),
                self._check_account_purchases(account_id, account_clips),
                strict=True,
            )
        return valid_purchases

    def _check_account_purchases(self, account_id: AccountId, clips: Sequence[Clip]) -> Sequence[bool]:
        return self._event_catalog.check_rights(
            account_id, [(clip.event_id, clip.created_at) for clip in clips]
        )


def costs_money(event: EventRow) -> bool:
    """Return whether an event is sold, by its row of the event list."""
    return event["pass_type"] in _PAID_PASS_TYPES
