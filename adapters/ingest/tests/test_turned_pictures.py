"""Pictures that a phone records turned, as Safari does: H.264 and AAC with a matrix in the track header."""

from __future__ import annotations

import struct
from fractions import Fraction
from pathlib import Path

import av
import numpy as np
import pytest

from adapters.ingest.camera.orientation import find_turn
from adapters.ingest.media.frame_turner import FrameTurner
from adapters.ingest.media.live_stream import START_PTS
from adapters.ingest.tests.phone_recordings import Phone, Recorder, list_segments, receive, total_ms
from adapters.video.tests.flash_video import concatenate, read_signals
from adapters.video.timing.segment_clock import TICKS_PER_SECOND
from touchline.catalog.ports.media.ingest import SOURCE

SYNC_TOLERANCE = 0.04
START_SECONDS = START_PTS / TICKS_PER_SECOND
MATRICES = [
    (a, b, c, d)
    for a, b in ((1, 0), (0, 1), (-1, 0), (0, -1))
    for c, d in ((b, a), (-b, -a))
    if a * d != b * c
]


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> Recorder:
    """Return a function that makes a browser's recording."""
    return Recorder(tmp_path_factory.mktemp("recordings"))


def write_matrix(recording: bytes, matrix: tuple[int, int, int, int]) -> bytes:
    """Return a recording whose video track has this matrix."""
    a, b, c, d = (value << 16 for value in matrix)
    start = recording.index(b"tkhd") + 4 + 40
    return recording[:start] + struct.pack(">5i", a, b, 0, c, d) + recording[start + 20 :]


@pytest.mark.parametrize("matrix", MATRICES)
def test_a_picture_is_turned_as_its_matrix_says(record: Recorder, matrix: tuple[int, int, int, int]) -> None:
    turn = find_turn(write_matrix(record(2), matrix))
    picture = np.arange(32 * 16, dtype=np.uint8).reshape(16, 32)
    frame = av.VideoFrame.from_ndarray(picture, format="gray")
    frame.pts, frame.time_base = 7, Fraction(1, TICKS_PER_SECOND)
    turned = FrameTurner(turn).turn(frame) if turn else frame
    a, b, c, d = matrix
    places = {(a * x + c * y, b * x + d * y): picture[y, x] for y in range(16) for x in range(32)}
    left, top = min(x for x, _ in places), min(y for _, y in places)
    expected = np.zeros((turned.height, turned.width), dtype=np.uint8)
    for (x, y), value in places.items():
        expected[y - top, x - left] = value
    assert np.array_equal(turned.to_ndarray(), expected)


def test_a_matrix_that_scales_or_is_missing_turns_nothing(record: Recorder) -> None:
    assert find_turn(write_matrix(record(2), (2, 0, 0, 2))) == ""
    assert find_turn(b"") == ""
    assert find_turn(b"\0\0\0\4moov") == ""


@pytest.mark.parametrize("rotation", [90, 180])
def test_a_turned_recording_of_safari_is_upright_and_in_sync(
    tmp_path: Path, record: Recorder, rotation: int
) -> None:
    session = receive(tmp_path / "session", Phone([record(audio="aac", rotation=rotation)]))
    assert session.fault == ""
    assert total_ms(session) == pytest.approx(8000, abs=40)
    [source] = [rendition for rendition in session.renditions() if rendition.name == SOURCE]
    assert (source.width, source.height) == ((90, 160) if rotation == 90 else (160, 90))
    signals = read_signals(concatenate(list_segments(session), tmp_path / "all.ts"), START_SECONDS)
    assert len(signals.flashes) == 8
    assert signals.max_offset() < SYNC_TOLERANCE


def test_a_phone_that_is_turned_in_mid_stream_goes_on(tmp_path: Path, record: Recorder) -> None:
    recordings = [record(4, audio="aac", rotation=turn) for turn in (None, 90, 270, None)]
    session = receive(tmp_path / "session", Phone(recordings))
    assert total_ms(session) == pytest.approx(16_000, abs=100)
    sizes = [segment.is_discontinuity for segment in session.segments(SOURCE)]
    assert sum(sizes) >= 2
    signals = read_signals(concatenate(list_segments(session), tmp_path / "all.ts"), START_SECONDS)
    assert len(signals.flashes) == 16
    assert signals.max_offset() < SYNC_TOLERANCE


@pytest.mark.parametrize("published", [1, 2, 3])
def test_after_a_kill_a_turned_recording_goes_on_at_the_same_frame(
    tmp_path: Path, record: Recorder, published: int
) -> None:
    phone = Phone([record(audio="aac", rotation=90)])
    complete = receive(tmp_path / "complete", phone)
    position = complete.get_position(published)
    assert position is not None
    rest = receive(tmp_path / "rest", phone, position)
    first_ms = sum(segment.duration_ms for segment in complete.segments(SOURCE)[:published])
    assert first_ms + total_ms(rest) == pytest.approx(8000, abs=60)
