"""Limits on the share links of a paid event (decision 56)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from touchline.clips.domain.clip import Clip
from touchline.clips.domain.ids import ClipId
from touchline.shared.ids import AccountId, EventId


class ShareState(StrEnum):
    """State of a clip's share link.

    - `open`: the link plays.
    - `limit`: the creator's links of this event have shown as many minutes as allowed.
    - `ended`: the purchase behind the clip was revoked.
    """

    OPEN = "open"
    LIMIT = "limit"
    ENDED = "ended"


@dataclass(frozen=True, slots=True)
class SharedRange:
    """A part of an event that a share link has shown, in milliseconds of the medium's timeline.

    It still counts after the clip is deleted.
    """

    account_id: AccountId
    event_id: EventId
    media_id: int
    clip_id: ClipId
    start_ms: int
    duration_ms: int

    @classmethod
    def from_clip(cls, clip: Clip, account_id: AccountId) -> SharedRange:
        """Return the range that a viewer's clip shows."""
        return cls(
            account_id,
            clip.event_id,
            clip.media_id,
            clip.id,
            clip.range.start_ms,
            clip.range.duration_ms,
        )


def total_shared_ms(ranges: Iterable[SharedRange]) -> int:
    """Return the total time of the ranges in milliseconds. Overlapping time counts once."""
    total, last = 0, (-1, 0)
    for shared_range in sorted(ranges, key=lambda saved_range: (saved_range.media_id, saved_range.start_ms)):
        media_id, end = shared_range.media_id, shared_range.start_ms + shared_range.duration_ms
        start = max(shared_range.start_ms, last[1]) if last[0] == media_id else shared_range.start_ms
        total += max(0, end - start)
        last = (media_id, max(end, last[1]) if last[0] == media_id else end)
    return total


def share_state(
    clip: Clip, *, is_purchase_valid: bool, is_paid: bool, shared_ranges: Sequence[SharedRange], limit_ms: int
) -> ShareState:
    """Return the state of a clip's share link.

    `is_purchase_valid`: the creator's right was not revoked. `is_paid`: the event costs money.
    `shared_ranges`: what the creator's links of this event have shown.
    """
    if not is_purchase_valid or clip.account_id is None:
        return ShareState.ENDED
    if not is_paid or any(shared_range.clip_id == clip.id for shared_range in shared_ranges):
        return ShareState.OPEN
    is_within_limit = (
        total_shared_ms([*shared_ranges, SharedRange.from_clip(clip, clip.account_id)]) <= limit_ms
    )
    return ShareState.OPEN if is_within_limit else ShareState.LIMIT
