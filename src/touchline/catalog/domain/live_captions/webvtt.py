"""WebVTT (W3C) of live captions: the segments of a rendition (RFC 8216, 3.5) and the file of a recording."""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import datetime

from touchline.catalog.domain.live_captions.placement import Cue
from touchline.catalog.domain.media.wall_clock import ClockAnchor, get_position
from touchline.shared.webvtt import TextCue, TimestampMap, render_webvtt

_SPECIAL = re.compile("[&<>]")
_ENTITIES = {"&": "&amp;", "<": "&lt;", ">": "&gt;"}


def render_segment(cues: Sequence[Cue], starts_at: datetime, start_pts: int) -> str:
    """Return a segment that begins at `starts_at`, where the video has the timestamp `start_pts`."""
    placed = (
        _to_cue(_to_ms(cue.starts_at, starts_at), _to_ms(cue.ends_at, starts_at), cue.text) for cue in cues
    )
    return render_webvtt(placed, TimestampMap(start_pts))


def render_empty() -> str:
    """Return a segment in which nothing is shown."""
    return "WEBVTT\n"


def render_recording(cues: Sequence[Cue], anchors: Sequence[ClockAnchor], duration_ms: int) -> str:
    """Return the captions of a recording; "" if none of them is shown in it.

    The anchors map the wall clock to positions in the recording. Nothing is shown in its breaks.
    """
    placed = []
    for cue in cues:
        start, end = (
            get_position(anchors, round(instant.timestamp() * 1000))
            for instant in (cue.starts_at, cue.ends_at)
        )
        start, end = max(0, start), min(end, duration_ms)
        if start < end:
            placed.append(_to_cue(start, end, cue.text))
    return render_webvtt(placed) if placed else ""


def _to_ms(instant: datetime, starts_at: datetime) -> int:
    return round((instant - starts_at).total_seconds() * 1000)


def _to_cue(start_ms: int, end_ms: int, text: str) -> TextCue:
    return TextCue(start_ms, end_ms, escape_text(text))


def escape_text(text: str) -> str:
    """Return plain text as the text of a cue."""
    return _SPECIAL.sub(lambda found: _ENTITIES[found[0]], text)
