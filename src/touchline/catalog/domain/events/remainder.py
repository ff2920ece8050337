"""What buyers in one country can still watch of an event."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from touchline.catalog.domain.events.blackouts import Interval, is_open_within
from touchline.catalog.domain.events.replay import ReplayWindow
from touchline.catalog.domain.events.status import StreamStatus


@dataclass(frozen=True, slots=True, kw_only=True)
class Remainder:
    """Whether the live stream and the replay can still be watched.

    `is_blacked_out`: blackouts cover everything that could be watched.
    """

    live: bool
    replay: bool
    is_blacked_out: bool = False


def get_remainder(
    starts_at: datetime,
    ends_at: datetime,
    status: StreamStatus,
    replay: ReplayWindow,
    blackouts: Sequence[Interval],
    now: datetime,
    *,
    has_live: bool,
) -> Remainder:
    """Return what can be watched at `now` or later, outside of the times of `blackouts`.

    An event that runs longer than planned is live at least now.
    """
    is_live_ahead = has_live and status is not StreamStatus.FINISHED
    is_replay_ahead = replay.is_ahead(now)
    live_end = ends_at if now < ends_at else None
    replay_start = max(now, replay.since or now, now if status is StreamStatus.FINISHED else ends_at)
    live = is_live_ahead and is_open_within(blackouts, max(now, starts_at), live_end)
    has_replay = is_replay_ahead and is_open_within(blackouts, replay_start, replay.until)
    is_blacked_out = (is_live_ahead or is_replay_ahead) and not (live or has_replay)
    return Remainder(live=live, replay=has_replay, is_blacked_out=is_blacked_out)
