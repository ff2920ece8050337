"""When viewers see what happens in a game: later than it happens, because video takes time."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum

from touchline.catalog.domain.events.simulation import PLAYBACK_DELAY
from touchline.catalog.domain.media.live_playlists import MAX_SEGMENT_MS, TARGET_DURATION_SECONDS
from touchline.catalog.domain.media.wall_clock import ClockAnchor, get_position

_ENCODER_DELAY = timedelta(seconds=5)
"""Time from the camera to the server: encoders buffer up to two keyframe intervals."""
_HOLD_BACK_SEGMENTS = 3
"""Segments that players stay behind the end of a live playlist. RFC 8216, 6.3.3, asks for three target
durations, which the players of phones and TVs keep. The player of the site needs only two.
"""


class VideoSource(StrEnum):
    """Where viewers see a live event: from this server, from another site, or nowhere."""

    STREAM = "stream"
    EXTERNAL = "external"
    NONE = "none"


def get_stream_delay(source: VideoSource, safety_delay: timedelta = timedelta(0)) -> timedelta:
    """Return how much later than the scorer the last of the viewers at the live edge sees a moment.

    A stream of this server has known parts: the encoder, its safety delay, the longest segment, which must be
    complete before a player can load it, one reload of the playlist, and the segments that players stay
    behind. Nothing is known of the video of another site. Most live streams have a delay below 30 s. Without
    video there is nothing to wait for, but a scorer needs some seconds to undo a wrong press.
    """
    if source is VideoSource.NONE:
        return timedelta(seconds=15)
    if source is VideoSource.EXTERNAL:
        return timedelta(seconds=30)
    longest_segment = timedelta(milliseconds=MAX_SEGMENT_MS)
    target = timedelta(seconds=TARGET_DURATION_SECONDS)
    return _ENCODER_DELAY + safety_delay + longest_segment + target + _HOLD_BACK_SEGMENTS * target


@dataclass(frozen=True, slots=True)
class ViewerClock:
    """Translates the time at which something happened into the time at which viewers see it.

    `delay` is that of a live stream. If a recording is shown as live, `simulated_at` is its start, and
    `anchors` say when its parts happened.
    """

    delay: timedelta
    simulated_at: datetime | None = None
    anchors: Sequence[ClockAnchor] = ()

    def get_shown_ms(self, at_ms: int) -> int:
        """Return when all viewers have seen what happened at a time. Both are in milliseconds since 1970."""
        if self.simulated_at is None:
            return at_ms + _to_ms(self.delay)
        shown = self.simulated_at + PLAYBACK_DELAY
        return int(shown.timestamp() * 1000) + max(0, get_position(self.anchors, at_ms))


def _to_ms(duration: timedelta) -> int:
    return duration // timedelta(milliseconds=1)
