"""Several audio tracks of an encoder: a tone for each, found again in its rendition."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from adapters.ingest.media.flv import MediaReader
from adapters.ingest.media.live_stream import LiveStream
from adapters.ingest.media.source_packets import AudioPacket, VideoPacket
from adapters.ingest.media.transport_stream import TransportStreamReader
from adapters.ingest.stream_log import StreamLogReader, StreamLogWriter
from adapters.ingest.tests.flv_files import read_messages
from adapters.ingest.tests.stream_results import FLASH_VIDEO, VIDEO_CODEC
from adapters.video.tests.conftest import ffmpeg

TONES = (440, 1320, 2640)
"""The tones of the tracks, in Hz."""
MAIN, SECOND, THIRD = TONES
SECONDS = 6
Packet = VideoPacket | AudioPacket
Encode = Callable[..., list[Packet]]


@pytest.fixture(scope="module")
def encode(tmp_path_factory: pytest.TempPathFactory) -> Encode:
    """Return `encode(track_count, languages=…, suffix=…)`, which returns the packets of an encoder."""
    folder = tmp_path_factory.mktemp("tracks")

    def encode_packets(
        track_count: int = 2, languages: Sequence[str] = (), suffix: str = "ts"
    ) -> list[Packet]:
        path = folder / f"stream.{suffix}"
        inputs = [f"sine=frequency={tone}:sample_rate=48000" for tone in TONES[:track_count]]
        labels = [("-metadata:s:a:" + str(track), f"language={name}") for track, name in enumerate(languages)]
        ffmpeg(
            *("-f", "lavfi", "-i", FLASH_VIDEO.format(size="160x90")),
            *(word for graph in inputs for word in ("-f", "lavfi", "-i", graph)),
            *(word for number in range(track_count + 1) for word in ("-map", str(number))),
            *(word for label in labels for word in label),
            *("-t", str(SECONDS), *VIDEO_CODEC, "-c:a", "aac", str(path)),
        )
        if suffix == "flv":
            media_reader = MediaReader()
            return [packet for message in read_messages(path) for packet in media_reader.read(message)]
        reader = TransportStreamReader()
        batches = [*reader.feed(path.read_bytes()), *reader.finish()]
        return [packet for batch in batches for packet in batch]

    return encode_packets


class ReceivedTracks:
    """What the receiver makes of packets."""

    def __init__(
        self, folder: Path, packets: Iterable[Packet], renditions: Sequence[str], *, exactly: bool
    ) -> None:
        self._folder = folder
        stream = LiveStream(folder, renditions, StreamLogWriter(folder), exactly=exactly)
        for packet in packets:
            assert stream.process([packet])
        stream.finish()
        self.log = StreamLogReader(folder)
        self.log.read()

    def read_tones(self, rendition: str) -> list[int]:
        """Return the tone of each segment in its middle, in Hz. 0 is silence."""
        return [self._read_tone(path) for path in sorted((self._folder / rendition).iterdir())]

    def _read_tone(self, path: Path) -> int:
        with av.open(str(path)) as container:
            frames = [frame.to_ndarray()[0] for frame in container.decode(audio=0)]
        samples = np.concatenate(frames)[24_000:48_000]
        return find_tone(samples)

    def read_timestamps(self, rendition: str) -> list[int]:
        """Return the timestamps of the audio packets, in ticks."""
        result: list[int] = []
        for path in sorted((self._folder / rendition).iterdir()):
            with av.open(str(path)) as container:
                packets = container.demux(container.streams.audio[0])
                result += [packet.pts for packet in packets if packet.pts is not None]
        return result


def find_tone(samples: np.ndarray) -> int:
    """Return the loudest frequency in Hz, to the next tone of the test. 0 is silence."""
    if np.abs(samples).max() < 0.01:
        return 0
    frequency = float(np.abs(np.fft.rfft(samples)).argmax()) * 48_000 / len(samples)
    return min(TONES, key=lambda tone: abs(tone - frequency))


Receive = Callable[..., ReceivedTracks]


@pytest.fixture
def receive(tmp_path: Path) -> Receive:
    """Return `receive(packets, renditions=…, exactly=…)`."""

    def receive_packets(
        packets: Iterable[Packet], renditions: Sequence[str] = ("source", "audio"), *, exactly: bool = False
    ) -> ReceivedTracks:
        folder = tmp_path / "stream"
        folder.mkdir()
        return ReceivedTracks(folder, packets, renditions, exactly=exactly)

    return receive_packets


def without(
    packets: Iterable[Packet], track: int, *, start_ms: int = -1000, end_ms: int = 1 << 40
) -> list[Packet]:
    """Return the packets without those of a track between two times."""
    first = next(packet.dts for packet in packets if isinstance(packet, VideoPacket))
    return [
        packet
        for packet in packets
        if not isinstance(packet, AudioPacket)
        or packet.track != track
        or not start_ms <= packet.dts - first < end_ms
    ]


def test_each_track_is_a_rendition_and_the_main_one_is_in_the_video(encode: Encode, receive: Receive) -> None:
    result = receive(encode(3))
    assert list(result.log.renditions) == ["source", "audio", "audio2", "audio3"]
    for name, tone in {"source": MAIN, "audio": MAIN, "audio2": SECOND, "audio3": THIRD}.items():
        assert result.read_tones(name) == [tone] * 3


def test_tracks_of_enhanced_rtmp_are_renditions(encode: Encode, receive: Receive) -> None:
    result = receive(encode(3, suffix="flv"))
    assert list(result.log.renditions) == ["source", "audio", "audio2", "audio3"]
    for name, tone in {"source": MAIN, "audio2": SECOND, "audio3": THIRD}.items():
        assert result.read_tones(name) == [tone] * 3


def test_all_tracks_have_the_same_timestamps(encode: Encode, receive: Receive) -> None:
    result = receive(encode())
    assert result.read_timestamps("audio2") == result.read_timestamps("source")
    assert all(later - earlier == 1920 for earlier, later in pairwise(result.read_timestamps("audio2")))


def test_languages_of_the_tracks_are_logged(encode: Encode, receive: Receive) -> None:
    result = receive(encode(languages=("eng", "fra")))
    assert [item.language for item in result.log.renditions.values()] == ["eng", "", "fra"]


def test_a_track_that_stops_is_silent_and_delays_nothing(encode: Encode, receive: Receive) -> None:
    result = receive(without(encode(), 1, start_ms=2000))
    assert result.read_tones("audio2") == [SECOND, 0, 0]
    assert result.read_tones("source") == [MAIN] * 3
    assert result.read_timestamps("audio2") == result.read_timestamps("source")


def test_a_track_that_begins_in_mid_stream_is_left_out(encode: Encode, receive: Receive) -> None:
    result = receive(without(encode(), 1, end_ms=4200))
    assert list(result.log.renditions) == ["source", "audio"]
    assert result.read_tones("source") == [MAIN] * 3


def test_a_required_track_that_the_encoder_does_not_send_has_the_main_audio(
    encode: Encode, receive: Receive
) -> None:
    result = receive(encode(1), ("source", "audio2"), exactly=True)
    assert result.read_tones("audio2") == [MAIN] * 3
    assert result.read_timestamps("audio2") == result.read_timestamps("source")


def test_a_required_track_replaces_the_main_audio_when_it_begins(encode: Encode, receive: Receive) -> None:
    result = receive(without(encode(), 1, end_ms=3900), ("source", "audio2"), exactly=True)
    assert result.read_tones("audio2") == [MAIN, MAIN, SECOND]
    assert result.read_timestamps("audio2") == result.read_timestamps("source")


def test_tracks_that_no_viewer_can_get_are_left_out(encode: Encode, receive: Receive) -> None:
    result = receive(encode(3), ("source", "audio3"), exactly=True)
    assert list(result.log.renditions) == ["source", "audio3"]
    assert result.read_tones("audio3") == [THIRD] * 3


def test_streams_with_several_tracks_have_no_parts(encode: Encode, receive: Receive) -> None:
    assert receive(encode()).log.take_parts() == []


def test_a_pause_of_the_video_keeps_the_tracks(encode: Encode, receive: Receive) -> None:
    packets = encode()
    later = [_shift(packet, 20_000) for packet in packets]
    result = receive([*packets, *without(later, 1)])
    assert result.read_tones("audio2") == [SECOND] * 3 + [0] * 3
    assert result.read_timestamps("audio2") == result.read_timestamps("source")


def _shift(packet: Packet, ms: int) -> Packet:
    if isinstance(packet, AudioPacket):
        return AudioPacket(packet.dts + ms, packet.format, packet.data, packet.track, packet.language)
    return VideoPacket(
        packet.dts + ms, packet.pts + ms, packet.is_keyframe, packet.configuration, packet.data, packet.codec
    )
