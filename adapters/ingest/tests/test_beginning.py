"""The first segment of a take that has sound before its pictures."""

from pathlib import Path

import pytest

from adapters.ingest.beginning import begin_with_the_picture
from adapters.ingest.tests.conftest import AAC, H264, PICTURE, SOUND
from adapters.video.tests.conftest import ffmpeg


@pytest.fixture
def segment(tmp_path: Path) -> Path:
    file = tmp_path / "00000.ts"
    ffmpeg(*SOUND, "-itsoffset", "1.4", *PICTURE, "-t", "3", *H264, *AAC, str(file))
    return file


def test_on_a_full_disk_it_stays_as_it_came(segment: Path, caplog: pytest.LogCaptureFixture) -> None:
    came = segment.read_bytes()
    segment.with_name("00000.ts.begun").symlink_to("/dev/full")
    begin_with_the_picture(segment)
    assert segment.read_bytes() == came
    assert [file.name for file in segment.parent.iterdir()] == ["00000.ts"]
    assert "No space left" in caplog.text


def test_once_it_begins_with_the_picture_nothing_is_written_again(segment: Path) -> None:
    begin_with_the_picture(segment)
    begun = segment.stat()
    begin_with_the_picture(segment)
    assert (segment.stat().st_ino, segment.stat().st_mtime_ns) == (begun.st_ino, begun.st_mtime_ns)
