"""The publisher's output: timestamps that continue, restart or run too fast."""

from itertools import pairwise
from pathlib import Path

import pytest

from adapters.ingest.ffmpeg import FfmpegIngest
from adapters.ingest.rtmp.messages import (
    AUDIO,
    CHUNK_SIZE,
    VIDEO,
    ChunkReader,
    write_chunk_size,
    write_message,
)
from adapters.ingest.rtmp.tls import CertificateFiles
from adapters.ingest.tests.certificates import write_certificate
from adapters.ingest.tests.polling import free_port, wait_until
from contracts.media.generated_videos import AAC, COPYABLE_H264, VideoSpec, draw_video
from contracts.nightly.media.publisher import (
    Part,
    RefusedError,
    publish_files,
    schedule_messages,
    start_srt_encoder,
)
from touchline.catalog.ports.media.ingest import SOURCE, IngestEndpoint, IngestSessionState


@pytest.fixture(scope="module")
def flv_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return two seconds at 25 frames per second, with audio."""
    folder = tmp_path_factory.mktemp("film")
    return draw_video(folder / "film.flv", VideoSpec(seconds=2, size="64x36"), *COPYABLE_H264, *AAC)


def get_timestamps(*parts: Part, kind: int = VIDEO) -> list[int]:
    """Return the timestamps of the video or audio messages, in milliseconds."""
    messages = [message for _, message in schedule_messages(parts) if message.kind == kind]
    return [message.timestamp for message in messages if message.body[1] == 1]


def test_the_timestamps_of_a_second_file_continue(flv_file: Path) -> None:
    timestamps = get_timestamps(Part(flv_file), Part(flv_file))
    assert len(timestamps) == 100
    assert {b - a for a, b in pairwise(timestamps)} == {40}


def test_timestamps_may_restart_at_zero(flv_file: Path) -> None:
    timestamps = get_timestamps(Part(flv_file), Part(flv_file, start_ms=0))
    assert timestamps[50:] == timestamps[:50]


def test_video_and_audio_clocks_may_run_five_percent_fast(flv_file: Path) -> None:
    for kind in (VIDEO, AUDIO):
        unchanged, fast_timestamps = (
            get_timestamps(Part(flv_file), kind=kind),
            get_timestamps(Part(flv_file, clock_ratio=1.05), kind=kind),
        )
        assert fast_timestamps == [round(timestamp * 1.05) for timestamp in unchanged]


def test_audio_may_have_its_own_clock(flv_file: Path) -> None:
    other_ratio = Part(flv_file, audio_clock_ratio=1.5)
    assert get_timestamps(other_ratio) == get_timestamps(Part(flv_file))
    assert get_timestamps(other_ratio, kind=AUDIO)[-1] == pytest.approx(
        get_timestamps(Part(flv_file), kind=AUDIO)[-1] * 1.5, abs=1
    )


def test_each_file_is_sent_at_its_speed(flv_file: Path) -> None:
    send_times = [
        send_time
        for send_time, _ in schedule_messages(
            [Part(flv_file), Part(flv_file, clock_ratio=1.05), Part(flv_file, send_speed=2)]
        )
    ]
    assert send_times[-1] == pytest.approx(5, abs=0.1)


@pytest.mark.parametrize("timestamp", [0, 0xFFFFFE, 0xFFFFFF, 0x1000000, (1 << 32) - 1])
@pytest.mark.parametrize("size", [10, CHUNK_SIZE + 1, 3 * CHUNK_SIZE])
def test_a_message_round_trips_with_any_timestamp(timestamp: int, size: int) -> None:
    body = bytes(range(256)) * (size // 256 + 1)
    wire_bytes = write_chunk_size() + 2 * write_message(
        VIDEO, body, stream=1, chunk_stream=6, timestamp=timestamp
    )
    _, *messages = ChunkReader(1 << 20).feed(wire_bytes)
    assert [(message.timestamp, message.stream, message.body) for message in messages] == 2 * [
        (timestamp, 1, body)
    ]


def test_a_wrong_stream_key_is_refused(flv_file: Path, tmp_path: Path) -> None:
    port = free_port()
    ingest, endpoint = (
        FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1"),
        IngestEndpoint("1-rightkey", port),
    )
    session = ingest.listen(endpoint, tmp_path)
    try:
        with pytest.raises(RefusedError):
            list(
                publish_files(
                    ingest.get_server_url(endpoint), "1-wrongkey", [Part(flv_file)], real_time=False
                )
            )
    finally:
        session.close()


@pytest.mark.parametrize("protocol", ["rtmps", "srt"])
def test_files_are_sent_over_encrypted_lines(flv_file: Path, tmp_path: Path, protocol: str) -> None:
    chain, key, port = tmp_path / "chain.pem", tmp_path / "key.pem", free_port()
    write_certificate(chain, key)
    certificate = CertificateFiles(str(chain), str(key))
    ingest = FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1", certificate=certificate)
    endpoint = IngestEndpoint("1-rightkey", port, "a-right-passphrase")
    folder = tmp_path / "stream"
    folder.mkdir()
    session = ingest.listen(endpoint, folder)
    try:
        if protocol == "srt":
            start_srt_encoder(ingest.get_srt_url(endpoint) or "", flv_file).wait()
        else:
            server = ingest.get_server_url(endpoint)
            parts = [Part(flv_file)]
            for _ in publish_files(server, endpoint.stream_key, parts, real_time=False, authority=chain):
                pass
        wait_until(lambda: session.state is IngestSessionState.ENDED)
    finally:
        session.close()
    assert sum(segment.duration_ms for segment in session.segments(SOURCE)) == pytest.approx(2000, abs=50)
