"""Sound is copied where it goes on evenly, and encoded where it does not."""

from dataclasses import replace

import pytest

from adapters.video.clock import CLOCK
from adapters.video.copied_sound import copyable
from adapters.video.reel import Reel, Sound

LASTS = 1024 * CLOCK // 48_000
PLAIN, HIGH_EFFICIENCY, SURROUND = b"\xff\xf1\x4c\x80", b"\xff\xf1\x0c\x80", b"\xff\xf1\x4d\x80"
REST = b"\x02\x1f\xfc\x21"


def sounds(count: int, since: int = 0, head: bytes = PLAIN, run: int = 0) -> list[Sound]:
    return [Sound(since + number * LASTS, run, head + REST) for number in range(count)]


def of(row: list[Sound]) -> Reel:
    return Reel(sounds=row)


def test_the_row_begins_one_packet_before_the_range_and_lasts_as_long_as_it() -> None:
    found = copyable(of(sounds(100)), 0, 10 * LASTS + 75, 20 * LASTS)
    assert found is not None
    packets = list(found.packets())
    assert [packet.pts for packet in packets] == [-1064 + 1024 * number for number in range(11)]
    assert packets[-1].pts + packets[-1].duration == 10 * 1024 - 40
    assert {packet.time_base.denominator for packet in packets} == {48_000}


def test_time_stamps_that_are_rounded_are_even_and_such_as_leap_are_not() -> None:
    shaken = [replace(sound, at=sound.at + 400 * (n % 2)) for n, sound in enumerate(sounds(50))]
    assert copyable(of(shaken), 0, 5 * LASTS, 40 * LASTS) is not None
    assert copyable(of(sounds(20) + sounds(30, 21 * LASTS)), 0, 5 * LASTS, 40 * LASTS) is None


@pytest.mark.parametrize(
    "row",
    [
        [],
        sounds(50, head=HIGH_EFFICIENCY),
        sounds(20) + sounds(30, 20 * LASTS, SURROUND),
        [Sound(number * LASTS, 0, b"\0\0\1\xc0") for number in range(50)],
        [replace(sound, coded=sound.coded[:6] + b"\xfd\x21") for sound in sounds(50)],
        [replace(sound, coded=sound.coded[:5]) for sound in sounds(50)],
        sounds(40, 10 * LASTS),
        sounds(30),
        sounds(50, run=1),
    ],
    ids=["none", "efficient", "changes", "not-aac", "several", "cut-off", "late", "early", "elsewhere"],
)
def test_what_is_not_even_or_not_plain_is_encoded(row: list[Sound]) -> None:
    assert copyable(of(row), 0, 5 * LASTS, 40 * LASTS) is None


def test_the_last_packet_of_a_recording_may_end_a_little_before_its_last_picture() -> None:
    found = copyable(of(sounds(39)), 0, 5 * LASTS, 40 * LASTS)
    assert found is not None
    *_, last = found.packets()
    assert last.pts + last.duration == 35 * 1024
