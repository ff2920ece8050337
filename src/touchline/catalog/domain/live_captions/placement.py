"""The placement of live captions on the segments of a stream, in the order of the segments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from touchline.catalog.domain.live_captions.captions import LiveCaption, get_end, order_captions

_MIN_LATE = timedelta(seconds=1)
"""How long a late caption is shown before the next late one."""
MAX_LATE = timedelta(seconds=15)
"""A caption that arrives later than this is shown in the recording only."""


@dataclass(frozen=True, slots=True)
class Cue:
    """Text that is shown from `starts_at` to `ends_at`."""

    starts_at: datetime
    ends_at: datetime
    text: str


def build_cues(captions: Sequence[LiveCaption]) -> list[Cue]:
    """Return the cues of captions of one language at their exact times."""
    return _to_cues([(caption.starts_at, caption) for caption in order_captions(captions)])


class CaptionPlacement:
    """Places the captions of one language on segments.

    Each segment has only what is shown in it: a caption that goes on in the next segment is in both. So a
    caption can still be corrected while it is shown, and a viewer who seeks needs only one segment.

    A caption may arrive when its segment has been published. It is then shown with the next segment, for as
    long as it would have been shown in time.
    """

    def __init__(self) -> None:
        self._starts: dict[int, datetime] = {}
        self._is_first = True

    def place(self, captions: Sequence[LiveCaption], starts_at: datetime, ends_at: datetime) -> list[Cue]:
        """Return the cues of the segment from `starts_at` to `ends_at`, cut to it."""
        placed = []
        earliest = starts_at
        for caption in order_captions(captions):
            start = self._starts.get(caption.id, caption.starts_at)
            is_late = caption.id not in self._starts and caption.starts_at < starts_at
            if is_late and not self._is_first and starts_at - caption.starts_at <= MAX_LATE:
                start, earliest = earliest, earliest + _MIN_LATE
            if start < ends_at:
                self._starts[caption.id] = start
            placed.append((start, caption))
        self._is_first = False
        self._forget({caption.id for caption in captions})
        placed.sort(key=lambda item: (item[0], item[1].id))
        return _cut(_to_cues(placed), starts_at, ends_at)

    def _forget(self, known: set[int]) -> None:
        self._starts = {number: start for number, start in self._starts.items() if number in known}


def _to_cues(placed: Sequence[tuple[datetime, LiveCaption]]) -> list[Cue]:
    cues = []
    for number, (start, caption) in enumerate(placed):
        end = start + (get_end(caption) - caption.starts_at)
        is_open = caption.ends_at is None or start != caption.starts_at
        if is_open and number + 1 < len(placed):
            end = min(end, placed[number + 1][0])
        if end > start and caption.text:
            cues.append(Cue(start, end, caption.text))
    return cues


def _cut(cues: Sequence[Cue], starts_at: datetime, ends_at: datetime) -> list[Cue]:
    return [
        Cue(max(cue.starts_at, starts_at), min(cue.ends_at, ends_at), cue.text)
        for cue in cues
        if cue.starts_at < ends_at and cue.ends_at > starts_at
    ]
