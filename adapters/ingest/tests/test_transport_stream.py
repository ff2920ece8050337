"""MPEG transport streams, as SRT brings them: codecs, several audio tracks, changes and clocks that wrap."""

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, pairwise
from pathlib import Path

import pytest

from adapters.ingest.media.source_packets import AudioPacket, VideoPacket
from adapters.ingest.media.transport_stream import TransportStreamReader
from adapters.ingest.tests.stream_results import BEEP_AUDIO, FLASH_VIDEO, VIDEO_CODEC, StreamResult
from adapters.video.tests.conftest import ffmpeg

AAC = ("-c:a", "aac")
_CHUNK_SIZE = 1316 * 3 + 7
_PACKET_SIZE = 188
EncodeStream = Callable[..., bytes]


@pytest.fixture(scope="module")
def encode(tmp_path_factory: pytest.TempPathFactory) -> EncodeStream:
    """Return `encode(*codecs, seconds=…, size=…, tracks=…)`, which returns a transport stream."""
    folder = tmp_path_factory.mktemp("transport")

    def encode_stream(*codecs: str, seconds: int = 4, size: str = "160x90", tracks: int = 1) -> bytes:
        path = folder / "stream.ts"
        audio = ("-f", "lavfi", "-i", BEEP_AUDIO) if tracks else ()
        maps = ("-map", "0:v", *(("-map", "1:a") * tracks))
        ffmpeg(
            *("-f", "lavfi", "-i", FLASH_VIDEO.format(size=size), *audio, *maps, "-t", str(seconds)),
            *(*VIDEO_CODEC, *(codecs or AAC), str(path)),
        )
        return path.read_bytes()

    return encode_stream


def read_stream(*streams: bytes) -> Iterator[Iterable[VideoPacket | AudioPacket]]:
    """Yield the packets of transport streams that arrive one after another on one connection."""
    reader = TransportStreamReader()
    data = b"".join(streams)
    for offset in range(0, len(data), _CHUNK_SIZE):
        yield from reader.feed(data[offset : offset + _CHUNK_SIZE])
    yield from reader.finish()


def receive(folder: Path, *streams: bytes) -> StreamResult:
    return StreamResult(folder, read_stream(*streams), ("source",))


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize(
    "audio",
    [
        AAC,
        ("-c:a", "ac3", "-ac", "6"),
        ("-c:a", "mp2", "-ar", "44100", "-ac", "1"),
        ("-c:a", "libopus"),
        ("-c:a", "eac3"),
        ("-c:a", "libmp3lame"),
        (*AAC, "-mpegts_flags", "latm"),
        (*AAC, "-bf", "3"),
    ],
)
def test_any_audio_of_a_transport_stream_stays_in_sync(
    tmp_path: Path, encode: EncodeStream, audio: tuple[str, ...]
) -> None:
    result = receive(tmp_path, encode(*audio))
    assert (result.log.rejection, result.log.fault) == ("", "")
    assert result.seconds == pytest.approx(4, abs=0.06)
    result.assert_in_sync()


def test_all_audio_tracks_are_kept_and_in_sync(tmp_path: Path, encode: EncodeStream) -> None:
    data = encode(*AAC, tracks=3)
    packets = list(chain.from_iterable(read_stream(data)))
    tracks = [packet.track for packet in packets if isinstance(packet, AudioPacket)]
    assert {tracks.count(track) for track in (0, 1, 2)} == {tracks.count(0)}
    result = receive(tmp_path, data)
    assert list(result.log.renditions) == ["source", "audio2", "audio3"]
    result.assert_in_sync()


def test_audio_that_begins_later_is_not_lost(tmp_path: Path, encode: EncodeStream) -> None:
    result = receive(tmp_path, encode(tracks=0), encode(*AAC, "-output_ts_offset", "4"))
    assert result.seconds == pytest.approx(8, abs=0.1)
    result.assert_in_sync(is_silent=lambda timestamp: timestamp < 4)


@pytest.mark.nightly
def test_another_size_and_other_packet_identifiers_go_on(tmp_path: Path, encode: EncodeStream) -> None:
    turned = encode(*AAC, "-mpegts_start_pid", "600", "-output_ts_offset", "4", size="90x160")
    result = receive(tmp_path, encode(), turned)
    assert result.seconds == pytest.approx(8, abs=0.1)
    assert [segment.is_discontinuity for segment in result.log.segments].count(True) == 1
    assert (result.log.renditions["source"].width, result.log.renditions["source"].height) == (90, 160)
    result.assert_in_sync()


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("offset", ["95441.7", "0", "3600"])
def test_a_clock_that_wraps_restarts_or_jumps_leaves_no_gap(
    tmp_path: Path, encode: EncodeStream, offset: str
) -> None:
    """The clock of 33 bits wraps after 95,443.7 s."""
    first = encode(*AAC, "-output_ts_offset", "95441.7")
    streams = (first,) if offset == "95441.7" else (encode(), encode(*AAC, "-output_ts_offset", offset))
    result = receive(tmp_path, *streams)
    assert result.seconds == pytest.approx(4 * len(streams), abs=0.1)
    assert max(b - a for a, b in pairwise(sorted(result.timestamps("source", "video")))) < 0.1
    result.assert_in_sync()


def test_frames_with_a_lost_packet_are_left_out(encode: EncodeStream) -> None:
    data = encode()
    hole = len(data) // 2 // _PACKET_SIZE * _PACKET_SIZE
    packets = [
        len(list(chain.from_iterable(read_stream(item))))
        for item in (data, data[:hole] + data[hole + _PACKET_SIZE :])
    ]
    assert 0 < packets[0] - packets[1] <= 10


def test_a_table_without_content_is_ignored() -> None:
    table = b"\x47\x40\x00\x10\x00\x00\x00\x01" + bytes(180)
    assert not list(chain.from_iterable(read_stream(table)))


def test_bytes_that_are_no_transport_stream_yield_nothing() -> None:
    assert not list(chain.from_iterable(read_stream(bytes(range(256)) * 40)))
