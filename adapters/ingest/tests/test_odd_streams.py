"""Legal streams that few encoders send: open GOPs, a late first keyframe, audio far behind the video."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from operator import itemgetter
from pathlib import Path

import pytest

from adapters.ingest.media.live_stream import LiveStream
from adapters.ingest.media.source_packets import MAIN_TRACK
from adapters.ingest.rtmp.messages import AUDIO, VIDEO, Message
from adapters.ingest.stream_log import StreamLogWriter
from adapters.ingest.tests.stream_results import read_batches
from adapters.ingest.tests.test_segment_durations import Encode, assert_durations_are_true, receive, shift
from adapters.ingest.tests.test_segment_durations import encode as encode
from adapters.video.timing.segment_clock import TICKS_PER_SECOND

OPEN_GOP = (
    "-preset",
    "veryfast",
    "-bf",
    "3",
    "-x264-params",
    "open-gop=1:keyint=50:min-keyint=50:scenecut=0",
)


def delay_audio(messages: Sequence[Message], ms: int) -> list[Message]:
    """Return the messages as an encoder sends them that is late with its audio."""
    first_audio = next(message for message in messages if message.kind == AUDIO)
    sent_at = [
        (message.timestamp + ms * (message.kind == AUDIO and message is not first_audio), message)
        for message in messages
    ]
    return [message for _, message in sorted(sent_at, key=itemgetter(0))]


def test_open_gops_have_true_durations(tmp_path: Path, encode: Encode) -> None:
    result = receive(tmp_path / "stream", encode(*OPEN_GOP))
    result.assert_in_sync()
    assert_durations_are_true(result)


@pytest.mark.quick_cases(1)
@pytest.mark.parametrize(("ms", "lost_seconds"), [(2000, 0), (3000, 3.1)])
def test_audio_that_is_sent_later_than_its_video_is_not_lost(
    tmp_path: Path, encode: Encode, ms: int, lost_seconds: float
) -> None:
    """How late it is shows only with its first packet."""
    result = receive(tmp_path / "stream", delay_audio(encode(), ms))
    beeps = [beep - 10 for beep in result.find_beeps("source")]
    flashes = [flash - 10 for flash in result.find_flashes("source")]
    expected = [flash for flash in flashes if flash > lost_seconds]
    assert len(expected) >= 8
    assert beeps[-len(expected) :] == pytest.approx(expected, abs=0.04)


def test_video_whose_first_keyframe_is_late_is_not_taken_for_audio_alone(
    tmp_path: Path, encode: Encode
) -> None:
    messages = encode("-g", "275")
    first_frame = [message for message in messages if message.kind == VIDEO][1]
    result = receive(tmp_path / "stream", [message for message in messages if message is not first_frame])
    assert result.log.rejection == ""
    assert result.seconds == pytest.approx(1, abs=0.05)


def test_timestamps_that_do_not_advance_are_reported_before_they_fill_the_memory(
    tmp_path: Path, encode: Encode
) -> None:
    standing = [replace(message, timestamp=message.timestamp % 40) for message in encode()]
    result = receive(tmp_path / "stream", standing * 8)
    assert result.log.rejection == "The encoder's timestamps do not advance. Restart the encoder."


def test_audio_without_video_does_not_fill_the_memory(tmp_path: Path, encode: Encode) -> None:
    messages = encode()
    end = max(message.timestamp for message in messages if message.kind == VIDEO)
    audio = [message for message in messages if message.kind == AUDIO]
    stream = LiveStream(tmp_path, ("source",), StreamLogWriter(tmp_path), exactly=False)
    batches = [message for count in range(1, 8) for message in shift(audio, count * end)]
    for batch in read_batches([*messages, *batches]):
        assert stream.process(batch)
    ahead = stream._segmenter._audio._tracks[MAIN_TRACK].encoder.end - stream.last_pts
    assert ahead < 31 * TICKS_PER_SECOND
