"""Streams with changing audio, size or timestamps: one audio track, one timeline.

Each second has a flash and a beep, so sync and gaps are measured in the output.
"""

from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from adapters.ingest.rtmp.messages import AUDIO, VIDEO, Message
from adapters.ingest.tests.flv_files import read_messages
from adapters.ingest.tests.stream_results import (
    BEEP_AUDIO,
    FLASH_VIDEO,
    MAX_OFFSET,
    VIDEO_CODEC,
    StreamResult,
    read_batches,
)
from adapters.video.tests.captioned_video import caption_every_two_seconds
from adapters.video.tests.captioned_video import write_captions as write_captions
from adapters.video.tests.conftest import ffmpeg

EncodeMessages = Callable[..., list[Message]]


@pytest.fixture(scope="module")
def encode_messages(tmp_path_factory: pytest.TempPathFactory) -> EncodeMessages:
    """Return a function that creates an encoder's messages. Each combination is encoded once.

    `encode_messages(seconds, size=…, audio=…, keyframe_interval=…)`
    """
    encoded: dict[object, Path] = {}
    folder = tmp_path_factory.mktemp("videos")

    def encode(
        seconds: int = 6,
        *,
        size: str = "160x90",
        audio: bool = True,
        keyframe_interval: int = 50,
        options: Iterable[str] = (),
    ) -> list[Message]:
        key = (seconds, size, audio, keyframe_interval, tuple(options))
        if key not in encoded:
            encoded[key] = folder / f"{len(encoded)}.flv"
            audio_input = ("-f", "lavfi", "-i", BEEP_AUDIO, "-c:a", "aac", "-b:a", "64k") if audio else ()
            ffmpeg(
                *("-f", "lavfi", "-i", FLASH_VIDEO.format(size=size), *audio_input, "-t", str(seconds)),
                *VIDEO_CODEC,
                *("-g", str(keyframe_interval), *options, str(encoded[key])),
            )
        return list(read_messages(encoded[key]))

    return encode


def shift_timestamps(messages: Iterable[Message], ms: int) -> list[Message]:
    """Return the messages with shifted timestamps, which wrap as in RTMP."""
    return [
        Message(message.kind, (message.timestamp + ms) % (1 << 32), message.stream, message.body)
        for message in messages
    ]


@pytest.fixture
def receive_stream(tmp_path: Path) -> Iterator[Callable[..., StreamResult]]:
    """Yield `receive(messages, more_messages, …)`, which receives messages as one encoder's stream."""

    def receive(
        *message_groups: Iterable[Message],
        renditions: tuple[str, ...] = ("source", "360p"),
        transcodes: bool = False,
    ) -> StreamResult:
        folder = tmp_path / "stream"
        folder.mkdir()
        return StreamResult(folder, read_batches(*message_groups), renditions, transcodes=transcodes)

    yield receive


@pytest.mark.nightly
def test_audio_that_stops_and_resumes_is_silent_in_between(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(
        encode_messages(),
        shift_timestamps(encode_messages(audio=False), 6000),
        shift_timestamps(encode_messages(), 12_000),
    )
    assert result.seconds == pytest.approx(18, abs=0.05)
    result.assert_in_sync(is_silent=lambda timestamp: 6 < timestamp < 12)


@pytest.mark.nightly
def test_audio_that_starts_late_stays_in_sync(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(encode_messages(audio=False), shift_timestamps(encode_messages(), 6000))
    result.assert_in_sync(is_silent=lambda timestamp: timestamp < 6)


def test_a_stream_without_audio_has_a_silent_track(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(encode_messages(audio=False))
    result.assert_in_sync(is_silent=lambda timestamp: True)
    assert all(rendition.codecs.endswith(",mp4a.40.2") for rendition in result.log.renditions.values())


@pytest.mark.nightly
@pytest.mark.parametrize("codec", [("libmp3lame", "44100"), ("pcm_alaw", "8000"), ("pcm_s16le", "44100")])
def test_audio_in_another_format_becomes_aac(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages, codec: tuple[str, str]
) -> None:
    name, rate = codec
    other = encode_messages(options=("-c:a", name, "-ar", rate, "-ac", "1"))
    receive_stream(encode_messages(), shift_timestamps(other, 6000)).assert_in_sync()


def test_another_frame_size_is_a_discontinuity_and_stays_in_sync(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(
        encode_messages(),
        shift_timestamps(encode_messages(size="320x180"), 6000),
        shift_timestamps(encode_messages(size="90x160"), 12_000),
    )
    result.assert_in_sync()
    discontinuities = [
        sum(item.ms for item in result.log.segments[:n])
        for n, s in enumerate(result.log.segments)
        if s.is_discontinuity
    ]
    assert discontinuities == [6000, 12_000]
    assert result.log.renditions["source"].width == 90
    assert result.seconds == pytest.approx(18, abs=0.05)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("ms", [3_600_000, -6000, -3000, 9000, (1 << 32) - 3000 - 6000])
def test_timestamps_that_jump_or_restart_leave_no_gap(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages, ms: int
) -> None:
    result = receive_stream(encode_messages(), shift_timestamps(encode_messages(), 6000 + ms))
    assert result.seconds == pytest.approx(12, abs=0.1)
    result.assert_in_sync()
    assert max(b - a for a, b in pairwise(sorted(result.timestamps("source", "video")))) < 0.1


@pytest.mark.nightly
def test_timestamps_that_wrap_continue(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(shift_timestamps(encode_messages(), (1 << 32) - 3000))
    assert result.seconds == pytest.approx(6, abs=0.05)
    result.assert_in_sync()


@pytest.mark.nightly
@pytest.mark.parametrize("share", [1.05, 0.95, 1.002])
def test_a_drifting_clock_stays_in_sync(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages, share: float
) -> None:
    drifting = [
        Message(item.kind, round(item.timestamp * share), item.stream, item.body)
        for item in encode_messages(10)
    ]
    result = receive_stream(drifting)
    assert result.seconds == pytest.approx(10 * share, abs=0.1)
    result.assert_in_sync(tolerance=MAX_OFFSET)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize("keyframe_interval", [5, 60, 225, 1000])
def test_no_segment_is_longer_than_the_target(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages, keyframe_interval: int
) -> None:
    result = receive_stream(encode_messages(20, keyframe_interval=keyframe_interval))
    lengths = [item.ms for item in result.log.segments]
    assert max(round(ms / 1000) for ms in lengths) <= 4
    assert result.seconds == pytest.approx(20, abs=0.05)
    result.assert_in_sync()


@pytest.mark.nightly
def test_a_stream_with_b_frames_is_segmented(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(encode_messages(12, keyframe_interval=1000, options=("-bf", "3")))
    assert max(round(item.ms / 1000) for item in result.log.segments) <= 4
    result.assert_in_sync()


@pytest.mark.nightly
def test_video_that_pauses_while_audio_continues_leaves_no_gap(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    audio_only = [item for item in shift_timestamps(encode_messages(), 6000) if item.kind == AUDIO]
    result = receive_stream(encode_messages(), audio_only, shift_timestamps(encode_messages(), 12_000))
    assert result.seconds == pytest.approx(12, abs=0.1)
    result.assert_in_sync()


@pytest.mark.nightly
def test_no_encoded_rendition_has_a_higher_bitrate_than_the_source(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(encode_messages(8, options=("-vf", "noise=alls=20", "-crf", "35")))
    source, small_rendition = (
        sum(item.sizes[name] for item in result.log.segments) for name in ("source", "360p")
    )
    assert small_rendition < source


def test_the_requested_renditions_are_aligned(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(encode_messages(size="640x480"), renditions=("source", "720p", "360p", "audio"))
    assert list(result.log.renditions) == ["source", "360p", "audio"]
    assert (result.log.renditions["360p"].width, result.log.renditions["360p"].height) == (480, 360)
    result.assert_in_sync()


def test_continuity_counters_continue_across_segments(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    result = receive_stream(encode_messages())
    for name in result.log.renditions:
        rows = np.frombuffer(result.concatenate(name).read_bytes(), np.uint8).reshape(-1, 188)
        pids = (rows[:, 1].astype(int) & 31) << 8 | rows[:, 2]
        for pid in np.unique(pids):
            counters = [int(row[3] & 15) for row in rows[pids == pid] if row[3] & 0x10]
            assert all(b == (a + 1) % 16 for a, b in pairwise(counters))


def test_audio_alone_is_refused(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    audio_messages = [item for item in encode_messages(20) if item.kind != VIDEO]
    assert (
        receive_stream(audio_messages).log.rejection
        == "The encoder sends only audio, no video. Add a video source."
    )


def test_video_that_stops_while_audio_continues_is_reported(
    receive_stream: Callable[..., StreamResult], encode_messages: EncodeMessages
) -> None:
    audio_messages = [item for item in shift_timestamps(encode_messages(), 6000) if item.kind != VIDEO]
    result = receive_stream(encode_messages(), audio_messages)
    assert result.log.fault == "The encoder sends only audio, no video. Add a video source."
    assert result.log.rejection == ""
    assert result.seconds == pytest.approx(6, abs=0.1)


def test_captions_that_start_later_are_announced_from_then_on(
    encode_messages: EncodeMessages, tmp_path: Path
) -> None:
    plain, captioned, captioned_flv = (
        tmp_path / name for name in ("plain.ts", "captioned.ts", "captioned.flv")
    )
    messages = encode_messages(4)
    ffmpeg("-f", "lavfi", "-i", FLASH_VIDEO.format(size="160x90"), "-t", "4", *VIDEO_CODEC, str(plain))
    write_captions(plain, captioned, caption_every_two_seconds(4))
    ffmpeg("-i", str(captioned), "-c", "copy", str(captioned_flv))
    folder = tmp_path / "made"
    folder.mkdir()
    (folder / "plain").mkdir()
    assert not StreamResult(folder / "plain", read_batches(messages), ("source",)).log.has_captions
    (folder / "both").mkdir()
    assert StreamResult(
        folder / "both",
        read_batches(messages, shift_timestamps(read_messages(captioned_flv), 4000)),
        ("source",),
    ).log.has_captions
