"""What cannot be cut is said in a sentence, and nothing is left of it."""

import errno
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.video.cutter import FfmpegCutter
from adapters.video.tests import counted
from adapters.video.tests.conftest import Packaged, ffmpeg
from touchline.clips.ports.cutting import CutRefused

GAP = "The recording has a gap in this range"
DAMAGED = "A part of the recording in this range is damaged"
NOWHERE = "The recording has no picture at this time"


@pytest.fixture
def segments(package: Packaged, tmp_path: Path) -> list[Path]:
    """Five segments of 4 s, each in a file of its own that may be spoilt."""
    copies = [tmp_path / f"{place}.ts" for place in range(5)]
    for copy, segment in zip(copies, package("25", 20), strict=True):
        copy.write_bytes(segment.read_bytes())
    return copies


def noise(length: int) -> bytes:
    return random.Random(9).randbytes(length)  # noqa: S311


def emptied(segment: Path) -> None:
    segment.write_bytes(b"")


def overwritten(segment: Path) -> None:
    segment.write_bytes(noise(segment.stat().st_size))


def holed(segment: Path) -> None:
    data = segment.read_bytes()
    tenth = len(data) // 10
    segment.write_bytes(data[: 4 * tenth] + noise(tenth) + data[5 * tenth :])


def shortened(segment: Path) -> None:
    data = segment.read_bytes()
    segment.write_bytes(data[: len(data) // 376 * 188])


def broken_off(segment: Path) -> None:
    segment.write_bytes(segment.read_bytes()[: segment.stat().st_size // 2])


def cut(takes: list[list[Path]], start_ms: int, duration_ms: int, into: Path) -> None:
    FfmpegCutter().cut(takes, start_ms, duration_ms, into, lambda _share: None)


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (Path.unlink, GAP),
        (emptied, DAMAGED),
        (overwritten, DAMAGED),
        (holed, DAMAGED),
        (broken_off, DAMAGED),
        (shortened, GAP),
    ],
)
def test_a_segment_that_is_lost_or_spoilt_is_said(
    segments: list[Path], tmp_path: Path, spoil: Callable[[Path], None], said: str
) -> None:
    spoil(segments[2])
    with pytest.raises(CutRefused, match=said):
        cut([segments], 3_000, 14_000, tmp_path / "clip.mp4")
    with pytest.raises(CutRefused, match=said):
        FfmpegCutter().whole(segments, tmp_path / "whole.mp4", lambda _share: None)
    assert list(tmp_path.glob("*.mp4")) == []


@pytest.mark.parametrize("spoil", [Path.unlink, overwritten, holed])
def test_what_is_spoilt_behind_the_range_does_no_harm(
    segments: list[Path], tmp_path: Path, spoil: Callable[[Path], None]
) -> None:
    spoil(segments[2])
    cut([segments], 1_000, 7_000, tmp_path / "clip.mp4")
    assert (tmp_path / "clip.mp4").is_file()


def test_a_segment_that_was_left_out_is_a_gap(segments: list[Path], tmp_path: Path) -> None:
    with pytest.raises(CutRefused, match=GAP):
        cut([segments[:2] + segments[3:]], 6_000, 4_000, tmp_path / "clip.mp4")
    cut([segments[:2] + segments[3:]], 1_000, 6_900, tmp_path / "clip.mp4")


@pytest.mark.parametrize("takes", [[], [[]], [["all"]]])
def test_where_there_is_no_picture_there_is_no_clip(
    segments: list[Path], tmp_path: Path, takes: list[list[str]]
) -> None:
    with pytest.raises(CutRefused, match=NOWHERE):
        cut([segments for take in takes if take], 20_000, 4_000, tmp_path / "clip.mp4")
    assert not (tmp_path / "clip.mp4").exists()


def test_a_full_disk_is_the_systems_own_error(segments: list[Path], tmp_path: Path) -> None:
    for work in (
        lambda into: cut([segments], 1_000, 9_000, into),
        lambda into: FfmpegCutter().whole(segments, into, lambda _share: None),
    ):
        full = tmp_path / "clip.mp4"
        full.symlink_to("/dev/full")
        with pytest.raises(OSError, match="No space left") as caught:
            work(full)
        assert caught.value.errno == errno.ENOSPC
        assert not full.is_symlink()


def test_progress_rises_and_what_it_raises_ends_the_work(segments: list[Path], tmp_path: Path) -> None:
    class LeaseIsLost(Exception): ...

    told: list[float] = []

    def tell(share: float) -> None:
        told.append(share)
        if share > 0.5:
            raise LeaseIsLost

    with pytest.raises(LeaseIsLost):
        FfmpegCutter().cut([segments], 1_000, 15_000, tmp_path / "clip.mp4", tell)
    assert told == sorted(told)
    assert 0.5 < told[-1] < 0.7
    assert not (tmp_path / "clip.mp4").exists()


MEASURED = """
import re, sys
from pathlib import Path
from adapters.video.cutter import FfmpegCutter
folder, cutter = Path(sys.argv[1]), FfmpegCutter()
segments = sorted(folder.glob("*.ts"))
most = []
for work in (
    lambda file: cutter.cut([segments], 0, 1_000, file, lambda share: None).size,
    lambda file: cutter.cut([segments], 0, 10_000, file, lambda share: None).size - 25_000_000,
    lambda file: cutter.whole(segments * 3, file, lambda share: None).size - 75_000_000,
):
    assert work(folder / "made.mp4") > 0
    most.append(int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]))
print(*most)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="until another system than Linux has /proc/self/status")
def test_memory_does_not_grow_with_the_length(tmp_path: Path) -> None:
    """Noise makes many bytes in little time: a second of it, ten, and thirty."""
    noisy = ("-f", "lavfi", "-i", "color=gray:s=320x180:r=25:d=10,noise=alls=100:allf=t+u")
    coded = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "0", "-g", "25")
    ffmpeg(
        *noisy, *coded, "-qp", "4", *counted.hls(tmp_path / "noise", 2), str(tmp_path / "noise" / "i.m3u8")
    )
    command = [sys.executable, "-c", MEASURED, str(tmp_path / "noise")]
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    second, clip, whole = (int(number) * 1024 for number in said.split())
    assert clip - second < 8_000_000
    assert whole - second < 12_000_000
