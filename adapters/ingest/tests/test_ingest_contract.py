"""The contract of every ingest adapter, with a real encoder that publishes by RTMP."""

import signal
from collections.abc import Callable
from pathlib import Path

import av
import psutil
import pytest

from adapters.ingest.tests.conftest import AAC, H264, KEY, TEST_AUDIO, TEST_VIDEO, Publish
from adapters.ingest.tests.polling import wait_until
from touchline.catalog.domain.media.renditions import RenditionName
from touchline.catalog.ports.media.ingest import (
    LOW_BANDWIDTH,
    SOURCE,
    Ingest,
    IngestedSegment,
    IngestEndpoint,
    IngestSession,
    IngestSessionState,
)
from touchline.shared.errors import UnavailableError

StartSession = Callable[[IngestEndpoint], IngestSession]


def has_segments(session: IngestSession, count: int) -> bool:
    return all(len(session.segments(name)) >= count for name in (SOURCE, LOW_BANDWIDTH))


def first_frame(segment: IngestedSegment) -> tuple[float, bool]:
    """Return when the first frame of a segment is shown, and whether it is a keyframe."""
    with av.open(str(segment.path)) as container:
        packet = next(container.demux(container.streams.video[0]))
        assert packet.pts is not None
        return float(packet.pts * packet.time_base), packet.is_keyframe


def first_audio_time(segment: IngestedSegment) -> float:
    """Return when the first audio of a segment is heard."""
    with av.open(str(segment.path)) as container:
        packet = next(container.demux(container.streams.audio[0]))
        assert packet.pts is not None
        return float(packet.pts * packet.time_base)


def test_a_session_waits_until_an_encoder_connects(
    start_session: StartSession, endpoint: IngestEndpoint
) -> None:
    session = start_session(endpoint)
    assert (session.state, session.fault, session.renditions()) == (IngestSessionState.WAITING, "", ())


def test_a_stream_becomes_complete_segments_in_two_renditions(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    start_encoder()
    wait_until(lambda: has_segments(session, 3))
    source, small_rendition = session.renditions()
    assert (source.name, source.width, source.height) == (SOURCE, 320, 180)
    assert (small_rendition.name, small_rendition.width, small_rendition.height) == (LOW_BANDWIDTH, 320, 180)
    assert source.codecs.startswith("avc1.42") and source.codecs.endswith(",mp4a.40.2")
    assert 20_000 < source.bandwidth < 5_000_000
    assert session.state is IngestSessionState.RECEIVING
    assert session.fault == ""
    for a, b in zip(session.segments(SOURCE)[:3], session.segments(LOW_BANDWIDTH)[:3], strict=True):
        assert 900 <= a.duration_ms <= 1100
        assert first_frame(a) == pytest.approx(first_frame(b), abs=0.001)
        assert first_frame(a)[1]


@pytest.mark.nightly
def test_large_video_has_a_small_rendition_for_slow_connections(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    start_encoder("-f", "lavfi", "-i", "testsrc=s=1280x720:r=50", *TEST_AUDIO, *H264, *AAC)
    wait_until(lambda: has_segments(session, 1))
    renditions = {rendition.name: rendition for rendition in session.renditions()}
    source, small_rendition = renditions[SOURCE], renditions[LOW_BANDWIDTH]
    assert (source.width, source.height) == (1280, 720)
    assert (small_rendition.width, small_rendition.height) == (640, 360)
    with av.open(str(session.segments(LOW_BANDWIDTH)[0].path)) as container:
        packets = [item for item in container.demux(container.streams.video[0]) if item.pts is not None]
    seconds = session.segments(LOW_BANDWIDTH)[0].duration_ms / 1000
    assert len(packets) == pytest.approx(seconds * 25, abs=2)


@pytest.mark.quick_cases(1)
def test_renditions_stay_aligned_with_b_frames(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    start_encoder(
        *TEST_VIDEO, *TEST_AUDIO, "-c:v", "libx264", "-bf", "3", "-g", "50", "-pix_fmt", "yuv420p", *AAC
    )
    wait_until(lambda: has_segments(session, 2))
    for a, b in zip(session.segments(SOURCE)[:2], session.segments(LOW_BANDWIDTH)[:2], strict=True):
        assert first_frame(a) == pytest.approx(first_frame(b), abs=0.001)


@pytest.mark.nightly
def test_a_session_starts_where_audio_and_video_start(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    """Otherwise a player would stop at the first frame forever. No frame is lost."""
    session = start_session(endpoint)
    start_encoder(*TEST_AUDIO, "-itsoffset", "1.4", *TEST_VIDEO, *H264, *AAC)
    wait_until(lambda: has_segments(session, 2))
    for name in (SOURCE, LOW_BANDWIDTH):
        first, second = session.segments(name)[:2]
        for segment in (first, second):
            assert first_audio_time(segment) == pytest.approx(first_frame(segment)[0], abs=0.1)
        assert first_frame(first)[0] == pytest.approx(10, abs=0.001)
        assert first_frame(second)[0] - first_frame(first)[0] == pytest.approx(
            first.duration_ms / 1000, abs=0.05
        )
        with av.open(str(first.path)) as container:
            assert len(list(container.decode(video=0))) == pytest.approx(first.duration_ms / 40, abs=1)


def test_a_wrong_key_is_refused_and_the_right_key_is_still_accepted(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    refused = start_encoder(key=KEY[:-1])
    refused.wait()
    assert session.state is IngestSessionState.WAITING
    assert session.segments(SOURCE) == ()
    start_encoder()
    wait_until(lambda: has_segments(session, 1))
    assert session.fault == ""


def test_a_session_ends_when_the_encoder_leaves_and_keeps_its_segments(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    encoder = start_encoder()
    wait_until(lambda: has_segments(session, 2))
    encoder.terminate()
    wait_until(lambda: session.state is IngestSessionState.ENDED)
    assert has_segments(session, 2)
    assert session.fault == ""
    assert all(item.path.stat().st_size for item in session.segments(SOURCE))


def test_an_encoder_that_reconnects_gets_another_session(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    first = start_session(endpoint)
    encoder = start_encoder()
    wait_until(lambda: has_segments(first, 1))
    encoder.kill()
    wait_until(lambda: first.state is IngestSessionState.ENDED)
    second = start_session(endpoint)
    start_encoder()
    wait_until(lambda: has_segments(second, 1))
    assert not set(first.segments(SOURCE)) & set(second.segments(SOURCE))


@pytest.mark.quick_cases(1)
def test_a_stream_without_audio_has_silence(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    start_encoder(*TEST_VIDEO, *H264)
    wait_until(lambda: has_segments(session, 2))
    assert session.fault == ""
    assert all(item.codecs.endswith(",mp4a.40.2") for item in session.renditions())
    for segment in session.segments(SOURCE)[:2]:
        assert first_audio_time(segment) == pytest.approx(first_frame(segment)[0], abs=0.022)


@pytest.mark.nightly
def test_audio_without_video_is_a_fault(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    start_encoder(*TEST_AUDIO, *AAC)
    wait_until(lambda: session.state is IngestSessionState.ENDED)
    assert session.fault == "The encoder sends only audio, no video. Add a video source."


@pytest.mark.quick_cases(1)
def test_a_codec_that_browsers_do_not_play_is_a_fault(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    start_encoder(*TEST_VIDEO, *TEST_AUDIO, "-c:v", "libx264", "-pix_fmt", "yuv422p", "-g", "25", *AAC)
    wait_until(lambda: session.state is IngestSessionState.ENDED)
    assert "High 4:2:2" in session.fault
    assert session.renditions() == () and session.segments(SOURCE) == ()


@pytest.mark.nightly
def test_sparse_keyframes_are_a_fault_but_are_accepted(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    start_encoder(*TEST_VIDEO, *TEST_AUDIO, *H264, "-g", "100", "-sc_threshold", "0", *AAC)
    wait_until(lambda: has_segments(session, 1))
    assert "a keyframe only every 4 s" in session.fault
    assert session.state is IngestSessionState.RECEIVING


def test_a_stalled_encoder_is_idle_until_it_sends_again(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    session = start_session(endpoint)
    assert session.idle_seconds == 0
    encoder = start_encoder()
    wait_until(lambda: has_segments(session, 1))
    wait_until(lambda: session.idle_seconds < 1)
    encoder.send_signal(signal.SIGSTOP)
    wait_until(lambda: session.idle_seconds > 2)
    encoder.send_signal(signal.SIGCONT)
    wait_until(lambda: session.idle_seconds < 1)
    assert session.state is IngestSessionState.RECEIVING


def test_a_waiting_session_makes_the_renditions_that_are_required_of_it(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    """A source of 180 lines would not be encoded in 720 lines otherwise."""
    session = start_session(endpoint)
    session.require_renditions((SOURCE, RenditionName.P720, LOW_BANDWIDTH))
    start_encoder()
    wait_until(lambda: has_segments(session, 1))
    assert {rendition.name for rendition in session.renditions()} == {SOURCE, "720p", LOW_BANDWIDTH}


def test_no_process_is_left_when_a_session_is_closed(
    start_session: StartSession, endpoint: IngestEndpoint, start_encoder: Publish
) -> None:
    before = set(psutil.Process().children(recursive=True))
    session = start_session(endpoint)
    encoder = psutil.Process(start_encoder().pid)
    wait_until(lambda: has_segments(session, 1))
    session.close()
    assert session.state is IngestSessionState.ENDED
    assert set(psutil.Process().children(recursive=True)) - before <= {encoder}
    start_session(endpoint)


def test_a_port_in_use_is_reported(
    ingest: Ingest, start_session: StartSession, endpoint: IngestEndpoint, tmp_path: Path
) -> None:
    if endpoint.port is None:
        assert not ingest.ports
        return
    start_session(endpoint)
    with pytest.raises(UnavailableError, match=f"port {endpoint.port}"):
        ingest.listen(endpoint, tmp_path)
