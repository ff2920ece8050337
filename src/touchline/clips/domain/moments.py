"""Which moments of a film viewers clipped most."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Cut:
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


def most_clipped(cuts: Iterable[Cut], most: int) -> list[Moment]:
    """The moments, the one with most clips first.

    The place that most clips show is the first moment; the clips that show it are its own, and count for no
    other. Then the same with those that are left. Its ends are those in the middle of its clips' ends.
    """
    left = sorted(cuts, key=lambda cut: (cut.start_ms, cut.end_ms, cut.name))
    found: list[Moment] = []
    while left and len(found) < most:
        place = _fullest(left)
        own = [cut for cut in left if cut.start_ms <= place < cut.end_ms]
        left = [cut for cut in left if not cut.start_ms <= place < cut.end_ms]
        found.append(_moment(own))
    return found


def _fullest(cuts: Sequence[Cut]) -> int:
    """The first place that is shown by most: one where a clip begins."""
    steps = sorted([(cut.start_ms, 1) for cut in cuts] + [(cut.end_ms, -1) for cut in cuts])
    showing = best = place = 0
    for at, step in steps:
        showing += step
        if showing > best:
            best, place = showing, at
    return place


def _moment(own: Sequence[Cut]) -> Moment:
    middle = len(own) // 2
    start = sorted(cut.start_ms for cut in own)[middle]
    end = sorted(cut.end_ms for cut in own)[middle]
    names = Counter(cut.name for cut in own)
    name = min(names, key=lambda one: (-names[one], one))
    return Moment(start // 1000, max(1, round((end - start) / 1000)), name, len(own))
