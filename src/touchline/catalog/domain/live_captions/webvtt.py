"""WebVTT (W3C) of live captions: the segments of a rendition (RFC 8216, 3.5) and the file of a recording."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from touchline.catalog.domain.live_captions.placement import Cue
from touchline.catalog.domain.media.wall_clock import ClockAnchor, get_position

TICKS_PER_MS = 90
_TIMESTAMP_MODULUS = 1 << 33
_SPECIAL = re.compile("[&<>]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def render_segment(cues: Sequence[Cue], starts_at: datetime, start_pts: int) -> str:
    """Return a segment that begins at `starts_at`, where the video has the timestamp `start_pts`."""
    blocks = [
        _format_cue(_to_ms(cue.starts_at, starts_at), _to_ms(cue.ends_at, starts_at), cue.text)
        for cue in cues
    ]
    header = f"WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:{start_pts % _TIMESTAMP_MODULUS},LOCAL:00:00:00.000"
    return "\n\n".join([header, *blocks]) + "\n"


def render_empty() -> str:
    """Return a segment in which nothing is shown."""
    return "WEBVTT\n"


def render_recording(cues: Sequence[Cue], anchors: Sequence[ClockAnchor], duration_ms: int) -> str:
    """Return the captions of a recording; "" if none of them is shown in it.

    The anchors map the wall clock to positions in the recording. Nothing is shown in its breaks.
    """
    blocks = []
    for cue in cues:
        start, end = (
            get_position(anchors, round(instant.timestamp() * 1000))
            for instant in (cue.starts_at, cue.ends_at)
        )
        start, end = max(0, start), min(end, duration_ms)
        if start < end:
            blocks.append(_format_cue(start, end, cue.text))
    return "\n\n".join(["WEBVTT", *blocks]) + "\n" if blocks else ""


def _to_ms(instant: datetime, starts_at: datetime) -> int:
    return round((instant - starts_at).total_seconds() * 1000)


def _format_cue(start_ms: int, end_ms: int, text: str) -> str:
    escaped = _SPECIAL.sub(lambda found: _ENTITIES[found[0]], text)
    return f"{_format_time(start_ms)} --> {_format_time(end_ms)}\n{escaped}"


def _format_time(ms: int) -> str:
    minutes, rest = divmod(ms, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02}.{rest % 1000:03}"
