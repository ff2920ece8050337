"""The moments of a recording that viewers clipped most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ClippedSpan:
    """The part of a recording that a clip shows, in milliseconds of its timeline, and the clip's name."""

    start_ms: int
    duration_ms: int
    name: str

    @property
    def end_ms(self) -> int:
        """The end of the span, in milliseconds."""
        return self.start_ms + self.duration_ms


@dataclass(frozen=True)
class Moment:
    """A part of a recording that several clips show, in seconds. `name` is their most frequent name."""

    position: int
    seconds: int
    name: str
    clips: int


def find_top_moments(spans: Iterable[ClippedSpan], limit: int) -> list[Moment]:
    """Return up to `limit` moments, those with the most clips first.

    The position that most clips show is the first moment. Its clips count for no other moment. The search
    then continues with the remaining clips. A moment's start and end are the medians of its clips' starts and
    ends.
    """
    remaining = sorted(spans, key=lambda span: (span.start_ms, span.end_ms, span.name))
    moments: list[Moment] = []
    while remaining and len(moments) < limit:
        peak = _find_peak(remaining)
        members = [span for span in remaining if span.start_ms <= peak < span.end_ms]
        remaining = [span for span in remaining if not span.start_ms <= peak < span.end_ms]
        moments.append(_build_moment(members))
    return moments


def _find_peak(spans: Sequence[ClippedSpan]) -> int:
    """Return the first position that the most clips show; a clip starts there."""
    steps = sorted([(span.start_ms, 1) for span in spans] + [(span.end_ms, -1) for span in spans])
    overlapping = best = peak = 0
    for at, step in steps:
        overlapping += step
        if overlapping > best:
            best, peak = overlapping, at
    return peak


def _build_moment(members: Sequence[ClippedSpan]) -> Moment:
    middle = len(members) // 2
    start = sorted(span.start_ms for span in members)[middle]
    end = sorted(span.end_ms for span in members)[middle]
    names = Counter(span.name for span in members)
    name = min(names, key=lambda candidate: (-names[candidate], candidate))
    return Moment(start // 1000, max(1, round((end - start) / 1000)), name, len(members))
