"""Tests that audio is copied if it is continuous, and encoded otherwise."""

from dataclasses import replace

import pytest

from adapters.video.cutting.copied_audio import find_copyable_audio
from adapters.video.cutting.segment_index import IndexedAudioPacket, SegmentIndex
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

PACKET_TICKS = 1024 * TICKS_PER_SECOND // 48_000
AAC_LC_HEADER, HE_AAC_HEADER, SURROUND_HEADER = b"\xff\xf1\x4c\x80", b"\xff\xf1\x0c\x80", b"\xff\xf1\x4d\x80"
HEADER_REST = b"\x02\x1f\xfc\x21"


def create_packets(
    count: int, start: int = 0, header: bytes = AAC_LC_HEADER, run: int = 0
) -> list[IndexedAudioPacket]:
    return [
        IndexedAudioPacket(start + number * PACKET_TICKS, run, header + HEADER_REST)
        for number in range(count)
    ]


def create_index(packets: list[IndexedAudioPacket]) -> SegmentIndex:
    return SegmentIndex(audio_packets=packets)


def test_copied_audio_starts_one_packet_before_the_range_and_has_its_length() -> None:
    result = find_copyable_audio(
        create_index(create_packets(100)), 0, 10 * PACKET_TICKS + 75, 20 * PACKET_TICKS
    )
    assert result is not None
    packets = list(result.mux_packets())
    assert [packet.pts for packet in packets] == [-1064 + 1024 * number for number in range(11)]
    assert packets[-1].pts + packets[-1].duration == 10 * 1024 - 40
    assert {packet.time_base.denominator for packet in packets} == {48_000}


def test_rounded_timestamps_are_copied_and_jumps_are_not() -> None:
    jittered = [replace(audio, pts=audio.pts + 400 * (n % 2)) for n, audio in enumerate(create_packets(50))]
    assert find_copyable_audio(create_index(jittered), 0, 5 * PACKET_TICKS, 40 * PACKET_TICKS) is not None
    assert (
        find_copyable_audio(
            create_index(create_packets(20) + create_packets(30, 21 * PACKET_TICKS)),
            0,
            5 * PACKET_TICKS,
            40 * PACKET_TICKS,
        )
        is None
    )


@pytest.mark.parametrize(
    "packets",
    [
        [],
        create_packets(50, header=HE_AAC_HEADER),
        create_packets(20) + create_packets(30, 20 * PACKET_TICKS, SURROUND_HEADER),
        [IndexedAudioPacket(number * PACKET_TICKS, 0, b"\0\0\1\xc0") for number in range(50)],
        [replace(audio, data=audio.data[:6] + b"\xfd\x21") for audio in create_packets(50)],
        [replace(audio, data=audio.data[:5]) for audio in create_packets(50)],
        create_packets(40, 10 * PACKET_TICKS),
        create_packets(30),
        create_packets(50, run=1),
    ],
    ids=["none", "efficient", "changes", "not-aac", "several", "cut-off", "late", "early", "elsewhere"],
)
def test_irregular_or_non_lc_audio_is_encoded(packets: list[IndexedAudioPacket]) -> None:
    assert find_copyable_audio(create_index(packets), 0, 5 * PACKET_TICKS, 40 * PACKET_TICKS) is None


def test_the_last_packet_may_end_slightly_before_the_last_frame() -> None:
    result = find_copyable_audio(create_index(create_packets(39)), 0, 5 * PACKET_TICKS, 40 * PACKET_TICKS)
    assert result is not None
    *_, last = result.mux_packets()
    assert last.pts + last.duration == 35 * 1024
