"""What the publisher puts on the line: timestamps that go on, restart or run too fast."""

from itertools import pairwise
from pathlib import Path

import pytest

from adapters.ingest.ffmpeg import FfmpegIngest
from adapters.ingest.rtmp import AUDIO, CHUNK_SIZE, VIDEO, ChunkReader, write_chunk_size, write_message
from adapters.ingest.tests.waiting import free_port
from contracts.media.drawing import AAC, GRID, Film, draw
from contracts.media.publisher import Part, RefusedError, publish, timed
from touchline.catalog.ports.ingest import Line


@pytest.fixture(scope="module")
def film(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two seconds at 25 pictures a second, with sound."""
    folder = tmp_path_factory.mktemp("film")
    return draw(folder / "film.flv", Film(seconds=2, size="64x36"), *GRID, *AAC)


def stamps(*parts: Part, kind: int = VIDEO) -> list[int]:
    """The timestamps of the coded pictures or of the sound, in milliseconds."""
    found = [message for _, message in timed(parts) if message.kind == kind]
    return [message.timestamp for message in found if message.body[1] == 1]


def test_the_timestamps_of_a_second_file_go_on(film: Path) -> None:
    found = stamps(Part(film), Part(film))
    assert len(found) == 100
    assert {b - a for a, b in pairwise(found)} == {40}


def test_timestamps_may_begin_again_at_zero(film: Path) -> None:
    found = stamps(Part(film), Part(film, begins=0))
    assert found[50:] == found[:50]


def test_a_clock_may_run_five_percent_fast_with_its_sound(film: Path) -> None:
    for kind in (VIDEO, AUDIO):
        even, fast = stamps(Part(film), kind=kind), stamps(Part(film, clock=1.05), kind=kind)
        assert fast == [round(at * 1.05) for at in even]


def test_the_sound_alone_may_have_another_clock(film: Path) -> None:
    other = Part(film, sound_clock=1.5)
    assert stamps(other) == stamps(Part(film))
    assert stamps(other, kind=AUDIO)[-1] == pytest.approx(stamps(Part(film), kind=AUDIO)[-1] * 1.5, abs=1)


def test_each_file_takes_as_long_to_send_as_to_play_at_its_pace(film: Path) -> None:
    instants = [at for at, _ in timed([Part(film), Part(film, clock=1.05), Part(film, pace=2)])]
    assert instants[-1] == pytest.approx(5, abs=0.1)


@pytest.mark.parametrize("timestamp", [0, 0xFFFFFE, 0xFFFFFF, 0x1000000, (1 << 32) - 1])
@pytest.mark.parametrize("size", [10, CHUNK_SIZE + 1, 3 * CHUNK_SIZE])
def test_a_message_is_read_as_it_was_written_whatever_its_timestamp(timestamp: int, size: int) -> None:
    body = bytes(range(256)) * (size // 256 + 1)
    line = write_chunk_size() + 2 * write_message(VIDEO, body, stream=1, channel=6, timestamp=timestamp)
    _, *found = ChunkReader(1 << 20).feed(line)
    assert [(one.timestamp, one.stream, one.body) for one in found] == 2 * [(timestamp, 1, body)]


def test_a_wrong_stream_key_is_refused(film: Path, tmp_path: Path) -> None:
    port = free_port()
    ingest, line = FfmpegIngest(range(port, port + 1), "127.0.0.1", "127.0.0.1"), Line("1-rightkey", port)
    take = ingest.listen(line, tmp_path)
    try:
        with pytest.raises(RefusedError):
            list(publish(ingest.server(line), "1-wrongkey", [Part(film)], real_time=False))
    finally:
        take.close()
