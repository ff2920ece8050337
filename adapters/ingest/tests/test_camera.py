"""Phone cameras: recordings of a browser in chunks become segments in sync, without a hole after a kill."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from adapters.ingest.camera.fragments import FragmentReader, InvalidChunkError
from adapters.ingest.camera.session import ChunkIngest, ChunkSession
from adapters.ingest.media.live_stream import START_PTS
from adapters.ingest.tests.phone_recordings import (
    BEGINNING,
    Phone,
    Recorder,
    list_segments,
    receive,
    split,
    total_ms,
)
from adapters.ingest.tests.polling import wait_until
from adapters.video.tests.flash_video import concatenate, read_signals
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.ports.media.ingest import SOURCE, IngestSessionState

SYNC_TOLERANCE = 0.04
START_SECONDS = START_PTS / TICKS_PER_SECOND


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Recorder:
    """Return a function that makes a browser's recording."""
    return Recorder(tmp_path_factory.mktemp("recordings"))


@pytest.mark.parametrize("audio", ["libopus", "aac"])
def test_flashes_and_beeps_stay_in_sync(tmp_path: Path, record: Recorder, audio: str) -> None:
    session = receive(tmp_path / "session", Phone([record(audio=audio)]))
    signals = read_signals(concatenate(list_segments(session), tmp_path / "all.ts"), START_SECONDS)
    assert total_ms(session) == pytest.approx(8000, abs=40)
    assert len(signals.flashes) == 8
    assert signals.max_offset() < SYNC_TOLERANCE
    assert session.fault == ""


@pytest.mark.parametrize("chunk_size", [50, 5000, 1_000_000])
def test_chunks_may_end_anywhere(tmp_path: Path, record: Recorder, chunk_size: int) -> None:
    session = receive(tmp_path / "session", Phone([record(4)], chunk_size))
    assert total_ms(session) == pytest.approx(4000, abs=40)


def test_a_recording_in_another_size_follows_without_a_gap(tmp_path: Path, record: Recorder) -> None:
    phone = Phone([record(4), record(4, size="90x160"), record(4, size="320x180")])
    session = receive(tmp_path / "session", phone)
    assert total_ms(session) == pytest.approx(12_000, abs=100)
    discontinuities = [segment.is_discontinuity for segment in session.segments(SOURCE)]
    assert sum(discontinuities) == 2


@pytest.mark.parametrize("published", [1, 2, 3, 5])
def test_after_a_kill_the_next_process_goes_on_at_the_same_frame(
    tmp_path: Path, record: Recorder, published: int
) -> None:
    phone = Phone([record(6), record(6, size="320x180")])
    complete = receive(tmp_path / "complete", phone)
    position = complete.get_position(published)
    assert position is not None
    rest = receive(tmp_path / "rest", phone, position)
    first = complete.segments(SOURCE)[:published]
    assert sum(segment.duration_ms for segment in first) + total_ms(rest) == pytest.approx(12_000, abs=60)
    sizes = [count_frames(session) for session in (complete, rest)]
    assert sizes[0][published:] == sizes[1], "every frame is published once"


def count_frames(session: ChunkSession) -> list[int]:
    """Return the number of frames of each segment."""
    return [len(read_signals(path, START_SECONDS).frame_times) for path in list_segments(session)]


def test_a_receiver_that_is_killed_in_the_middle_loses_nothing(tmp_path: Path, record: Recorder) -> None:
    phone = Phone([record(8)], 20_000)
    (tmp_path / "first").mkdir()
    session = ChunkIngest().open(tmp_path / "first", (SOURCE,), BEGINNING, exactly=False)
    phone.feed(session, BEGINNING)
    wait_until(lambda: len(session.segments(SOURCE)) >= 2)
    session._process.kill()
    wait_until(lambda: session.state is IngestSessionState.ENDED)
    count = len(session.segments(SOURCE))
    position = session.get_position(count)
    assert position is not None
    rest = receive(tmp_path / "rest", phone, position)
    assert total_ms(session) + total_ms(rest) == pytest.approx(8000, abs=60)


def test_a_session_without_new_chunks_writes_what_it_has_and_goes_on_later(
    tmp_path: Path, record: Recorder
) -> None:
    phone = Phone([record(8)], 4000)
    half = len(phone.chunks) // 2
    (tmp_path / "first").mkdir()
    session = ChunkIngest().open(tmp_path / "first", (SOURCE,), BEGINNING, exactly=False)
    phone.feed(session, BEGINNING, half)
    session.finish()
    wait_until(lambda: session.state is IngestSessionState.ENDED)
    position = session.get_position(len(session.segments(SOURCE)))
    assert position is not None
    rest = receive(tmp_path / "rest", phone, position)
    assert total_ms(session) + total_ms(rest) == pytest.approx(8000, abs=60)


def test_video_in_another_codec_is_refused_with_a_sentence(tmp_path: Path, record: Recorder) -> None:
    session = receive(tmp_path / "session", Phone([record(2, video="libvpx-vp9")]))
    assert session.fault == "The encoder sends VP9 video. Set it to H.264."
    assert session.segments(SOURCE) == ()


def test_a_recording_that_is_no_video_is_left_out(tmp_path: Path, record: Recorder) -> None:
    session = receive(tmp_path / "session", Phone([record(4), b"no box" * 4000, record(4)]))
    assert total_ms(session) == pytest.approx(8000, abs=60)


def test_fragments_know_where_they_begin(record: Recorder) -> None:
    data = record(8)
    reader = FragmentReader()
    fragments = [
        fragment for number, chunk in enumerate(split(data, 3000)) for fragment in reader.feed(number, chunk)
    ]
    assert [fragment.data[4:8] for fragment in fragments] == [b"moof"] * 4
    assert [data.index(fragment.data) for fragment in fragments] == [
        fragment.chunk * 3000 + fragment.offset for fragment in fragments
    ]
    assert all(first.data != second.data for first, second in pairwise(fragments))


def test_a_box_of_an_impossible_size_is_invalid() -> None:
    with pytest.raises(InvalidChunkError):
        list(FragmentReader().feed(0, b"\0\0\0\4moof" * 10))


@pytest.mark.parametrize("kinds", [(b"moov",), (b"moof", b"free")])
def test_boxes_without_end_are_invalid_before_they_fill_the_memory(kinds: tuple[bytes, ...]) -> None:
    reader = FragmentReader()
    megabyte = (1 << 20) - 8
    with pytest.raises(InvalidChunkError):
        for number in range(80):
            kind = kinds[min(number, len(kinds) - 1)]
            list(reader.feed(number, (megabyte + 8).to_bytes(4, "big") + kind + bytes(megabyte)))
