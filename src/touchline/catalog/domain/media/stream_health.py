"""What an ingest process measures of an encoder's stream, and its samples over time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

SAMPLE_INTERVAL = timedelta(seconds=10)
"""The time between two stored samples."""
HISTORY = timedelta(hours=1)
"""How far back the studio shows samples."""
SAMPLE_RETENTION = timedelta(hours=24)
"""How long samples are stored."""
MIN_STALL_SECONDS = 3.0
"""Seconds without a byte after which an encoder counts as stalled."""


@dataclass(frozen=True, slots=True)
class EncoderHealth:
    """The measured values of an encoder's stream. Counts start with the ingest session.

    `bitrate` is in bits per second, `frame_rate` in frames per second (0 without video). `dropped_frames`
    are missing in the encoder's timestamps. `late_frames` arrived more than a second late.

    Sound levels are in dB below full scale: RMS and peak of the last second, None without audio.
    `av_drift_ms` is how far the audio timestamps have moved ahead of the video since the start.
    `clock_drift_ms` is how far the encoder's clock is behind the server's since the start.
    `idle_seconds` is the time since the last byte.

    `server_load` is the share of a core that this stream takes on the server.
    """

    bitrate: int = 0
    frame_rate: float = 0.0
    keyframe_interval_ms: int = 0
    dropped_frames: int = 0
    late_frames: int = 0
    audio_level_db: float | None = None
    av_drift_ms: int = 0
    clock_drift_ms: int = 0
    black_seconds: float = 0.0
    silent_seconds: float = 0.0
    idle_seconds: float = 0.0
    audio_peak_db: float | None = None
    width: int = 0
    height: int = 0
    server_load: float = 0.0


@dataclass(frozen=True, slots=True)
class HealthSample:
    """The health of the encoder in a slot at a time. `session_number` is that of its ingest session."""

    slot: str
    session_number: int
    at: datetime
    health: EncoderHealth
