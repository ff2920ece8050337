"""Files that end before their header says."""

from pathlib import Path

import pytest

from adapters.video.ffmpeg import FfmpegVideo
from adapters.video.tests.flashes import AAC, H264, concatenate, film, remux
from touchline.catalog.ports.video import VideoRefused


def warning_of(source: Path, into: Path) -> str:
    into.mkdir()
    return FfmpegVideo().package(source, (), into, lambda _share: None).warning


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("whole")
    return film(folder / "whole.mp4", 20, *H264, *AAC, "-g", "25", "-movflags", "+faststart")


@pytest.mark.parametrize("share", [0.93, 0.97])
def test_a_file_that_lacks_a_little_is_ready_and_says_how_much(
    whole: Path, tmp_path: Path, share: float
) -> None:
    content = whole.read_bytes()
    (tmp_path / "cut.mp4").write_bytes(content[: int(len(content) * share)])
    said = warning_of(tmp_path / "cut.mp4", tmp_path / "made")
    assert said.startswith("The file is cut off: it says it lasts 0:00:20, but its last ")
    missing = float(said.split("its last ")[1].split()[0])
    assert missing == pytest.approx(20 * (1 - share), abs=0.7)


def test_a_file_that_lacks_a_third_is_refused(whole: Path, tmp_path: Path) -> None:
    content = whole.read_bytes()
    (tmp_path / "cut.mp4").write_bytes(content[: len(content) * 2 // 3])
    with pytest.raises(VideoRefused, match="incomplete: it says it lasts 0:00:20"):
        warning_of(tmp_path / "cut.mp4", tmp_path / "made")


@pytest.mark.parametrize("name", ["late.mkv", "late.mp4", "jump.ts"])
def test_a_whole_file_says_nothing_wherever_its_clock_begins_and_jumps(tmp_path: Path, name: str) -> None:
    plain = film(tmp_path / "plain.ts", 3, *H264, *AAC)
    if name.endswith(".ts"):
        source = concatenate(
            [plain, remux(plain, tmp_path / "b.ts", "-output_ts_offset", "3600")], tmp_path / name
        )
    else:
        source = remux(plain, tmp_path / name, "-output_ts_offset", "10")
    assert warning_of(source, tmp_path / "made") == ""
