"""Tests that a full disk is reported as such."""

import errno
from pathlib import Path

import pytest

from adapters.video.disk_space import DISK_FULL_MESSAGE, DiskSpaceCheck
from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests.flash_video import H264, make_flash_video
from touchline.catalog.ports.media.video_packager import VideoRefusedError


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Make flushing to disk fail with the error number in the list, if there is one."""
    reasons: list[int] = []

    def fsync(_file: int) -> None:
        if reasons:
            raise OSError(reasons[0], "cannot be written")

    monkeypatch.setattr("adapters.video.disk_space.os.fsync", fsync)
    return reasons


@pytest.mark.parametrize("reason", [errno.ENOSPC, errno.EDQUOT])
def test_a_disk_that_fills_up_is_not_reported_as_a_damaged_file(
    tmp_path: Path, full_disk: list[int], reason: int
) -> None:
    source = make_flash_video(tmp_path / "plain.mp4", 2, *H264, has_audio=False)
    (tmp_path / "made").mkdir()
    full_disk.append(reason)
    with pytest.raises(VideoRefusedError) as error:
        FfmpegVideoPackager().package(source, (), tmp_path / "made", lambda _share: None)
    assert str(error.value) == DISK_FULL_MESSAGE


def test_other_disk_errors_are_raised_unchanged(tmp_path: Path, full_disk: list[int]) -> None:
    full_disk.append(errno.EIO)
    with pytest.raises(OSError, match="cannot be written"):
        DiskSpaceCheck(tmp_path).check()


def test_disk_space_is_checked_every_two_seconds(
    tmp_path: Path, full_disk: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = [100.0]
    monkeypatch.setattr("adapters.video.disk_space.time.monotonic", lambda: clock[0])
    disk_space = DiskSpaceCheck(tmp_path)
    disk_space.check()
    full_disk.append(errno.ENOSPC)
    disk_space.check()
    clock[0] += 2
    with pytest.raises(VideoRefusedError):
        disk_space.check()
    assert list(tmp_path.iterdir()) == []
