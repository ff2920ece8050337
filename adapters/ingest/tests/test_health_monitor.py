"""What the receiver measures of real streams: sound level, silence, black picture, preview."""

import io
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import av
import pytest

from adapters.ingest.health.files import PREVIEW_FILE, find_preview, read_health
from adapters.ingest.health.monitor import HealthMonitor
from adapters.ingest.media.flv import MediaReader
from adapters.ingest.media.live_stream import LiveStream
from adapters.ingest.media.source_packets import VideoPacket
from adapters.ingest.stream_log import StreamLogWriter
from adapters.ingest.tests.flv_files import read_messages
from adapters.video.tests.conftest import ffmpeg
from touchline.catalog.domain.media.stream_health import EncoderHealth

PICTURE = "testsrc=s=640x360:r=25"
SINE = "aevalsrc='{level}*sin(2*PI*1000*t)|{level}*sin(2*PI*1000*t)':s=48000"
MINUS_20_DB = 0.1
Receive = Callable[..., EncoderHealth]


@pytest.fixture
def receive(tmp_path: Path) -> Receive:
    """Return a function that receives a generated stream in its own time and returns its last health."""

    def run(
        seconds: int, picture: str = PICTURE, sound: str = "", renditions: Sequence[str] = ("360p",)
    ) -> EncoderHealth:
        file = tmp_path / "stream.flv"
        inputs = ["-f", "lavfi", "-i", picture]
        inputs += ["-f", "lavfi", "-i", sound, "-c:a", "aac", "-b:a", "128k"] if sound else []
        ffmpeg(
            *inputs,
            *("-t", str(seconds), "-c:v", "libx264", "-preset", "ultrafast", "-g", "50", "-bf", "0"),
            *("-sc_threshold", "0", "-pix_fmt", "yuv420p", str(file)),
        )
        now = 0.0
        monitor = HealthMonitor(tmp_path, clock=lambda: now)
        stream = LiveStream(tmp_path, renditions, StreamLogWriter(tmp_path), exactly=False, health=monitor)
        reader = MediaReader()
        for message in read_messages(file):
            now = message.timestamp / 1000
            stream.process(reader.read(message))
        stream.finish()
        health = read_health(tmp_path)
        assert health is not None
        return health

    return run


def test_values_of_a_good_stream_are_those_of_its_encoder(receive: Receive) -> None:
    health = receive(8, sound=SINE.format(level=MINUS_20_DB))
    assert health.frame_rate == pytest.approx(25, abs=0.1)
    assert health.keyframe_interval_ms == 2_000
    assert (health.width, health.height) == (640, 360)
    assert (health.dropped_frames, health.late_frames) == (0, 0)
    assert (health.black_seconds, health.silent_seconds) == (0, 0)
    assert health.bitrate > 50_000


def test_sound_level_is_that_of_the_encoder(receive: Receive) -> None:
    health = receive(6, sound=SINE.format(level=MINUS_20_DB))
    assert health.audio_level_db == pytest.approx(-23, abs=0.5)
    assert health.audio_peak_db == pytest.approx(-20, abs=0.5)


def test_silence_is_counted_from_its_first_second(receive: Receive) -> None:
    health = receive(8, sound="anullsrc=r=48000:cl=stereo")
    assert health.audio_peak_db == -120
    assert health.silent_seconds == pytest.approx(7, abs=1.1)


def test_a_stream_without_audio_has_no_sound_level(receive: Receive) -> None:
    health = receive(6)
    assert health.audio_level_db is None
    assert health.silent_seconds == pytest.approx(5, abs=1.1)


@pytest.mark.parametrize("renditions", [("360p",), ()])
def test_black_is_counted_with_and_without_renditions(receive: Receive, renditions: tuple[str, ...]) -> None:
    assert receive(9, "color=black:s=640x360:r=25", renditions=renditions).black_seconds >= 6
    assert receive(9, "color=0x202020:s=640x360:r=25", renditions=renditions).black_seconds == 0


@pytest.mark.parametrize("renditions", [("360p",), ()])
def test_preview_is_a_small_jpeg(receive: Receive, tmp_path: Path, renditions: tuple[str, ...]) -> None:
    receive(7, "testsrc=s=1280x720:r=25", renditions=renditions)
    preview = find_preview(tmp_path)
    assert preview == tmp_path / PREVIEW_FILE
    container: Any
    with av.open(io.BytesIO(preview.read_bytes()), format="jpeg_pipe") as container:
        frame = next(container.decode(video=0))
    assert (frame.width, frame.height) == (480, 270)
    assert len(preview.read_bytes()) < 60_000


def test_a_stalled_encoder_is_idle_since_its_last_byte(tmp_path: Path) -> None:
    assert read_health(tmp_path) is None
    at = [0.0]
    monitor = HealthMonitor(tmp_path, clock=lambda: at[0], wall_clock=lambda: 1_000.0)
    for _ in range(3):
        monitor.add(VideoPacket(0, 0, True, b"", b"frame"))
        at[0] += 1
    health = read_health(tmp_path)
    assert health is not None and health.idle_seconds > 1_000_000
