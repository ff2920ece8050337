"""Legal transport streams that few encoders send: tables of later versions and other programs, frames without
timestamps, and counters that start again."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from pathlib import Path

import pytest

from adapters.ingest.media import transport_stream
from adapters.ingest.media.source_packets import VideoPacket
from adapters.ingest.media.transport_stream import TransportStreamReader
from adapters.ingest.tests.test_transport_stream import EncodeStream, read_stream, receive
from adapters.ingest.tests.test_transport_stream import encode as encode

SIZE = 188
MAP_PID, VIDEO_PID, AUDIO_PID = 0x1000, 0x100, 0x101
"""As ffmpeg chooses them."""
Change = Callable[[bytearray], None]


def split(data: bytes) -> list[bytearray]:
    return [bytearray(data[offset : offset + SIZE]) for offset in range(0, len(data), SIZE)]


def get_pid(packet: bytes | bytearray) -> int:
    return (packet[1] & 0x1F) << 8 | packet[2]


def get_payload_start(packet: bytes | bytearray) -> int:
    return 4 + (1 + packet[4] if packet[3] & 0x20 else 0)


def add_maps(data: bytes, change: Change) -> bytes:
    """Return the stream with a changed copy after each program map."""
    packets = []
    for packet in split(data):
        packets.append(packet)
        if get_pid(packet) == MAP_PID:
            packets.append(bytearray(packet))
            change(packets[-1])
    return b"".join(packets)


def name_next_version(packet: bytearray) -> None:
    """Turn a program map into the one of the future, without streams that exist."""
    packet[10] = packet[10] & 0xFE
    swap_streams(packet)


def name_other_program(packet: bytearray) -> None:
    packet[8:10] = b"\0\x07"
    swap_streams(packet)


def swap_streams(packet: bytearray) -> None:
    for pid in (VIDEO_PID, AUDIO_PID):
        offset = packet.index((0xE000 | pid).to_bytes(2, "big"), 17)
        packet[offset + 1] += 0x60


def without_timestamps(data: bytes, every: int) -> bytes:
    """Return the stream without the timestamps of some frames."""
    packets, count = split(data), 0
    for packet in packets:
        if get_pid(packet) == VIDEO_PID and packet[1] & 0x40:
            count += 1
            start = get_payload_start(packet)
            if count % every == 0:
                packet[start + 7] &= 0x3F
                packet[start + 9 : start + 9 + packet[start + 8]] = b"\xff" * packet[start + 8]
    return b"".join(packets)


@pytest.mark.parametrize("change", [name_next_version, name_other_program])
def test_maps_that_do_not_apply_are_ignored(tmp_path: Path, encode: EncodeStream, change: Change) -> None:
    result = receive(tmp_path, add_maps(encode(), change))
    assert result.seconds == pytest.approx(4, abs=0.06)
    result.assert_in_sync()


def test_frames_without_timestamps_follow_the_previous_ones(tmp_path: Path, encode: EncodeStream) -> None:
    data = encode()
    frames = [len(receive_frames(item)) for item in (data, without_timestamps(data, 3))]
    assert frames[0] == frames[1]
    result = receive(tmp_path, without_timestamps(data, 3))
    assert result.seconds == pytest.approx(4, abs=0.06)
    result.assert_in_sync()


def receive_frames(data: bytes) -> list[VideoPacket]:
    return [item for item in chain.from_iterable(read_stream(data)) if isinstance(item, VideoPacket)]


def test_a_packet_without_end_does_not_fill_the_memory(
    encode: EncodeStream, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(transport_stream, "_MAX_PES_BYTES", 50_000)
    reader = TransportStreamReader()
    for _ in chain.from_iterable(reader.feed(encode())):
        pass
    counter = reader._pes[VIDEO_PID].continuity_counter or 0
    for number in range(1, 2000):
        packet = bytes((0x47, VIDEO_PID >> 8, VIDEO_PID & 0xFF, 0x10 | (counter + number) & 15)) + bytes(184)
        assert not list(reader.feed(packet))
    assert len(reader._pes[VIDEO_PID].data) <= 50_000
