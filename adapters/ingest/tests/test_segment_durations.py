"""The durations in the playlist are those of the media in each segment, whatever an encoder sends."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import av
import numpy as np
import pytest

from adapters.ingest.rtmp.messages import Message
from adapters.ingest.tests.flv_files import read_messages
from adapters.ingest.tests.stream_results import (
    BEEP_AUDIO,
    FLASH_VIDEO,
    VIDEO_CODEC,
    StreamResult,
    read_batches,
)
from adapters.video.tests.conftest import ffmpeg

SECONDS = 12
TOLERANCE = 0.002
"""The playlist has milliseconds, and MPEG-TS has ticks."""
WRAP = 1 << 32
VARIABLE_RATE = ("-vf", "select='not(between(mod(n,25),2,9)*gt(mod(n,3),0))'", "-fps_mode", "vfr")
"""Frames are missing between the flashes, so that the flashes stay where they are."""
SURROUND = ("-c:a", "aac", "-ac", "6", "-b:a", "256k")
Encode = Callable[..., list[Message]]


@pytest.fixture(scope="module")
def encode(tmp_path_factory: pytest.TempPathFactory) -> Encode:
    """Return a function that makes the messages of an encoder. Each combination is encoded once."""
    folder = tmp_path_factory.mktemp("videos")
    encoded: dict[tuple[str, ...], Path] = {}

    def make(*options: str) -> list[Message]:
        if options not in encoded:
            encoded[options] = folder / f"{len(encoded)}.flv"
            ffmpeg(
                *("-f", "lavfi", "-i", FLASH_VIDEO.format(size="160x90"), "-f", "lavfi", "-i", BEEP_AUDIO),
                *("-t", str(SECONDS), *VIDEO_CODEC, "-c:a", "aac", *options, str(encoded[options])),
            )
        return list(read_messages(encoded[options]))

    return make


def shift(messages: Sequence[Message], ms: int) -> list[Message]:
    return [
        Message(message.kind, (message.timestamp + ms) % WRAP, message.stream, message.body)
        for message in messages
    ]


def receive(folder: Path, messages: Sequence[Message]) -> StreamResult:
    folder.mkdir()
    return StreamResult(folder, read_batches(messages), ("source", "360p"))


def measure_segments(result: StreamResult, name: str) -> list[float]:
    """Return the seconds of media in each segment: from its first frame to that of the next one.

    The last one ends with its last frame, which is shown as long as the one before.
    """
    starts, frame_times = [], []
    for path in sorted((result.folder / name).iterdir()):
        with av.open(str(path)) as container:
            frame_times = sorted(
                float(packet.pts * packet.time_base)
                for packet in container.demux(video=0)
                if packet.pts is not None and packet.time_base is not None
            )
        starts.append(frame_times[0])
    end = frame_times[-1] + (frame_times[-1] - frame_times[-2])
    return [after - before for before, after in pairwise([*starts, end])]


def assert_durations_are_true(result: StreamResult, *, last_frame: float = TOLERANCE) -> None:
    """`last_frame` is how far the duration of the last frame may be off, which no timestamp says."""
    for name in ("source", "360p"):
        *measured, last = measure_segments(result, name)
        *written, written_last = [segment.ms / 1000 for segment in result.log.segments]
        assert len(measured) >= 3
        assert measured == pytest.approx(written, abs=TOLERANCE), name
        assert last == pytest.approx(written_last, abs=last_frame), name


def test_durations_are_those_of_the_media(tmp_path: Path, encode: Encode) -> None:
    assert_durations_are_true(receive(tmp_path / "stream", encode()))


def test_a_variable_frame_rate_stays_in_sync_and_has_true_durations(tmp_path: Path, encode: Encode) -> None:
    result = receive(tmp_path / "stream", encode(*VARIABLE_RATE))
    frames = sorted(result.timestamps("source", "video"))
    steps = {round(after - before, 2) for before, after in pairwise(frames)}
    assert len(steps) > 1, "the frame rate is constant"
    result.assert_in_sync()
    assert result.seconds == pytest.approx(SECONDS, abs=0.15)
    assert_durations_are_true(result, last_frame=0.13)


def test_surround_sound_becomes_stereo_in_sync_and_has_true_durations(tmp_path: Path, encode: Encode) -> None:
    result = receive(tmp_path / "stream", encode(*SURROUND))
    with av.open(str(result.concatenate("source"))) as container:
        samples = [frame.to_ndarray() for frame in container.decode(audio=0)]
        assert {frame.shape[0] for frame in samples} == {2}
    assert max(np.abs(frame).max() for frame in samples) > 0.15, "the sound is lost"
    result.assert_in_sync()
    assert_durations_are_true(result)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(
    "ms",
    [
        pytest.param(-6000, id="restart"),
        pytest.param(9000, id="jump"),
        pytest.param(WRAP - 6000 - 3000, id="back-before-zero"),
    ],
)
def test_timestamps_that_jump_leave_true_durations(tmp_path: Path, encode: Encode, ms: int) -> None:
    messages = encode()
    result = receive(tmp_path / "stream", [*messages, *shift(messages, SECONDS * 1000 + ms)])
    assert result.seconds == pytest.approx(2 * SECONDS, abs=0.1)
    assert_durations_are_true(result)


def test_timestamps_that_wrap_leave_true_durations(tmp_path: Path, encode: Encode) -> None:
    result = receive(tmp_path / "stream", shift(encode(), WRAP - 5000))
    assert result.seconds == pytest.approx(SECONDS, abs=0.05)
    result.assert_in_sync()
    assert_durations_are_true(result)
