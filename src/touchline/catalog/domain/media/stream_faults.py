"""The faults of an encoder's stream, found in its health samples, with what to change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import pairwise
from statistics import median

from touchline.catalog.domain.media.fault_texts import describe_fault
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.domain.media.stream_health import MIN_STALL_SECONDS, EncoderHealth, HealthSample

FAULT_WINDOW = timedelta(minutes=10)
"""Faults are found in the samples of this time."""
MAX_SAMPLE_AGE = timedelta(seconds=25)
"""After this time without a sample, no encoder is connected, so it has no faults."""
MAX_KEYFRAME_INTERVAL_MS = 3_500
_MIN_BLACK_SECONDS, _MIN_SILENT_SECONDS = 10, 30
_LOW_LEVEL_DB, _GOOD_LEVEL_DB = -40.0, -36.0
_CLIPPING_DB, _GOOD_PEAK_DB = -0.3, -1.0
_DROPPED_SHARE, _GOOD_DROPPED_SHARE = 0.02, 0.005
_BITRATE_DROP = 0.6
_LOW_FRAME_RATE, _GOOD_FRAME_RATE = 14.0, 18.0
_AV_DRIFT_MS, _GOOD_AV_DRIFT_MS = 100, 80
_CLOCK_MS_PER_MINUTE, _GOOD_CLOCK_MS_PER_MINUTE = 60, 30
_MIN_CLOCK_MINUTES = 4.0
_BUSY, _NOT_BUSY = 0.9, 0.75
_TYPICAL_SAMPLES = 30
_RECOMMENDED_SHARE, _BITRATE_STEP, _MIN_RECOMMENDED = 0.75, 250, 500


class FaultSeverity(StrEnum):
    """How much a fault harms viewers: `ERROR` if they notice it at once."""

    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class StreamFault:
    """A fault of an encoder's stream.

    `message` says what is wrong, `remedy` what to change, both in English. `values` are the numbers in them,
    for translations of `code`.
    """

    code: str
    severity: FaultSeverity
    since: datetime
    message: str
    remedy: str
    values: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class _Reading:
    """A sample with what has changed since the previous one. Shares are those of the frames."""

    at: datetime
    health: EncoderHealth
    dropped_share: float = 0.0
    late_share: float = 0.0
    clock_ms_per_minute: float = 0.0
    typical_bitrate: float = 0.0

    @property
    def is_receiving(self) -> bool:
        return self.health.idle_seconds < MIN_STALL_SECONDS

    @property
    def has_video(self) -> bool:
        return self.is_receiving and self.health.frame_rate > 0


@dataclass(frozen=True, slots=True)
class _Rule:
    """When a fault begins and ends, so that it does not flicker at a limit.

    It begins once `is_bad` was true for `begins_after`, and ends once `is_good` was true for `ends_after`.
    `values` are the numbers of the last reading. Faults in `hidden_by` explain this one.
    """

    code: str
    severity: FaultSeverity
    is_bad: Callable[[_Reading], bool]
    is_good: Callable[[_Reading], bool]
    values: Callable[[_Reading], Mapping[str, int]] = lambda _reading: {}
    begins_after: timedelta = timedelta(0)
    ends_after: timedelta = timedelta(seconds=10)
    hidden_by: tuple[str, ...] = ("no_data",)


def detect_faults(samples: Sequence[HealthSample], now: datetime) -> list[StreamFault]:
    """Return the faults of the encoder in one slot, worst first, from its samples in order of time.

    Samples of earlier ingest sessions are ignored.
    """
    if not samples or now - samples[-1].at > MAX_SAMPLE_AGE:
        return []
    session_number = samples[-1].session_number
    measured = _measure(
        [
            sample
            for sample in samples
            if sample.session_number == session_number and now - sample.at <= FAULT_WINDOW
        ]
    )
    found = {rule.code: fault for rule in _RULES if (fault := _apply(rule, measured)) is not None}
    hidden = {rule.code for rule in _RULES if any(code in found for code in rule.hidden_by)}
    shown = [fault for code, fault in found.items() if code not in hidden]
    return sorted(shown, key=lambda fault: fault.severity is not FaultSeverity.ERROR)


def list_stream_faults(stream: LiveStream, codes: AbstractSet[str], now: datetime) -> list[StreamFault]:
    """Return the faults that the stream itself knows. `codes` are the faults found in its samples.

    They are an encoder that has disconnected, and the receiver's own message, such as a wrong stream key. An
    encoder that sends is there, even if a safety delay still holds its video back.
    """
    faults = []
    if stream.state is LiveState.INTERRUPTED and not stream.is_encoder_sending:
        since = stream.gone_at or now
        faults.append(
            StreamFault("disconnected", FaultSeverity.ERROR, since, *describe_fault("disconnected", {}), {})
        )
    is_known = ("keyframe" in stream.fault and "keyframes" in codes) or (
        "no video" in stream.fault and "no_video" in codes
    )
    if stream.fault and stream.is_open and not is_known:
        severity = FaultSeverity.WARNING if "keyframe" in stream.fault else FaultSeverity.ERROR
        faults.append(StreamFault("encoder", severity, now, stream.fault, "", {}))
    return faults


def _apply(rule: _Rule, measured: Sequence[_Reading]) -> StreamFault | None:
    since: datetime | None = None
    bad_since: datetime | None = None
    good_since: datetime | None = None
    for reading in measured:
        bad_since = (bad_since or reading.at) if rule.is_bad(reading) else None
        good_since = (good_since or reading.at) if rule.is_good(reading) else None
        if since is None and bad_since is not None and reading.at - bad_since >= rule.begins_after:
            since = bad_since
        elif since is not None and good_since is not None and reading.at - good_since >= rule.ends_after:
            since = None
    if since is None:
        return None
    values = rule.values(measured[-1])
    return StreamFault(rule.code, rule.severity, since, *describe_fault(rule.code, values), values)


def _measure(samples: Sequence[HealthSample]) -> list[_Reading]:
    if not samples:
        return []
    bitrates = [sample.health.bitrate for sample in samples if sample.health.bitrate]
    typical = median(bitrates[-_TYPICAL_SAMPLES:]) if bitrates else 0.0
    measured = [_Reading(samples[0].at, samples[0].health, typical_bitrate=typical)]
    for previous, current in pairwise(samples):
        frames = max(1.0, previous.health.frame_rate * (current.at - previous.at).total_seconds())
        measured.append(
            _Reading(
                current.at,
                current.health,
                max(0, current.health.dropped_frames - previous.health.dropped_frames) / frames,
                max(0, current.health.late_frames - previous.health.late_frames) / frames,
                _measure_clock(samples[0], current),
                typical,
            )
        )
    return measured


def _measure_clock(first: HealthSample, current: HealthSample) -> float:
    """Return by how many milliseconds a minute the encoder's clock is slow. 0 until it can be measured."""
    minutes = (current.at - first.at).total_seconds() / 60
    drift = current.health.clock_drift_ms - first.health.clock_drift_ms
    return drift / minutes if minutes >= _MIN_CLOCK_MINUTES else 0.0


def _upload_values(reading: _Reading) -> Mapping[str, int]:
    recommended = min(reading.health.bitrate, reading.typical_bitrate) / 1000 * _RECOMMENDED_SHARE
    steps = max(_MIN_RECOMMENDED, int(recommended / _BITRATE_STEP) * _BITRATE_STEP)
    return {"bitrate": round(reading.health.bitrate / 1000), "recommended": steps}


def _has_dropped_bitrate(reading: _Reading) -> bool:
    return reading.health.bitrate < reading.typical_bitrate * _BITRATE_DROP


def _is_louder(level: float | None, limit: float) -> bool:
    return level is not None and level > limit


def _has_quiet_sound(reading: _Reading) -> bool:
    level = reading.health.audio_level_db
    return level is not None and level < _LOW_LEVEL_DB and not reading.health.silent_seconds


def _rules() -> Iterator[_Rule]:
    seconds = timedelta(seconds=1)
    error, warning = FaultSeverity.ERROR, FaultSeverity.WARNING
    yield _Rule(
        "no_data",
        error,
        lambda reading: not reading.is_receiving,
        lambda reading: reading.is_receiving,
        lambda reading: {"seconds": round(reading.health.idle_seconds)},
        hidden_by=(),
        ends_after=0 * seconds,
    )
    yield _Rule(
        "no_video",
        error,
        lambda reading: reading.is_receiving and reading.health.frame_rate == 0,
        lambda reading: reading.has_video,
        begins_after=5 * seconds,
    )
    yield _Rule(
        "black",
        error,
        lambda reading: reading.health.black_seconds >= _MIN_BLACK_SECONDS,
        lambda reading: reading.health.black_seconds == 0,
        lambda reading: {"seconds": round(reading.health.black_seconds)},
        ends_after=3 * seconds,
        hidden_by=("no_data", "no_video"),
    )
    yield _Rule(
        "silent",
        error,
        lambda reading: (
            reading.health.audio_level_db is not None and reading.health.silent_seconds >= _MIN_SILENT_SECONDS
        ),
        lambda reading: reading.health.silent_seconds == 0,
        lambda reading: {"seconds": round(reading.health.silent_seconds)},
        ends_after=3 * seconds,
    )
    yield _Rule(
        "no_audio",
        warning,
        lambda reading: (
            reading.health.audio_level_db is None and reading.health.silent_seconds >= _MIN_SILENT_SECONDS
        ),
        lambda reading: reading.health.audio_level_db is not None,
        hidden_by=("no_data", "silent"),
    )
    yield _Rule(
        "server_busy",
        error,
        lambda reading: reading.health.server_load >= _BUSY,
        lambda reading: reading.health.server_load < _NOT_BUSY,
        lambda reading: {"percent": round(reading.health.server_load * 100)},
        begins_after=20 * seconds,
    )
    yield _Rule(
        "slow_upload",
        error,
        lambda reading: reading.is_receiving and reading.late_share > 0.1,
        lambda reading: reading.late_share == 0,
        _upload_values,
        begins_after=5 * seconds,
        ends_after=20 * seconds,
        hidden_by=("no_data", "server_busy"),
    )
    yield _Rule(
        "low_bitrate",
        warning,
        lambda reading: _has_dropped_bitrate(reading) and reading.dropped_share + reading.late_share > 0,
        lambda reading: not _has_dropped_bitrate(reading),
        _upload_values,
        begins_after=5 * seconds,
        ends_after=20 * seconds,
        hidden_by=("no_data", "slow_upload"),
    )
    yield _Rule(
        "dropped_frames",
        warning,
        lambda reading: reading.dropped_share >= _DROPPED_SHARE,
        lambda reading: reading.dropped_share < _GOOD_DROPPED_SHARE,
        lambda reading: {"percent": max(1, round(reading.dropped_share * 100))},
        begins_after=10 * seconds,
        ends_after=20 * seconds,
        hidden_by=("no_data", "slow_upload", "low_bitrate"),
    )
    yield _Rule(
        "low_frame_rate",
        warning,
        lambda reading: reading.has_video and reading.health.frame_rate < _LOW_FRAME_RATE,
        lambda reading: reading.health.frame_rate > _GOOD_FRAME_RATE,
        lambda reading: {"frame_rate": round(reading.health.frame_rate)},
        begins_after=20 * seconds,
        hidden_by=("no_data", "no_video", "dropped_frames", "low_bitrate"),
    )
    yield _Rule(
        "keyframes",
        warning,
        lambda reading: reading.health.keyframe_interval_ms > MAX_KEYFRAME_INTERVAL_MS,
        lambda reading: 0 < reading.health.keyframe_interval_ms <= MAX_KEYFRAME_INTERVAL_MS,
        lambda reading: {"seconds": round(reading.health.keyframe_interval_ms / 1000)},
        hidden_by=("no_data", "no_video"),
    )
    yield _Rule(
        "low_level",
        warning,
        _has_quiet_sound,
        lambda reading: _is_louder(reading.health.audio_level_db, _GOOD_LEVEL_DB),
        lambda reading: {"level": round(reading.health.audio_level_db or 0)},
        begins_after=60 * seconds,
        hidden_by=("no_data", "silent", "no_audio"),
    )
    yield _Rule(
        "clipping",
        warning,
        lambda reading: _is_louder(reading.health.audio_peak_db, _CLIPPING_DB),
        lambda reading: not _is_louder(reading.health.audio_peak_db, _GOOD_PEAK_DB),
        begins_after=20 * seconds,
        ends_after=20 * seconds,
    )
    yield _Rule(
        "av_drift",
        warning,
        lambda reading: abs(reading.health.av_drift_ms) > _AV_DRIFT_MS,
        lambda reading: abs(reading.health.av_drift_ms) < _GOOD_AV_DRIFT_MS,
        lambda reading: {"ms": reading.health.av_drift_ms},
        begins_after=20 * seconds,
        hidden_by=("no_data", "no_video", "no_audio", "server_busy"),
    )
    yield _Rule(
        "clock",
        warning,
        lambda reading: abs(reading.clock_ms_per_minute) >= _CLOCK_MS_PER_MINUTE,
        lambda reading: abs(reading.clock_ms_per_minute) < _GOOD_CLOCK_MS_PER_MINUTE,
        lambda reading: {"ms": round(reading.clock_ms_per_minute)},
        begins_after=60 * seconds,
        hidden_by=("no_data", "slow_upload", "server_busy"),
    )


_RULES = tuple(_rules())
