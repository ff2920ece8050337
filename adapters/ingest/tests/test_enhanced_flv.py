"""Enhanced RTMP: codecs by name, tracks in one message, and modified timestamps."""

import pytest

from adapters.ingest.media.flv import MediaReader
from adapters.ingest.media.source_packets import AudioPacket, UnsupportedVideoCodecError, VideoPacket
from adapters.ingest.rtmp.messages import AUDIO, VIDEO, Message

SEQUENCE_HEADER, FRAMES, FRAMES_X = 0, 1, 3
MULTITRACK, EXTENDED_AUDIO, KEYFRAME = 5, 0x90, 0x90


def sized(data: bytes) -> bytes:
    return len(data).to_bytes(3, "big") + data


def read(*bodies: bytes, kind: int = AUDIO) -> list[VideoPacket | AudioPacket]:
    reader = MediaReader()
    return [packet for body in bodies for packet in reader.read(Message(kind, 40, 1, body))]


def audio(packet_type: int, rest: bytes) -> bytes:
    return bytes((EXTENDED_AUDIO | packet_type,)) + rest


def test_audio_by_name_is_track_0() -> None:
    packets = read(audio(SEQUENCE_HEADER, b"mp4a\x11\x90"), audio(FRAMES, b"mp4asound"))
    assert [
        (item.track, item.format.configuration, item.data)
        for item in packets
        if isinstance(item, AudioPacket)
    ] == [(0, b"\x11\x90", b"sound")]


def test_tracks_of_one_codec_keep_their_numbers_and_configurations() -> None:
    header = b"\x10mp4a" + b"\0" + sized(b"\x11\x90") + b"\1" + sized(b"\x12\x10")
    frames = b"\x11mp4a" + b"\0" + sized(b"home") + b"\1" + sized(b"away")
    packets = read(audio(MULTITRACK, header), audio(MULTITRACK, frames))
    assert [
        (item.track, item.format.configuration, item.data)
        for item in packets
        if isinstance(item, AudioPacket)
    ] == [
        (0, b"\x11\x90", b"home"),
        (1, b"\x12\x10", b"away"),
    ]


def test_each_track_may_have_its_own_codec() -> None:
    frames = b"\x21" + b"mp4a\0" + sized(b"home") + b"Opus\2" + sized(b"away")
    packets = read(audio(MULTITRACK, frames))
    assert [(item.track, item.format.codec) for item in packets if isinstance(item, AudioPacket)] == [
        (0, "aac"),
        (2, "opus"),
    ]


def test_a_single_track_has_no_size() -> None:
    packets = read(audio(MULTITRACK, b"\x01mp4a\3natural"))
    assert [(item.track, item.data) for item in packets if isinstance(item, AudioPacket)] == [(3, b"natural")]


def test_a_modifier_before_the_codec_is_skipped() -> None:
    packets = read(audio(7, b"\x02\1\2\3" + b"\x01" + b"mp4asound"))
    assert [item.data for item in packets] == [b"sound"]


def test_hevc_has_its_codec_and_composition_time() -> None:
    start = bytes((KEYFRAME | SEQUENCE_HEADER,)) + b"hvc1configuration"
    frame = bytes((KEYFRAME | FRAMES,)) + b"hvc1\0\0\x28picture"
    (packet,) = read(start, frame, kind=VIDEO)
    assert isinstance(packet, VideoPacket)
    assert (packet.codec, packet.configuration, packet.data) == ("hevc", b"configuration", b"picture")
    assert (packet.dts, packet.pts) == (40, 80)


def test_av1_has_no_composition_time() -> None:
    (packet,) = read(bytes((KEYFRAME | FRAMES,)) + b"av01picture", kind=VIDEO)
    assert packet.data == b"picture"


def test_a_name_that_nobody_knows_is_refused() -> None:
    with pytest.raises(UnsupportedVideoCodecError, match="vvc1"):
        read(bytes((KEYFRAME | FRAMES_X,)) + b"vvc1picture", kind=VIDEO)


@pytest.mark.parametrize("length", range(13))
def test_messages_that_end_too_early_are_ignored(length: int) -> None:
    message = b"\x11mp4a" + b"\0" + sized(b"home")
    assert read(audio(MULTITRACK, message[:length])) == []
    assert len(read(audio(MULTITRACK, message))) == 1
