"""One continuous clock for packets whose timestamps jump, restart or pause."""

from __future__ import annotations

from dataclasses import dataclass, field

from adapters.video.timing.segment_clock import TICKS_PER_SECOND

MAX_GAP = 120 * TICKS_PER_SECOND
_RESTART_TOLERANCE = TICKS_PER_SECOND // 5
"""Timestamps of a stream that go back further than this have restarted."""
_MAX_STEP = TICKS_PER_SECOND
_MAX_SEAM = TICKS_PER_SECOND // 8
"""A run that starts with audio is shifted by up to this much, so that its first frame follows the last
one."""


@dataclass
class _TimestampRun:
    """Packets with one run of timestamps. `shift` places them on the timeline, and `last_dts` has the newest
    DTS of each stream.
    """

    shift: int
    last_dts: dict[str, int] = field(default_factory=dict)

    def continues(self, stream: str, dts: int, max_gap: int) -> bool:
        """Return whether a DTS continues the run."""
        last = self.last_dts.get(stream)
        is_later = last is None or dts >= last - _RESTART_TOLERANCE
        return is_later and dts <= max(self.last_dts.values(), default=dts) + max_gap

    def distance(self, dts: int) -> int:
        """Return the distance of a DTS from the nearest of the newest ones."""
        return min((abs(dts - last) for last in self.last_dts.values()), default=0)


class Timeline:
    """One clock for the packets of interleaved streams, in ticks of 1/90,000 s.

    Timestamps within a run keep their distances, so audio and video stay in sync. A timestamp that goes back,
    or jumps ahead by more than `max_gap` ticks, starts a new run where the stream ended. The first frame of a
    run follows the last frame of the previous run, even if a little audio precedes it. A shorter gap is a
    pause in the signal and is kept. The first packet is at 0.
    """

    def __init__(self, max_gap: int = MAX_GAP) -> None:
        self._max_gap = max_gap
        self._runs: list[_TimestampRun] = []
        self._ends: dict[str, int] = {}
        self._packet_durations: dict[str, int] = {}
        self._streams_in_old_run: set[str] = set()
        self._starts_new_run = True
        self.jump_count = 0
        """Number of timestamp jumps."""

    @property
    def end(self) -> int:
        """Return the end of the last frame, or of the last packet if there is no video."""
        return self._ends.get("video", max(self._ends.values(), default=0))

    def start_run(self) -> None:
        """Start a new run for another file: the next packet follows all previous ones, whatever its
        timestamp.
        """
        self._starts_new_run = True

    def shift(self, stream: str, dts: int, duration: int = 0) -> int:
        """Return the ticks to add to the timestamps of a packet.

        `stream` is "video" for the video stream and any other name for another stream. `dts` and `duration`
        are in ticks. `duration` is 0 if unknown.
        """
        run = self._find_run(stream, dts)
        if stream == "video" and stream not in run.last_dts:
            self._close_seam(run, dts)
        step = dts - run.last_dts.get(stream, dts)
        if 0 < step <= _MAX_STEP:
            self._packet_durations[stream] = step
        run.last_dts[stream] = max(dts, run.last_dts.get(stream, dts))
        end = dts + run.shift + (duration if duration > 0 else self._packet_durations.get(stream, 0))
        self._ends[stream] = max(end, self._ends.get(stream, end))
        return run.shift

    def _close_seam(self, run: _TimestampRun, dts: int) -> None:
        """Let the first frame of a run follow the previous frame directly if it nearly does."""
        seam = dts + run.shift - self._ends.get("video", dts + run.shift)
        if abs(seam) <= _MAX_SEAM:
            run.shift -= seam

    def _find_run(self, stream: str, dts: int) -> _TimestampRun:
        if self._starts_new_run:
            self._starts_new_run = False
            self._runs, self._streams_in_old_run = [_TimestampRun(self.end - dts)], set()
            return self._runs[0]
        *previous, current = self._runs
        if previous and stream in self._streams_in_old_run:
            last, gap = previous[0], self._max_gap
            is_continuous = last.continues(stream, dts, gap)
            if is_continuous and abs(dts - last.last_dts.get(stream, dts)) <= current.distance(dts):
                return last
            self._streams_in_old_run.discard(stream)
        if current.continues(stream, dts, self._max_gap):
            return current
        self.jump_count += 1
        run = _TimestampRun(self._ends.get(stream, self.end) - dts)
        self._runs, self._streams_in_old_run = [current, run], set(current.last_dts) - {stream}
        return run
