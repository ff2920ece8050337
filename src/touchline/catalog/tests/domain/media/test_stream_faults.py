"""Faults of streams: when they begin, when they end, which explain others, and what to change."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from touchline.catalog.domain.ids import LiveStreamId
from touchline.catalog.domain.media.encoder_slots import EncoderState
from touchline.catalog.domain.media.fault_texts import FAULT_CODES
from touchline.catalog.domain.media.live_streams import LiveState, LiveStream
from touchline.catalog.domain.media.stream_faults import FaultSeverity, detect_faults, list_stream_faults
from touchline.catalog.domain.media.stream_health import EncoderHealth, HealthSample
from touchline.catalog.tests.samples import NOON
from touchline.shared.ids import ChannelId, EventId

GOOD = EncoderHealth(
    3_000_000, 30.0, 2_000, audio_level_db=-22.0, audio_peak_db=-9.0, width=1280, height=720, server_load=0.3
)
STEP = timedelta(seconds=10)


def sample(values: Sequence[EncoderHealth], session_number: int = 1) -> list[HealthSample]:
    """Return a sample of each value, ten seconds apart."""
    return [
        HealthSample("primary", session_number, NOON + index * STEP, health)
        for index, health in enumerate(values)
    ]


def find_codes(values: Sequence[EncoderHealth]) -> list[str]:
    """Return the codes of the faults at the time of the last value."""
    return [fault.code for fault in detect_faults(sample(values), NOON + (len(values) - 1) * STEP)]


def count_frames(
    dropped: int = 0, late: int = 0, *, steps: int = 6, bitrate: int = GOOD.bitrate
) -> list[EncoderHealth]:
    """Return good values, then values whose counts grow with each step."""
    growing = [
        replace(GOOD, dropped_frames=dropped * step, late_frames=late * step, bitrate=bitrate)
        for step in range(1, steps + 1)
    ]
    return [GOOD] * 12 + growing


def drift(name: str, per_step: int, steps: int = 36) -> list[EncoderHealth]:
    """Return values of which one grows with each step."""
    return [replace(GOOD, **{name: per_step * step}) for step in range(steps)]


CASES: dict[str, list[EncoderHealth]] = {
    "no_data": [GOOD, replace(GOOD, idle_seconds=4)],
    "no_video": [GOOD] + [replace(GOOD, frame_rate=0)] * 2,
    "black": [GOOD, replace(GOOD, black_seconds=10)],
    "silent": [GOOD, replace(GOOD, audio_level_db=-90, audio_peak_db=-80, silent_seconds=30)],
    "no_audio": [GOOD, replace(GOOD, audio_level_db=None, audio_peak_db=None, silent_seconds=30)],
    "server_busy": [replace(GOOD, server_load=0.97)] * 3,
    "slow_upload": count_frames(late=250, bitrate=800_000),
    "low_bitrate": count_frames(dropped=20, bitrate=800_000),
    "dropped_frames": count_frames(dropped=20),
    "low_frame_rate": [replace(GOOD, frame_rate=10)] * 3,
    "keyframes": [replace(GOOD, keyframe_interval_ms=10_000)],
    "low_level": [replace(GOOD, audio_level_db=-48.0, audio_peak_db=-40.0)] * 7,
    "clipping": [replace(GOOD, audio_peak_db=0.0)] * 3,
    "av_drift": [replace(GOOD, av_drift_ms=-140)] * 3,
    "clock": drift("clock_drift_ms", 15),
}


@pytest.mark.parametrize(("code", "values"), CASES.items())
def test_each_fault_is_found_alone(code: str, values: list[EncoderHealth]) -> None:
    assert find_codes(values) == [code]


def test_every_fault_has_a_case_and_a_text() -> None:
    assert {*CASES, "disconnected"} == FAULT_CODES


def test_a_good_stream_has_no_fault() -> None:
    assert find_codes([GOOD] * 60) == []
    assert detect_faults([], NOON) == []


@pytest.mark.parametrize(
    "values",
    [
        [GOOD, replace(GOOD, idle_seconds=2.5)],
        [GOOD, replace(GOOD, black_seconds=9)],
        [GOOD, replace(GOOD, silent_seconds=29)],
        count_frames(dropped=4),
        count_frames(late=20),
        [GOOD] * 10 + [replace(GOOD, bitrate=800_000)] * 6,
        [replace(GOOD, keyframe_interval_ms=3_400)],
        [replace(GOOD, server_load=0.97), GOOD, replace(GOOD, server_load=0.97)],
        drift("clock_drift_ms", 5),
        [replace(GOOD, av_drift_ms=95)] * 6,
    ],
)
def test_short_or_small_deviations_are_no_faults(values: list[EncoderHealth]) -> None:
    assert find_codes(values) == []


def test_a_fault_ends_once_its_values_have_been_good_for_a_while() -> None:
    loud = replace(GOOD, audio_peak_db=0.0)
    assert find_codes([*[loud] * 3, GOOD, GOOD]) == ["clipping"]
    assert find_codes([*[loud] * 3, GOOD, GOOD, GOOD]) == []


def test_a_value_between_the_limits_changes_nothing() -> None:
    between = replace(GOOD, av_drift_ms=90)
    assert find_codes([*[replace(GOOD, av_drift_ms=140)] * 3, *[between] * 10]) == ["av_drift"]
    assert find_codes([between] * 10) == []


def test_a_cause_hides_its_effects() -> None:
    black_without_data = replace(GOOD, black_seconds=20, idle_seconds=5, frame_rate=0)
    assert find_codes([GOOD, black_without_data]) == ["no_data"]
    slow = count_frames(dropped=30, late=250, bitrate=700_000)
    assert find_codes(slow) == ["slow_upload"]


def test_errors_come_before_warnings() -> None:
    both = replace(GOOD, keyframe_interval_ms=8_000, black_seconds=30)
    assert find_codes([both]) == ["black", "keyframes"]


def test_a_slow_upload_names_a_bitrate_that_fits() -> None:
    (fault,) = detect_faults(sample(CASES["slow_upload"]), NOON + 17 * STEP)
    assert (fault.severity, fault.values) == (FaultSeverity.ERROR, {"bitrate": 800, "recommended": 500})
    assert "800 kbit/s" in fault.message and "500 kbit/s in OBS" in fault.remedy


def test_a_fault_knows_since_when_it_lasts() -> None:
    (fault,) = detect_faults(sample([GOOD, *CASES["av_drift"]]), NOON + 3 * STEP)
    assert fault.since == NOON + STEP


def test_an_encoder_that_is_gone_or_has_returned_has_no_old_faults() -> None:
    faulty = sample([replace(GOOD, black_seconds=30)])
    assert detect_faults(faulty, NOON + timedelta(seconds=26)) == []
    returned = HealthSample("primary", 2, NOON + STEP, GOOD)
    assert detect_faults([*faulty, returned], NOON + STEP) == []


def test_an_encoder_whose_first_video_is_still_held_back_is_not_disconnected() -> None:
    stream = LiveStream(
        LiveStreamId(1), ChannelId(1), EventId(1), state=LiveState.INTERRUPTED, safety_delay_seconds=30
    )
    stream.primary_state = EncoderState.RECEIVING
    assert list_stream_faults(stream, set(), NOON) == []
    stream.primary_state = EncoderState.WAITING
    assert [fault.code for fault in list_stream_faults(stream, set(), NOON)] == ["disconnected"]


def test_the_stream_itself_has_faults() -> None:
    stream = LiveStream(LiveStreamId(1), ChannelId(1), EventId(1), state=LiveState.INTERRUPTED, gone_at=NOON)
    (fault,) = list_stream_faults(stream, set(), NOON + STEP)
    assert (fault.code, fault.since) == ("disconnected", NOON)
    stream.state, stream.fault = (
        LiveState.LIVE,
        "The encoder sends no keyframes. Set its keyframe interval to 2 s.",
    )
    (fault,) = list_stream_faults(stream, set(), NOON)
    assert (fault.code, fault.severity, fault.message) == ("encoder", FaultSeverity.WARNING, stream.fault)
    assert list_stream_faults(stream, {"keyframes"}, NOON) == []
