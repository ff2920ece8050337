"""A full disk is told as that."""

import errno
from pathlib import Path

import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.room import NO_ROOM, Room
from adapters.video.tests.flashes import H264, film
from touchline.catalog.ports.video import VideoRefused


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """A disk on which nothing can be flushed for the reason in the list, if there is one."""
    reasons: list[int] = []

    def fsync(_file: int) -> None:
        if reasons:
            raise OSError(reasons[0], "cannot be written")

    monkeypatch.setattr("adapters.video.room.os.fsync", fsync)
    return reasons


@pytest.mark.parametrize("reason", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_fills_up_while_encoding_is_not_told_as_a_damaged_file(
    tmp_path: Path, full: list[int], reason: int
) -> None:
    source = film(tmp_path / "plain.mp4", 2, *H264, sound=False)
    (tmp_path / "made").mkdir()
    full.append(reason)
    with pytest.raises(VideoRefused) as refused:
        FfmpegVideo().package(source, (), tmp_path / "made", lambda _share: None)
    assert str(refused.value) == NO_ROOM


def test_another_error_of_the_disk_is_its_own(tmp_path: Path, full: list[int]) -> None:
    full.append(errno.EIO)
    with pytest.raises(OSError, match="cannot be written"):
        Room(tmp_path).check()


def test_a_disk_with_room_is_looked_at_every_two_seconds(
    tmp_path: Path, full: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("adapters.video.room.time.monotonic", lambda: clock[0])
    room = Room(tmp_path)
    room.check()
    full.append(errno.ENOSPC)
    room.check()
    clock[0] += 2
    with pytest.raises(VideoRefused):
        room.check()
    assert list(tmp_path.iterdir()) == []
