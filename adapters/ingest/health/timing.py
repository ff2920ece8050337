"""What the timestamps and arrival times of an encoder's packets say about its stream."""

from __future__ import annotations

from collections import deque
from statistics import median

_RATE_WINDOW = 5.0
"""Seconds over which bitrate and frame rate are measured."""
_MAX_JUMP_MS = 3_000
"""A larger jump of the timestamps is a restart of the encoder's clock. It counts no dropped frames."""
_MIN_INTERVALS, _MAX_INTERVALS, _MEDIAN_EVERY = 30, 120, 15
_DROPPED_RATIO = 1.5
_LATE_MS = 1_000
_LEAK = 1.0
"""Milliseconds per second by which an encoder's clock may be slow without its frames counting as late."""
_CLOCK_WINDOW, _DRIFT_WINDOW, _BASELINE_SECONDS = 30, 5, 10


class _Offsets:
    """The smallest difference between arrival and timestamp of a track in each of the last seconds, in ms.

    Delays of the network only add to the difference. The smallest one shows the encoder's clock.
    """

    def __init__(self) -> None:
        self._minima: deque[tuple[int, float]] = deque(maxlen=_CLOCK_WINDOW)

    def add(self, offset: float, now: float) -> None:
        """Add the difference of a packet that arrived at `now`."""
        second = int(now)
        if self._minima and self._minima[-1][0] == second:
            offset = min(offset, self._minima.pop()[1])
        self._minima.append((second, offset))

    def smallest(self, seconds: int, now: float) -> float | None:
        """Return the smallest difference of the last seconds. None without packets."""
        return min((offset for second, offset in self._minima if second > now - seconds - 1), default=None)

    def clear(self) -> None:
        """Forget everything, because the timestamps have started again."""
        self._minima.clear()


class PacketTiming:
    """Measures the packets of one encoder. Timestamps are in milliseconds, arrival times in seconds."""

    def __init__(self) -> None:
        self.keyframe_interval_ms = self.dropped_frames = self.late_frames = 0
        self.av_drift_ms = self.clock_drift_ms = 0
        self._sizes: deque[tuple[float, int]] = deque()
        self._bytes = 0
        self._frames: deque[tuple[float, int]] = deque()
        self._intervals: deque[int] = deque(maxlen=_MAX_INTERVALS)
        self._interval = 0.0
        self._frames_until_median = _MIN_INTERVALS
        self._started_at: float | None = None
        self._last_dts: int | None = None
        self._last_keyframe_dts: int | None = None
        self._video, self._audio = _Offsets(), _Offsets()
        self._run_started_at = 0.0
        self._late_base: float | None = None
        self._late_base_at = 0.0
        self._first_offset: float | None = None
        self._first_skew: float | None = None

    def add_video(self, dts: int, size: int, now: float, *, is_keyframe: bool) -> None:
        """Add a coded frame."""
        self._add_bytes(size, now)
        step = dts - self._last_dts if self._last_dts is not None else None
        if step is None or abs(step) > _MAX_JUMP_MS:
            self._start_run(now)
        elif step > 0:
            self._count_dropped(step)
        if is_keyframe:
            if self._last_keyframe_dts is not None:
                self.keyframe_interval_ms = dts - self._last_keyframe_dts
            self._last_keyframe_dts = dts
        self._last_dts = dts
        self._frames.append((now, dts))
        self._count_late(now * 1000 - dts, now)
        self._video.add(now * 1000 - dts, now)

    def add_audio(self, dts: int, size: int, now: float, *, is_main: bool = True) -> None:
        """Add an audio packet. The drift is measured with the main audio."""
        self._add_bytes(size, now)
        if is_main:
            self._audio.add(now * 1000 - dts, now)

    def bitrate(self, now: float) -> int:
        """Return the bits that arrived per second."""
        while self._sizes and self._sizes[0][0] <= now - _RATE_WINDOW:
            self._bytes -= self._sizes.popleft()[1]
        elapsed = now - self._started_at if self._started_at is not None else 0.0
        return round(self._bytes * 8 / max(1.0, min(_RATE_WINDOW, elapsed)))

    def frame_rate(self, now: float) -> float:
        """Return the frames per second of the encoder's timestamps. 0 if no video arrived recently."""
        while self._frames and self._frames[0][0] <= now - _RATE_WINDOW:
            self._frames.popleft()
        if len(self._frames) < 2:
            return 0.0
        span = self._frames[-1][1] - self._frames[0][1]
        return round((len(self._frames) - 1) * 1000 / span, 2) if span > 0 else 0.0

    def update_drift(self, now: float) -> None:
        """Measure the drift of the clocks. Call it once a second."""
        elapsed = now - self._run_started_at
        recent, video = self._video.smallest(_CLOCK_WINDOW, now), self._video.smallest(_DRIFT_WINDOW, now)
        audio = self._audio.smallest(_DRIFT_WINDOW, now)
        if recent is not None and elapsed >= _CLOCK_WINDOW:
            self._first_offset = recent if self._first_offset is None else self._first_offset
            self.clock_drift_ms = round(recent - self._first_offset)
        if video is None or audio is None or elapsed < _BASELINE_SECONDS:
            return
        self._first_skew = video - audio if self._first_skew is None else self._first_skew
        self.av_drift_ms = round(video - audio - self._first_skew)

    def _add_bytes(self, size: int, now: float) -> None:
        self._started_at = now if self._started_at is None else self._started_at
        self._sizes.append((now, size))
        self._bytes += size

    def _start_run(self, now: float) -> None:
        """Measure drift anew: the encoder's clock has started, or it has jumped."""
        self._video.clear()
        self._audio.clear()
        self._frames.clear()
        self._run_started_at = now
        self._late_base = self._first_offset = self._first_skew = self._last_keyframe_dts = None
        self.av_drift_ms = self.clock_drift_ms = 0

    def _count_dropped(self, step: int) -> None:
        if self._interval and step > self._interval * _DROPPED_RATIO:
            self.dropped_frames += round(step / self._interval) - 1
            return
        self._intervals.append(step)
        self._frames_until_median -= 1
        if self._frames_until_median <= 0:
            self._interval, self._frames_until_median = float(median(self._intervals)), _MEDIAN_EVERY

    def _count_late(self, offset: float, now: float) -> None:
        base = offset
        if self._late_base is not None:
            base = min(offset, self._late_base + _LEAK * (now - self._late_base_at))
        self._late_base, self._late_base_at = base, now
        self.late_frames += offset - base > _LATE_MS
