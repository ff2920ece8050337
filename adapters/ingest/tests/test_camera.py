"""Phone cameras: recordings of a browser in chunks become segments in sync, without a hole after a kill."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from pathlib import Path

import pytest

from adapters.ingest.camera.fragments import FragmentReader, InvalidChunkError
from adapters.ingest.camera.session import ChunkIngest, ChunkSession
from adapters.ingest.media.live_stream import START_PTS
from adapters.ingest.tests.polling import wait_until
from adapters.video.tests.conftest import ffmpeg
from adapters.video.tests.flash_video import concatenate, read_signals
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.domain.media.camera_sessions import CameraPosition
from touchline.catalog.ports.media.ingest import SOURCE, IngestSessionState

FLASH_VIDEO = "color=black:s={size}:r=25,drawbox=t=fill:color=white:enable='lt(mod(t+0.5,1),0.1)'"
BEEP_AUDIO = "aevalsrc='0.5*sin(2*PI*1000*t)*lt(mod(t+0.5,1),0.1)':s=48000"
SYNC_TOLERANCE = 0.04
START_SECONDS = START_PTS / TICKS_PER_SECOND
BEGINNING = CameraPosition()
Record = Callable[..., bytes]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Record:
    """Return a function that makes a browser's recording: fragmented MP4 with a flash and a beep each
    second."""
    folder = tmp_path_factory.mktemp("recordings")
    recordings: dict[object, bytes] = {}

    def make(
        seconds: int = 8, *, size: str = "160x90", audio: str = "libopus", video: str = "libx264"
    ) -> bytes:
        key = (seconds, size, audio, video)
        if key not in recordings:
            path = folder / f"{len(recordings)}.mp4"
            ffmpeg(
                *("-f", "lavfi", "-i", FLASH_VIDEO.format(size=size), "-f", "lavfi", "-i", BEEP_AUDIO),
                *("-t", str(seconds), "-c:v", video, "-pix_fmt", "yuv420p", "-g", "50", "-bf", "0"),
                *("-sc_threshold", "0", "-c:a", audio, "-ac", "2", "-b:a", "96k"),
                *("-movflags", "empty_moov+frag_keyframe+default_base_moof", str(path)),
            )
            recordings[key] = path.read_bytes()
        return recordings[key]

    return make


def split(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


class Phone:
    """The chunks of a session: (recording, bytes) by number."""

    def __init__(self, recordings: Sequence[bytes], chunk_size: int = 5000) -> None:
        self.chunks = [
            (number, chunk)
            for number, recording in enumerate(recordings)
            for chunk in split(recording, chunk_size)
        ]

    def feed(self, session: ChunkSession, start: CameraPosition, stop: int | None = None) -> None:
        """Give a session the chunks from a position on, as the feed does."""
        recording = self.chunks[start.chunk][0] if start.chunk < len(self.chunks) else 0
        first = next(index for index, chunk in enumerate(self.chunks) if chunk[0] == recording)
        for number in sorted({first, *range(start.chunk, len(self.chunks) if stop is None else stop)}):
            if number == first or number >= start.chunk:
                session.add(number, *self.chunks[number])


def receive(folder: Path, phone: Phone, start: CameraPosition = BEGINNING) -> ChunkSession:
    """Receive everything from a position on, until the session has ended."""
    folder.mkdir()
    session = ChunkIngest().open(folder, (SOURCE,), start, exactly=False)
    phone.feed(session, start)
    session.finish()
    wait_until(lambda: session.state is IngestSessionState.ENDED)
    return session


def list_segments(session: ChunkSession) -> list[Path]:
    return [segment.path for segment in session.segments(SOURCE)]


def total_ms(session: ChunkSession) -> int:
    return sum(segment.duration_ms for segment in session.segments(SOURCE))


@pytest.mark.parametrize("audio", ["libopus", "aac"])
def test_flashes_and_beeps_stay_in_sync(tmp_path: Path, record: Record, audio: str) -> None:
    session = receive(tmp_path / "session", Phone([record(audio=audio)]))
    signals = read_signals(concatenate(list_segments(session), tmp_path / "all.ts"), START_SECONDS)
    assert total_ms(session) == pytest.approx(8000, abs=40)
    assert len(signals.flashes) == 8
    assert signals.max_offset() < SYNC_TOLERANCE
    assert session.fault == ""


@pytest.mark.parametrize("chunk_size", [50, 5000, 1_000_000])
def test_chunks_may_end_anywhere(tmp_path: Path, record: Record, chunk_size: int) -> None:
    session = receive(tmp_path / "session", Phone([record(4)], chunk_size))
    assert total_ms(session) == pytest.approx(4000, abs=40)


def test_a_recording_in_another_size_follows_without_a_gap(tmp_path: Path, record: Record) -> None:
    phone = Phone([record(4), record(4, size="90x160"), record(4, size="320x180")])
    session = receive(tmp_path / "session", phone)
    assert total_ms(session) == pytest.approx(12_000, abs=100)
    discontinuities = [segment.is_discontinuity for segment in session.segments(SOURCE)]
    assert sum(discontinuities) == 2


@pytest.mark.parametrize("published", [1, 2, 3, 5])
def test_after_a_kill_the_next_process_goes_on_at_the_same_frame(
    tmp_path: Path, record: Record, published: int
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


def test_a_receiver_that_is_killed_in_the_middle_loses_nothing(tmp_path: Path, record: Record) -> None:
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
    tmp_path: Path, record: Record
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


def test_video_in_another_codec_is_refused_with_a_sentence(tmp_path: Path, record: Record) -> None:
    session = receive(tmp_path / "session", Phone([record(2, video="libvpx-vp9")]))
    assert session.fault == "The encoder sends VP9 video. Set it to H.264."
    assert session.segments(SOURCE) == ()


def test_a_recording_that_is_no_video_is_left_out(tmp_path: Path, record: Record) -> None:
    session = receive(tmp_path / "session", Phone([record(4), b"no box" * 4000, record(4)]))
    assert total_ms(session) == pytest.approx(8000, abs=60)


def test_fragments_know_where_they_begin(record: Record) -> None:
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
