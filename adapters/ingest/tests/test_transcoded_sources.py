"""Video that browsers cannot play, or with keyframes far apart: refused, or encoded again by a setting."""

from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import av
import pytest

from adapters.ingest.tests.flv_files import read_messages
from adapters.ingest.tests.stream_results import (
    BEEP_AUDIO,
    FLASH_VIDEO,
    VIDEO_CODEC,
    StreamResult,
    read_batches,
)
from adapters.video.tests.conftest import ffmpeg

HEVC = ("-c:v", "libx265", "-preset", "ultrafast", "-x265-params", "log-level=none:keyint=50")
VP9 = ("-c:v", "libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-g", "50")
AV1 = ("-c:v", "libaom-av1", "-usage", "realtime", "-cpu-used", "8", "-g", "50", "-pix_fmt", "yuv420p")
HIGH_10 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p10le", "-g", "50")
HIGH_422 = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv422p", "-g", "50")
LONG_GOP = (*VIDEO_CODEC, "-g", "250", "-bf", "2", "-sc_threshold", "0")
Receive = Callable[..., StreamResult]


@pytest.fixture
def receive(tmp_path: Path) -> Receive:
    """Return `receive(codec, transcodes=…, seconds=…)`, which receives such a stream."""

    def receive_encoded(codec: tuple[str, ...], *, transcodes: bool, seconds: int = 5) -> StreamResult:
        source, folder = tmp_path / "source.flv", tmp_path / "stream"
        folder.mkdir()
        ffmpeg(
            *("-f", "lavfi", "-i", FLASH_VIDEO.format(size="160x90"), "-f", "lavfi", "-i", BEEP_AUDIO),
            *("-t", str(seconds), *codec, "-c:a", "aac", str(source)),
        )
        return StreamResult(folder, read_batches(read_messages(source)), ("source",), transcodes=transcodes)

    return receive_encoded


def keyframe_distances(result: StreamResult) -> list[float]:
    """Return the seconds between the keyframes of the source rendition."""
    with av.open(str(result.concatenate("source"))) as container:
        times = [
            float(packet.pts * packet.time_base)
            for packet in container.demux(video=0)
            if packet.is_keyframe and packet.pts is not None
        ]
    return [b - a for a, b in pairwise(times)]


@pytest.mark.quick_cases(2)
@pytest.mark.parametrize("codec", [HEVC, HIGH_422, HIGH_10, VP9, AV1])
def test_video_that_browsers_cannot_play_is_encoded_again_in_sync(
    receive: Receive, codec: tuple[str, ...]
) -> None:
    result = receive(codec, transcodes=True)
    assert (result.log.rejection, result.log.fault) == ("", "")
    assert result.log.renditions["source"].codecs.startswith("avc1.6400")
    assert result.seconds == pytest.approx(5, abs=0.05)
    assert keyframe_distances(result) == pytest.approx([2, 2], abs=0.05)
    result.assert_in_sync()


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("codec", "name"), [(HEVC, "H.265 (HEVC)"), (VP9, "VP9"), (AV1, "AV1")])
def test_other_codecs_are_refused_without_the_setting(
    receive: Receive, codec: tuple[str, ...], name: str
) -> None:
    result = receive(codec, transcodes=False)
    assert result.log.rejection == f"The encoder sends {name} video. Set it to H.264."
    assert not result.log.segments


def test_keyframes_ten_seconds_apart_are_encoded_again_from_the_second_one_on(receive: Receive) -> None:
    result = receive(LONG_GOP, transcodes=True, seconds=16)
    assert result.log.fault == ""
    assert result.seconds == pytest.approx(16, abs=0.05)
    assert keyframe_distances(result) == pytest.approx([10, 2, 2], abs=0.05)
    assert [segment.is_discontinuity for segment in result.log.segments].count(True) == 1
    result.assert_in_sync()


@pytest.mark.nightly
def test_keyframes_ten_seconds_apart_are_a_fault_without_the_setting(receive: Receive) -> None:
    result = receive(LONG_GOP, transcodes=False, seconds=16)
    assert "a keyframe only every 10 s" in result.log.fault
    assert max(segment.ms for segment in result.log.segments) < 4500
    result.assert_in_sync()
