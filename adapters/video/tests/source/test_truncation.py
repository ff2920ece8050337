"""Tests of files that end before their header says."""

from pathlib import Path

import pytest

from adapters.video.packager import FfmpegVideoPackager
from adapters.video.tests.flash_video import AAC, H264, concatenate, make_flash_video, remux
from touchline.catalog.ports.media.video_packager import VideoRefusedError


def get_warning(source: Path, into: Path) -> str:
    into.mkdir()
    return FfmpegVideoPackager().package(source, (), into, lambda _share: None).warning


@pytest.fixture(scope="module")
def complete_video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    return make_flash_video(folder / "whole.mp4", 20, *H264, *AAC, "-g", "25", "-movflags", "+faststart")


@pytest.mark.parametrize("share", [0.93, 0.97])
def test_a_slightly_truncated_file_is_accepted_with_a_warning(
    complete_video: Path, tmp_path: Path, share: float
) -> None:
    content = complete_video.read_bytes()
    (tmp_path / "cut.mp4").write_bytes(content[: int(len(content) * share)])
    message = get_warning(tmp_path / "cut.mp4", tmp_path / "made")
    assert message.startswith("The file is cut off. Its header says 0:00:20, but the last ")
    missing = float(message.split("the last ")[1].split()[0])
    assert missing == pytest.approx(20 * (1 - share), abs=0.7)


def test_a_file_without_its_last_third_is_refused(complete_video: Path, tmp_path: Path) -> None:
    content = complete_video.read_bytes()
    (tmp_path / "cut.mp4").write_bytes(content[: len(content) * 2 // 3])
    with pytest.raises(VideoRefusedError, match=r"incomplete\. Its header says 0:00:20"):
        get_warning(tmp_path / "cut.mp4", tmp_path / "made")


@pytest.mark.parametrize("name", ["late.mkv", "late.mp4", "jump.ts"])
def test_a_complete_file_has_no_warning_whatever_its_timestamps(tmp_path: Path, name: str) -> None:
    complete = make_flash_video(tmp_path / "plain.ts", 3, *H264, *AAC)
    if name.endswith(".ts"):
        source = concatenate(
            [complete, remux(complete, tmp_path / "b.ts", "-output_ts_offset", "3600")], tmp_path / name
        )
    else:
        source = remux(complete, tmp_path / name, "-output_ts_offset", "10")
    assert get_warning(source, tmp_path / "made") == ""
