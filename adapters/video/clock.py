"""One clock for segments that follow each other.

It counts in 90,000ths of a second from the first picture. Within a run the time stamps of the encoder are
kept as they are, so that streams whose rate varies do not drift; runs are laid end to end.
"""

from collections.abc import Sequence

from touchline.clips.ports.cutting import CutRefused

CLOCK = 90_000
GAP = "The recording has a gap in this range. Move the start by a second and try again."
_WRAP = 1 << 33
_LONGEST_PAUSE = CLOCK


class RunningClock:
    """Where one has come to, going through segments in order."""

    def __init__(self) -> None:
        self.run = -1
        self._new = True
        self._shift = self._reach = 0

    def begin_run(self) -> None:
        """What comes next is laid after what there is."""
        self.run, self._new = self.run + 1, True

    def lay(self, first: int, expected: int) -> int:
        """What a segment's time stamps lack to the clock: its first picture has `first` and is `expected`.

        They go on, wrap after 26.5 hours, or begin anew, which is a new run.
        """
        shift = self._shift + round((expected - first - self._shift) / _WRAP) * _WRAP
        if not self._new and first + shift < expected - _LONGEST_PAUSE:
            self.begin_run()
        if self._new:
            shift, self._reach = expected - first, expected
        self._shift, self._new = shift, False
        return shift

    def go_on(self, times: Sequence[int], begin: float, end: float) -> None:
        """`CutRefused` where, between `begin` and `end`, a second shows nothing and sounds of nothing."""
        for time in sorted(times):
            if time - self._reach > _LONGEST_PAUSE and time > begin and self._reach < end:
                raise CutRefused(GAP)
            self._reach = max(self._reach, time)
