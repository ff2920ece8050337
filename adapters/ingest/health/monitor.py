"""Measures a live stream while it is received, and reports once a second."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

from adapters.ingest.health.files import write_health, write_preview
from adapters.ingest.health.signal import SignalMeter
from adapters.ingest.health.timing import PacketTiming
from adapters.ingest.media.source_packets import MAIN_TRACK, AudioPacket, VideoPacket
from touchline.catalog.domain.media.stream_health import EncoderHealth

_REPORT_INTERVAL = 1.0


class HealthMonitor:
    """Measures the packets of one encoder, and writes the values and a preview to a folder.

    `clock` is the arrival time of packets in seconds, `wall_clock` the time since 1970 and `cpu_clock` the
    computing time of this process.
    """

    def __init__(
        self,
        folder: Path,
        clock: Callable[[], float] = time.monotonic,
        wall_clock: Callable[[], float] = time.time,
        cpu_clock: Callable[[], float] = time.process_time,
    ) -> None:
        self.signal = SignalMeter()
        self._folder = folder
        self._clock, self._wall_clock, self._cpu_clock = clock, wall_clock, cpu_clock
        self._timing = PacketTiming()
        self._reported_at: float | None = None
        self._cpu_time = cpu_clock()
        self._server_load = 0.0
        self._preview = b""

    def add(self, packet: VideoPacket | AudioPacket) -> None:
        """Measure a packet that has just arrived."""
        now = self._clock()
        if isinstance(packet, VideoPacket):
            self._timing.add_video(packet.dts, len(packet.data), now, is_keyframe=packet.is_keyframe)
        else:
            is_main = packet.track == MAIN_TRACK
            self._timing.add_audio(packet.dts, len(packet.data), now, is_main=is_main)
        if self._reported_at is None:
            self._reported_at, self._cpu_time = now, self._cpu_clock()
        elif now - self._reported_at >= _REPORT_INTERVAL:
            self._report(now, now - self._reported_at)
            self._reported_at = now

    def _report(self, now: float, elapsed: float) -> None:
        cpu_time = self._cpu_clock()
        load = (cpu_time - self._cpu_time) / elapsed
        self._cpu_time = cpu_time
        self._server_load += (load - self._server_load) * 0.2 if self._server_load else load
        self.signal.update_sound(elapsed)
        self._timing.update_drift(now)
        write_health(self._folder, self._build(now), self._wall_clock())
        if self.signal.preview is not self._preview:
            self._preview = self.signal.preview
            write_preview(self._folder, self._preview)

    def _build(self, now: float) -> EncoderHealth:
        timing, signal = self._timing, self.signal
        return EncoderHealth(
            bitrate=timing.bitrate(now),
            frame_rate=timing.frame_rate(now),
            keyframe_interval_ms=timing.keyframe_interval_ms,
            dropped_frames=timing.dropped_frames,
            late_frames=timing.late_frames,
            audio_level_db=signal.level_db,
            audio_peak_db=signal.peak_db,
            av_drift_ms=timing.av_drift_ms,
            clock_drift_ms=timing.clock_drift_ms,
            black_seconds=round(signal.black_seconds, 1),
            silent_seconds=round(signal.silent_seconds, 1),
            width=signal.width,
            height=signal.height,
            server_load=round(self._server_load, 3),
        )
