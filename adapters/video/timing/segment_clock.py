"""One clock for consecutive segments.

It counts in 90,000ths of a second from the first frame. Within a run, the encoder's timestamps are kept, so
that streams with a variable frame rate do not drift. Runs are placed end to end.
"""

from collections.abc import Sequence

from touchline.clips.ports.cutting import CutRefusedError
from touchline.shared.error_messages import ErrorMessage

TICKS_PER_SECOND = 90_000
START_SECONDS = 1
"""Timestamp at which video and audio start in every rendition."""
GAP_MESSAGE = ErrorMessage(
    "errors.recording_gap", "The recording has a gap in this range. Move the start by a second and try again."
)
_PTS_MODULUS = 1 << 33
_MAX_PAUSE = TICKS_PER_SECOND


class SegmentClock:
    """Position of the clock while segments are processed in order."""

    def __init__(self) -> None:
        self.run = -1
        self._is_new_run = True
        self._shift = self._covered_until = 0

    def start_run(self) -> None:
        """Start a new run: the next segment is placed at the end of the previous run."""
        self.run, self._is_new_run = self.run + 1, True

    def compute_shift(self, first_pts: int, expected: int) -> int:
        """Return the ticks to add to a segment's timestamps, whose first frame has `first_pts` and should be
        at `expected`.

        Timestamps may continue, wrap after 26.5 hours, or restart. A restart begins a new run.
        """
        shift = self._shift + round((expected - first_pts - self._shift) / _PTS_MODULUS) * _PTS_MODULUS
        if not self._is_new_run and first_pts + shift < expected - _MAX_PAUSE:
            self.start_run()
        if self._is_new_run:
            shift, self._covered_until = expected - first_pts, expected
        self._shift, self._is_new_run = shift, False
        return shift

    def check_gaps(self, timestamps: Sequence[int], start: float, end: float) -> None:
        """Raise `CutRefusedError` if there is no video or audio for a second between `start` and `end`."""
        for timestamp in sorted(timestamps):
            if (
                timestamp - self._covered_until > _MAX_PAUSE
                and timestamp > start
                and self._covered_until < end
            ):
                raise CutRefusedError(GAP_MESSAGE)
            self._covered_until = max(self._covered_until, timestamp)
