"""Tests of one clock for timestamps that jump, restart and pause."""

import pytest

from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from adapters.video.timing.timeline import Timeline

_FRAME_TICKS, _AUDIO_PACKET_TICKS = 3600, 1920


def _feed_timeline(timeline: Timeline, start: int, seconds: int) -> list[tuple[str, int, int]]:
    """Feed interleaved video (25 frames per second) and audio. Returns the stream, the raw and the shifted
    timestamps.
    """
    packets = [("video", start + at) for at in range(0, seconds * TICKS_PER_SECOND, _FRAME_TICKS)]
    packets += [("audio", start + at) for at in range(0, seconds * TICKS_PER_SECOND, _AUDIO_PACKET_TICKS)]
    result = []
    for stream, dts in sorted(packets, key=lambda packet: packet[1]):
        duration = _FRAME_TICKS if stream == "video" else _AUDIO_PACKET_TICKS
        result.append((stream, dts, dts + timeline.shift(stream, dts, duration)))
    return result


def _select_stream(result: list[tuple[str, int, int]], stream: str) -> list[int]:
    return [output_pts for name, _, output_pts in result if name == stream]


def test_the_first_packet_is_at_zero_and_intervals_are_preserved() -> None:
    result = _feed_timeline(Timeline(), 10 * TICKS_PER_SECOND, 2)
    assert _select_stream(result, "video") == list(range(0, 2 * TICKS_PER_SECOND, _FRAME_TICKS))
    assert _select_stream(result, "audio") == list(range(0, 2 * TICKS_PER_SECOND, _AUDIO_PACKET_TICKS))


def test_a_jump_of_an_hour_is_closed() -> None:
    timeline = Timeline()
    _feed_timeline(timeline, 0, 10)
    next_pts = _feed_timeline(timeline, 3610 * TICKS_PER_SECOND, 10)
    assert _select_stream(next_pts, "video")[0] == 10 * TICKS_PER_SECOND
    assert _select_stream(next_pts, "audio")[0] == 10 * TICKS_PER_SECOND
    assert timeline.jump_count == 1


def test_timestamps_that_restart_continue() -> None:
    timeline = Timeline()
    _feed_timeline(timeline, 100 * TICKS_PER_SECOND, 10)
    next_pts = _feed_timeline(timeline, 0, 10)
    assert _select_stream(next_pts, "video") == list(
        range(10 * TICKS_PER_SECOND, 20 * TICKS_PER_SECOND, _FRAME_TICKS)
    )
    assert _select_stream(next_pts, "audio") == list(
        range(10 * TICKS_PER_SECOND, 20 * TICKS_PER_SECOND, _AUDIO_PACKET_TICKS)
    )


def test_a_restart_within_the_first_second_is_detected() -> None:
    timeline = Timeline()
    for number in range(12):
        timeline.shift("video", number * _FRAME_TICKS, _FRAME_TICKS)
    assert timeline.shift("video", 0, _FRAME_TICKS) == 12 * _FRAME_TICKS


@pytest.mark.parametrize("start", [0, 3600 * TICKS_PER_SECOND])
@pytest.mark.parametrize("early", [1920, 5000])
def test_frames_are_contiguous_at_a_restart_that_starts_with_audio(start: int, early: int) -> None:
    timeline = Timeline()
    _feed_timeline(timeline, 100 * TICKS_PER_SECOND, 2)
    timeline.shift("audio", start, _AUDIO_PACKET_TICKS)
    first = start + early
    assert first + timeline.shift("video", first, _FRAME_TICKS) == 2 * TICKS_PER_SECOND
    audio_dts = start + _AUDIO_PACKET_TICKS
    assert first - audio_dts == 2 * TICKS_PER_SECOND - (
        audio_dts + timeline.shift("audio", audio_dts, _AUDIO_PACKET_TICKS)
    )


def test_audio_long_before_the_first_frame_of_a_restart_is_preserved() -> None:
    timeline = Timeline()
    _feed_timeline(timeline, 100 * TICKS_PER_SECOND, 2)
    timeline.shift("audio", 0, _AUDIO_PACKET_TICKS)
    assert timeline.shift("video", TICKS_PER_SECOND, _FRAME_TICKS) >= 2 * TICKS_PER_SECOND


def test_streams_that_jump_one_after_the_other_stay_in_sync() -> None:
    timeline = Timeline()
    _feed_timeline(timeline, 0, 10)
    video = timeline.shift("video", 5000 * TICKS_PER_SECOND, _FRAME_TICKS)
    late = timeline.shift("audio", 10 * TICKS_PER_SECOND, _AUDIO_PACKET_TICKS)
    audio = timeline.shift("audio", 5000 * TICKS_PER_SECOND + 90, _AUDIO_PACKET_TICKS)
    assert video == audio
    assert late == 0


def test_a_gap_of_twenty_seconds_is_preserved() -> None:
    timeline = Timeline()
    _feed_timeline(timeline, 0, 10)
    assert (
        _select_stream(_feed_timeline(timeline, 30 * TICKS_PER_SECOND, 5), "video")[0]
        == 30 * TICKS_PER_SECOND
    )
    assert timeline.jump_count == 0


def test_a_long_pause_of_audio_is_not_a_jump() -> None:
    timeline = Timeline()
    _feed_timeline(timeline, 0, 1)
    for at in range(TICKS_PER_SECOND, 300 * TICKS_PER_SECOND, _FRAME_TICKS):
        timeline.shift("video", at, _FRAME_TICKS)
    assert timeline.shift("audio", 300 * TICKS_PER_SECOND, _AUDIO_PACKET_TICKS) == 0
    assert timeline.jump_count == 0


def test_another_file_follows_regardless_of_its_timestamps() -> None:
    timeline = Timeline()
    _feed_timeline(timeline, 0, 4)
    timeline.start_run()
    next_pts = _feed_timeline(timeline, 4 * TICKS_PER_SECOND + 70, 2)
    assert next_pts[0][2] == 4 * TICKS_PER_SECOND
    assert timeline.jump_count == 0


def test_a_packet_of_unknown_duration_lasts_as_long_as_the_previous_packets() -> None:
    timeline = Timeline()
    for number in range(10):
        timeline.shift("video", number * _FRAME_TICKS)
    timeline.start_run()
    assert timeline.shift("video", 0) == 10 * _FRAME_TICKS


def test_a_32_bit_millisecond_wrap_continues() -> None:
    timeline = Timeline()
    wrap = (1 << 32) * 90
    timeline.shift("video", wrap - 2 * _FRAME_TICKS, _FRAME_TICKS)
    timeline.shift("video", wrap - _FRAME_TICKS, _FRAME_TICKS)
    assert timeline.shift("video", 0, _FRAME_TICKS) == 2 * _FRAME_TICKS
