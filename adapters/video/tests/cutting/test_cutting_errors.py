"""Tests that a refused cut has an error message and leaves no files behind."""

import errno
import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.video.cutting.cutter import FfmpegCutter
from adapters.video.tests import numbered_video
from adapters.video.tests.conftest import MakeSegments, ffmpeg
from touchline.clips.ports.cutting import CutRefusedError

GAP_MESSAGE = "The recording has a gap in this range"
DAMAGED_MESSAGE = "A part of the recording in this range is damaged"
OUTSIDE_MESSAGE = "The recording has no video at this time"


@pytest.fixture
def segments(make_segments: MakeSegments, tmp_path: Path) -> list[Path]:
    """Return five segments of 4 s, each in its own file that tests may damage."""
    copies = [tmp_path / f"{position}.ts" for position in range(5)]
    for copy, segment in zip(copies, make_segments("25", 20), strict=True):
        copy.write_bytes(segment.read_bytes())
    return copies


def random_bytes(length: int) -> bytes:
    return random.Random(9).randbytes(length)  # noqa: S311


def truncate_to_zero(segment: Path) -> None:
    segment.write_bytes(b"")


def overwrite(segment: Path) -> None:
    segment.write_bytes(random_bytes(segment.stat().st_size))


def overwrite_middle(segment: Path) -> None:
    data = segment.read_bytes()
    tenth = len(data) // 10
    segment.write_bytes(data[: 4 * tenth] + random_bytes(tenth) + data[5 * tenth :])


def drop_half_the_packets(segment: Path) -> None:
    data = segment.read_bytes()
    segment.write_bytes(data[: len(data) // 376 * 188])


def cut_in_half(segment: Path) -> None:
    segment.write_bytes(segment.read_bytes()[: segment.stat().st_size // 2])


def cut_clip(runs: list[list[Path]], start_ms: int, duration_ms: int, into: Path) -> None:
    FfmpegCutter().cut(runs, start_ms, duration_ms, into, lambda _share: None)


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (Path.unlink, GAP_MESSAGE),
        (truncate_to_zero, DAMAGED_MESSAGE),
        (overwrite, DAMAGED_MESSAGE),
        (overwrite_middle, DAMAGED_MESSAGE),
        (cut_in_half, DAMAGED_MESSAGE),
        (drop_half_the_packets, GAP_MESSAGE),
    ],
)
def test_a_missing_or_damaged_segment_is_reported(
    segments: list[Path], tmp_path: Path, damage: Callable[[Path], None], message: str
) -> None:
    damage(segments[2])
    with pytest.raises(CutRefusedError, match=message):
        cut_clip([segments], 3_000, 14_000, tmp_path / "clip.mp4")
    with pytest.raises(CutRefusedError, match=message):
        FfmpegCutter().concatenate(segments, tmp_path / "whole.mp4", lambda _share: None)
    assert list(tmp_path.glob("*.mp4")) == []


@pytest.mark.parametrize("damage", [Path.unlink, overwrite, overwrite_middle])
def test_damage_after_the_range_is_ignored(
    segments: list[Path], tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    damage(segments[2])
    cut_clip([segments], 1_000, 7_000, tmp_path / "clip.mp4")
    assert (tmp_path / "clip.mp4").is_file()


def test_a_skipped_segment_is_a_gap(segments: list[Path], tmp_path: Path) -> None:
    with pytest.raises(CutRefusedError, match=GAP_MESSAGE):
        cut_clip([segments[:2] + segments[3:]], 6_000, 4_000, tmp_path / "clip.mp4")
    cut_clip([segments[:2] + segments[3:]], 1_000, 6_900, tmp_path / "clip.mp4")


@pytest.mark.parametrize("runs", [[], [[]], [["all"]]])
def test_a_range_without_frames_is_refused(
    segments: list[Path], tmp_path: Path, runs: list[list[str]]
) -> None:
    with pytest.raises(CutRefusedError, match=OUTSIDE_MESSAGE):
        cut_clip([segments for run in runs if run], 20_000, 4_000, tmp_path / "clip.mp4")
    assert not (tmp_path / "clip.mp4").exists()


def test_a_full_disk_raises_oserror(segments: list[Path], tmp_path: Path) -> None:
    for start_cut in (
        lambda into: cut_clip([segments], 1_000, 9_000, into),
        lambda into: FfmpegCutter().concatenate(segments, into, lambda _share: None),
    ):
        disk_full = tmp_path / "clip.mp4"
        disk_full.symlink_to("/dev/full")
        with pytest.raises(OSError, match="No space left") as error:
            start_cut(disk_full)
        assert error.value.errno == errno.ENOSPC
        assert not disk_full.is_symlink()


def test_progress_increases_and_an_exception_stops_the_cut(segments: list[Path], tmp_path: Path) -> None:
    class LeaseLostError(Exception): ...

    reported: list[float] = []

    def report(share: float) -> None:
        reported.append(share)
        if share > 0.5:
            raise LeaseLostError

    with pytest.raises(LeaseLostError):
        FfmpegCutter().cut([segments], 1_000, 15_000, tmp_path / "clip.mp4", report)
    assert reported == sorted(reported)
    assert 0.5 < reported[-1] < 0.7
    assert not (tmp_path / "clip.mp4").exists()


MEMORY_SCRIPT = """
import re, sys
from pathlib import Path
from adapters.video.cutting.cutter import FfmpegCutter
folder, cutter = Path(sys.argv[1]), FfmpegCutter()
segments = sorted(folder.glob("*.ts"))
peaks = []
for work in (
    lambda file: cutter.cut([segments], 0, 1_000, file, lambda share: None).size,
    lambda file: cutter.cut([segments], 0, 10_000, file, lambda share: None).size - 25_000_000,
    lambda file: cutter.concatenate(segments * 3, file, lambda share: None).size - 75_000_000,
):
    assert work(folder / "made.mp4") > 0
    peaks.append(int(re.search(r"VmHWM:\\s+(\\d+) kB", Path("/proc/self/status").read_text())[1]))
print(*peaks)
"""


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform != "linux", reason="until it runs on Linux, which has /proc")
def test_memory_does_not_grow_with_the_length(tmp_path: Path) -> None:
    """Noise makes many bytes in little time. The test uses one, ten and thirty seconds of it."""
    noisy_source = ("-f", "lavfi", "-i", "color=gray:s=320x180:r=25:d=10,noise=alls=100:allf=t+u")
    encoded = ("-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-bf", "0", "-g", "25")
    ffmpeg(
        *noisy_source,
        *encoded,
        "-qp",
        "4",
        *numbered_video.hls_options(tmp_path / "noise", 2),
        str(tmp_path / "noise" / "i.m3u8"),
    )
    command = [sys.executable, "-c", MEMORY_SCRIPT, str(tmp_path / "noise")]
    output = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    short_clip, long_clip, recording = (int(number) * 1024 for number in output.split())
    assert long_clip - short_clip < 8_000_000
    assert recording - short_clip < 12_000_000
