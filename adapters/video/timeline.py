"""One continuous clock for packets whose timestamps jump, restart or pause."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.video.clock import CLOCK

LONGEST_GAP = 120 * CLOCK
_BACKWARD = CLOCK // 5
"""Timestamps of one stream that go back further than this have restarted."""
_LONGEST_STEP = CLOCK
_SEAM = CLOCK // 8
"""A run that begins with sound is moved by up to this much, so its first picture follows the last one."""


@dataclass
class _Run:
    """Packets whose timestamps belong together: `shift` puts all of them on the timeline, and `last` has the
    newest timestamp of each stream."""

    shift: int
    last: dict[str, int] = field(default_factory=dict)

    def continues(self, stream: str, dts: int, longest_gap: int) -> bool:
        """Return whether a timestamp goes on from what the run holds."""
        last = self.last.get(stream)
        is_later = last is None or dts >= last - _BACKWARD
        return is_later and dts <= max(self.last.values(), default=dts) + longest_gap

    def distance(self, dts: int) -> int:
        """Return how far a timestamp is from the nearest newest one."""
        return min((abs(dts - last) for last in self.last.values()), default=0)


class Timeline:
    """Places the packets of interleaved streams on one clock, in ticks of 1/90,000 s.

    Timestamps within a run keep their distances, so sound and picture stay in sync. A timestamp that goes
    back, or leaps ahead by more than `longest_gap` ticks, begins a run that continues where the stream
    ended. The first picture of a run then follows the last one of the run before, even where a little sound
    comes in front of it. A shorter gap is a hole in the signal and stays. The first packet is at 0.
    """

    def __init__(self, longest_gap: int = LONGEST_GAP) -> None:
        self._longest_gap = longest_gap
        self._runs: list[_Run] = []
        self._ends: dict[str, int] = {}
        self._steps: dict[str, int] = {}
        self._behind: set[str] = set()
        self._is_new = True
        self.jumps = 0
        """How many times the timestamps jumped."""

    @property
    def end(self) -> int:
        """Where the last picture ends; without pictures, where the last packet ends."""
        return self._ends.get("video", max(self._ends.values(), default=0))

    def begin_run(self) -> None:
        """Let the next packet follow everything so far, whatever its timestamp: another file begins."""
        self._is_new = True

    def shift(self, stream: str, dts: int, lasts: int = 0) -> int:
        """Return the ticks to add to the timestamps of a packet.

        `stream` is "video" for the picture and any other name for another stream. `dts` is the decoding
        timestamp and `lasts` the duration, in ticks; 0 where it is unknown.
        """
        run = self._find_run(stream, dts)
        if stream == "video" and stream not in run.last:
            self._close_seam(run, dts)
        step = dts - run.last.get(stream, dts)
        if 0 < step <= _LONGEST_STEP:
            self._steps[stream] = step
        run.last[stream] = max(dts, run.last.get(stream, dts))
        end = dts + run.shift + (lasts if lasts > 0 else self._steps.get(stream, 0))
        self._ends[stream] = max(end, self._ends.get(stream, end))
        return run.shift

    def _close_seam(self, run: _Run, dts: int) -> None:
        """Let the first picture of a run follow the one before, where it is nearly there."""
        seam = dts + run.shift - self._ends.get("video", dts + run.shift)
        if abs(seam) <= _SEAM:
            run.shift -= seam

    def _find_run(self, stream: str, dts: int) -> _Run:
        if self._is_new:
            self._is_new = False
            self._runs, self._behind = [_Run(self.end - dts)], set()
            return self._runs[0]
        *older, newest = self._runs
        if older and stream in self._behind:
            last, gap = older[0], self._longest_gap
            goes_on = last.continues(stream, dts, gap)
            if goes_on and abs(dts - last.last.get(stream, dts)) <= newest.distance(dts):
                return last
            self._behind.discard(stream)
        if newest.continues(stream, dts, self._longest_gap):
            return newest
        self.jumps += 1
        run = _Run(self._ends.get(stream, self.end) - dts)
        self._runs, self._behind = [newest, run], set(newest.last) - {stream}
        return run
