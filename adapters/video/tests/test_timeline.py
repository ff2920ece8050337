"""One clock for timestamps that jump, restart and pause."""

import pytest

from adapters.video.clock import CLOCK
from adapters.video.timeline import Timeline

_FRAME, _SOUND = 3600, 1920


def _play(timeline: Timeline, begin: int, seconds: int) -> list[tuple[str, int, int]]:
    """Feed interleaved picture (25 a second) and sound; return the stream, raw and placed instants."""
    packets = [("video", begin + at) for at in range(0, seconds * CLOCK, _FRAME)]
    packets += [("audio", begin + at) for at in range(0, seconds * CLOCK, _SOUND)]
    found = []
    for stream, dts in sorted(packets, key=lambda packet: packet[1]):
        lasts = _FRAME if stream == "video" else _SOUND
        found.append((stream, dts, dts + timeline.shift(stream, dts, lasts)))
    return found


def _of(found: list[tuple[str, int, int]], stream: str) -> list[int]:
    return [placed for one, _, placed in found if one == stream]


def test_the_first_packet_is_at_zero_and_distances_are_kept() -> None:
    found = _play(Timeline(), 10 * CLOCK, 2)
    assert _of(found, "video") == list(range(0, 2 * CLOCK, _FRAME))
    assert _of(found, "audio") == list(range(0, 2 * CLOCK, _SOUND))


def test_a_jump_of_an_hour_is_closed() -> None:
    timeline = Timeline()
    _play(timeline, 0, 10)
    later = _play(timeline, 3610 * CLOCK, 10)
    assert _of(later, "video")[0] == 10 * CLOCK
    assert _of(later, "audio")[0] == 10 * CLOCK
    assert timeline.jumps == 1


def test_timestamps_that_restart_go_on() -> None:
    timeline = Timeline()
    _play(timeline, 100 * CLOCK, 10)
    later = _play(timeline, 0, 10)
    assert _of(later, "video") == list(range(10 * CLOCK, 20 * CLOCK, _FRAME))
    assert _of(later, "audio") == list(range(10 * CLOCK, 20 * CLOCK, _SOUND))


def test_a_restart_within_the_first_second_is_one_too() -> None:
    timeline = Timeline()
    for number in range(12):
        timeline.shift("video", number * _FRAME, _FRAME)
    assert timeline.shift("video", 0, _FRAME) == 12 * _FRAME


@pytest.mark.parametrize("begin", [0, 3600 * CLOCK])
@pytest.mark.parametrize("early", [1920, 5000])
def test_the_pictures_of_a_restart_follow_each_other_where_sound_comes_first(begin: int, early: int) -> None:
    timeline = Timeline()
    _play(timeline, 100 * CLOCK, 2)
    timeline.shift("audio", begin, _SOUND)
    first = begin + early
    assert first + timeline.shift("video", first, _FRAME) == 2 * CLOCK
    sound = begin + _SOUND
    assert first - sound == 2 * CLOCK - (sound + timeline.shift("audio", sound, _SOUND))


def test_sound_long_before_the_first_picture_of_a_restart_is_kept() -> None:
    timeline = Timeline()
    _play(timeline, 100 * CLOCK, 2)
    timeline.shift("audio", 0, _SOUND)
    assert timeline.shift("video", CLOCK, _FRAME) >= 2 * CLOCK


def test_streams_that_jump_one_after_the_other_stay_in_sync() -> None:
    timeline = Timeline()
    _play(timeline, 0, 10)
    video = timeline.shift("video", 5000 * CLOCK, _FRAME)
    late = timeline.shift("audio", 10 * CLOCK, _SOUND)
    audio = timeline.shift("audio", 5000 * CLOCK + 90, _SOUND)
    assert video == audio
    assert late == 0


def test_a_hole_of_twenty_seconds_stays() -> None:
    timeline = Timeline()
    _play(timeline, 0, 10)
    assert _of(_play(timeline, 30 * CLOCK, 5), "video")[0] == 30 * CLOCK
    assert timeline.jumps == 0


def test_sound_that_pauses_for_longer_than_a_hole_may_last_is_no_jump() -> None:
    timeline = Timeline()
    _play(timeline, 0, 1)
    for at in range(CLOCK, 300 * CLOCK, _FRAME):
        timeline.shift("video", at, _FRAME)
    assert timeline.shift("audio", 300 * CLOCK, _SOUND) == 0
    assert timeline.jumps == 0


def test_another_file_follows_whatever_its_timestamps_are() -> None:
    timeline = Timeline()
    _play(timeline, 0, 4)
    timeline.begin_run()
    later = _play(timeline, 4 * CLOCK + 70, 2)
    assert later[0][2] == 4 * CLOCK
    assert timeline.jumps == 0


def test_a_packet_of_unknown_length_lasts_as_long_as_those_before_it() -> None:
    timeline = Timeline()
    for number in range(10):
        timeline.shift("video", number * _FRAME)
    timeline.begin_run()
    assert timeline.shift("video", 0) == 10 * _FRAME


def test_a_wrap_of_thirty_two_bits_of_milliseconds_goes_on() -> None:
    timeline = Timeline()
    wrap = (1 << 32) * 90
    timeline.shift("video", wrap - 2 * _FRAME, _FRAME)
    timeline.shift("video", wrap - _FRAME, _FRAME)
    assert timeline.shift("video", 0, _FRAME) == 2 * _FRAME
