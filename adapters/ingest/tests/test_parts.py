"""Parts of segments: complete before their segment, and together the same as it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import av
import pytest

from adapters.ingest.media.flv import MediaReader
from adapters.ingest.media.live_stream import LiveStream
from adapters.ingest.rtmp.messages import AUDIO, Message
from adapters.ingest.stream_log import PARTS_FOLDER, StreamLogReader, StreamLogWriter, WrittenPart
from adapters.ingest.tests.test_live_stream import EncodeMessages, encode_messages, shift_timestamps
from touchline.catalog.domain.media.live_playlists import MAX_PART_MS

__all__ = ["encode_messages"]


class ReceivedParts:
    """A stream while it is received, and its log after each message."""

    def __init__(
        self, folder: Path, renditions: tuple[str, ...] = ("source", "360p"), *, has_parts: bool = True
    ) -> None:
        self.folder = folder
        self.log = StreamLogReader(folder)
        self.parts: list[WrittenPart] = []
        self.arrivals: list[tuple[int, int]] = []
        """For each part, the end of the video received so far, and the number of complete segments."""
        self._reader = MediaReader()
        self._stream = LiveStream(
            folder, renditions, StreamLogWriter(folder), exactly=False, has_parts=has_parts
        )

    def receive(self, messages: Iterable[Message]) -> ReceivedParts:
        for message in messages:
            self._stream.process(self._reader.read(message))
            self._read_log(message.timestamp)
        return self

    def finish(self) -> ReceivedParts:
        self._stream.finish()
        self._read_log(0)
        return self

    def _read_log(self, timestamp: int) -> None:
        self.log.read()
        new_parts = self.log.take_parts()
        self.parts += new_parts
        self.arrivals += [(timestamp, len(self.log.segments))] * len(new_parts)

    def read(self, name: str, part: WrittenPart) -> bytes:
        return (self.folder / PARTS_FOLDER / name / f"{part.segment:05}.{part.index}.ts").read_bytes()


@pytest.fixture
def stream(tmp_path: Path) -> ReceivedParts:
    return ReceivedParts(tmp_path)


def test_a_segment_is_the_concatenation_of_its_parts(
    stream: ReceivedParts, encode_messages: EncodeMessages
) -> None:
    stream.receive(encode_messages(8)).finish()
    assert {part.segment for part in stream.parts} == {1, 2, 3}
    for number, group in groupby(stream.parts, lambda part: part.segment):
        parts = list(group)
        assert [part.index for part in parts] == list(range(len(parts)))
        assert sum(part.ms for part in parts) == stream.log.segments[number].ms
        assert [part.is_independent for part in parts] == [not part.index for part in parts]
        for name in ("source", "360p"):
            joined = b"".join(stream.read(name, part) for part in parts)
            assert joined == (stream.folder / name / f"{number:05}.ts").read_bytes()


def test_without_low_delay_no_parts_are_written(tmp_path: Path, encode_messages: EncodeMessages) -> None:
    stream = ReceivedParts(tmp_path, has_parts=False).receive(encode_messages(8)).finish()
    assert not stream.parts
    assert not list((tmp_path / PARTS_FOLDER).rglob("*.ts"))
    assert [segment.ms for segment in stream.log.segments] == [2000] * 4


@pytest.mark.parametrize("options", [(), ("-r", "30"), ("-r", "15"), ("-bf", "3")])
def test_parts_are_nearly_as_long_as_their_target(
    stream: ReceivedParts, encode_messages: EncodeMessages, options: tuple[str, ...]
) -> None:
    stream.receive(encode_messages(8, options=options)).finish()
    assert len(stream.parts) >= 10
    for _, group in groupby(stream.parts, lambda part: part.segment):
        *others, last = [part.ms for part in group]
        assert all(0.85 * MAX_PART_MS <= ms <= MAX_PART_MS for ms in others)
        assert last <= MAX_PART_MS


def test_a_part_is_complete_before_its_segment(
    stream: ReceivedParts, encode_messages: EncodeMessages
) -> None:
    stream.receive(encode_messages(8))
    ends: dict[tuple[int, int], int] = {}
    at = stream.log.segments[0].ms
    for part in stream.parts:
        at += part.ms
        ends[part.segment, part.index] = at
    for part, (received_until, segment_count) in zip(stream.parts, stream.arrivals, strict=True):
        assert received_until - ends[part.segment, part.index] < 250
        is_last = part.segment + 1 == segment_count
        assert segment_count <= part.segment or is_last
    first_parts = [n for n, part in enumerate(stream.parts) if not part.index]
    assert all(stream.arrivals[n][1] == stream.parts[n].segment for n in first_parts)


def test_each_part_is_muxed_alone(stream: ReceivedParts, encode_messages: EncodeMessages) -> None:
    stream.receive(encode_messages(6)).finish()
    path = stream.folder / "part.ts"
    for part in stream.parts:
        path.write_bytes(stream.read("360p", part))
        with av.open(str(path)) as container:
            assert {item.type for item in container.streams} == {"video", "audio"}


def test_a_stream_without_audio_has_parts(stream: ReceivedParts, encode_messages: EncodeMessages) -> None:
    stream.receive(encode_messages(8, audio=False))
    assert len(stream.parts) >= 11


def test_audio_that_stops_delays_the_parts_but_not_the_segments(
    stream: ReceivedParts, encode_messages: EncodeMessages
) -> None:
    silent = [message for message in shift_timestamps(encode_messages(), 6000) if message.kind != AUDIO]
    stream.receive([*encode_messages(), *silent]).finish()
    assert sum(segment.ms for segment in stream.log.segments) == pytest.approx(12_000, abs=50)
    assert {part.segment for part in stream.parts} == {1, 2, 3, 4, 5}


def test_another_frame_size_is_announced_with_the_first_part(
    stream: ReceivedParts, encode_messages: EncodeMessages
) -> None:
    stream.receive(encode_messages()).receive(
        shift_timestamps(encode_messages(size="320x180"), 6000)
    ).finish()
    assert {part.segment for part in stream.parts if part.is_discontinuity} == {3}


def test_few_frames_a_second_give_no_parts(stream: ReceivedParts, encode_messages: EncodeMessages) -> None:
    stream.receive(encode_messages(8, options=("-r", "1", "-g", "2"))).finish()
    assert stream.parts == []
    assert sum(segment.ms for segment in stream.log.segments) == pytest.approx(8000, abs=50)


def test_parts_that_nobody_removes_do_not_fill_the_disk(
    stream: ReceivedParts, encode_messages: EncodeMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("adapters.ingest.media.segment_files._MAX_PARTS_ON_DISK", 5)
    stream.receive(encode_messages(10)).finish()
    assert len(list((stream.folder / PARTS_FOLDER / "source").iterdir())) == 5
