"""Which moments of a film viewers clipped most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class ClippedSpan:
    """The part of a film that a clip shows, in milliseconds of its time line, and what it is called."""

    start_ms: int
    duration_ms: int
    name: str

    @property
    def end_ms(self) -> int:
        """Where it ends."""
        return self.start_ms + self.duration_ms


@dataclass(frozen=True)
class Moment:
    """A part of a film that several clips show, in seconds; `name` is what most of them are called."""

    position: int
    seconds: int
    name: str
    clips: int


def find_top_moments(spans: Iterable[ClippedSpan], limit: int) -> list[Moment]:
    """The moments, the one with most clips first.

    The place that most clips show is the first moment; the clips that show it are its own, and count for no
    other. Then the same with those that are left. Its ends are those in the middle of its clips' ends.
    """
    remaining = sorted(spans, key=lambda cut: (cut.start_ms, cut.end_ms, cut.name))
    moments: list[Moment] = []
    while remaining and len(moments) < limit:
        peak = _find_peak(remaining)
        members = [cut for cut in remaining if cut.start_ms <= peak < cut.end_ms]
        remaining = [cut for cut in remaining if not cut.start_ms <= peak < cut.end_ms]
        moments.append(_build_moment(members))
    return moments


def _find_peak(spans: Sequence[ClippedSpan]) -> int:
    """The first place that is shown by most: one where a clip begins."""
    steps = sorted([(cut.start_ms, 1) for cut in spans] + [(cut.end_ms, -1) for cut in spans])
    overlapping = best = peak = 0
    for at, step in steps:
        overlapping += step
        if overlapping > best:
            best, peak = overlapping, at
    return peak


def _build_moment(members: Sequence[ClippedSpan]) -> Moment:
    middle = len(members) // 2
    start = sorted(cut.start_ms for cut in members)[middle]
    end = sorted(cut.end_ms for cut in members)[middle]
    names = Counter(cut.name for cut in members)
    name = min(names, key=lambda one: (-names[one], one))
    return Moment(start // 1000, max(1, round((end - start) / 1000)), name, len(members))
